"""All campaigns, in the order in which they are run and shown."""

from __future__ import annotations

from tools.campaigns.clocks import CLOCKS
from tools.campaigns.damage import DAMAGE
from tools.campaigns.day import DAY
from tools.campaigns.disks import DISKS
from tools.campaigns.drops import DROPS
from tools.campaigns.fuzz import FUZZ
from tools.campaigns.kill import KILL
from tools.campaigns.power import POWER
from tools.campaigns.races import FAIRNESS
from tools.campaigns.worlds import WORLDS

CAMPAIGNS = (KILL, DROPS, FUZZ, WORLDS, POWER, DISKS, DAMAGE, CLOCKS, DAY, FAIRNESS)
