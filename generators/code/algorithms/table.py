"""All templates by name, and the tier of each.

A module of templates ends in ``TEMPLATES``, a tuple of pairs of a tier and a template. The tier, 1 to 5, says how much
must be known: 1 needs one loop, 2 a dictionary, a sort or a simple table, 3 a known technique, 4 a known algorithm with
care, 5 a hard one. A template is called with a random source and a level from 1 to 7, and names its problems after
itself.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ..problem import Problem

# The list of modules: one line each.
# isort: off
from . import intervals
from . import schedules
from . import windows
from . import stretches
from . import dynamic
from . import choices
from . import sequences
from . import segments
from . import graphs
from . import orders
from . import networks
from . import strings
from . import wordplay
from . import mirrors
from . import boards
from . import crossings
from . import searches
from . import thresholds
from . import parsing
from . import texts
from . import notation
from . import greedy
from . import shares
from . import numbers
from . import terms
from . import geometry
from . import points
from . import structures
from . import queues
from . import simulation
from . import recursion
from . import arrangements
from . import bits
# isort: on

Template = Callable[[Random, int], Problem]

MODULES = (
    intervals,
    schedules,
    windows,
    stretches,
    dynamic,
    choices,
    sequences,
    segments,
    graphs,
    orders,
    networks,
    strings,
    wordplay,
    mirrors,
    boards,
    crossings,
    searches,
    thresholds,
    parsing,
    texts,
    notation,
    greedy,
    shares,
    numbers,
    terms,
    geometry,
    points,
    structures,
    queues,
    simulation,
    recursion,
    arrangements,
    bits,
)  # fmt: skip

TIERS: dict[str, int] = {template.__name__: tier for module in MODULES for tier, template in module.TEMPLATES}
TEMPLATES: dict[str, Template] = {
    template.__name__: template for module in MODULES for _, template in module.TEMPLATES
}
