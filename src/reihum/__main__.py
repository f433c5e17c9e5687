"""``python -m reihum`` is the command ``reihum``."""

import sys

from reihum.cli import main

sys.exit(main())
