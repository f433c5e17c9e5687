"""The languages, and which of them a reader prefers."""

from __future__ import annotations

import re
from collections.abc import Mapping

LANGUAGES = ("de", "en", "fr")
"""The languages of all texts."""
DEFAULT = "en"


def detect(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for, by gettext's rules: the first variable that is set decides.

    >>> detect({"LANG": "de_CH.UTF-8"}), detect({"LANGUAGE": "it:fr:en", "LANG": "de"}), detect({"LANG": "C"})
    ('de', 'fr', 'en')
    """
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := environment.get(variable):
            codes = (re.split("[_.@]", locale)[0].lower() for locale in wanted.split(":"))
            return next((code for code in codes if code in LANGUAGES), DEFAULT)
    return DEFAULT
