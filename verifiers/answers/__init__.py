r"""One front end for answers: from what a model wrote inside the marker to the value that it commits to.

`rlvr.verifiers.extract` finds the marker in a response; what stands in it comes here. People and models put the same
things around a value whatever the task is: bold, dollars, a fence, "The answer is ...", a final stop, the unit that the
question names, ``x =``. They are taken off here, for every verifier alike, so that strictness is that of the prompt and
not that of the verifier:

* `wrapping`: wrappers, stops and sentences around a value (`plain` takes all of them off),
* `signs`: typographic signs, and the separators of thousands,
* `numbers`: whole numbers, and exact ones in the usual forms; numbers with a unit (`units`),
* `formulas`: formulas as the small parser of `rlvr.verifiers.expressions` reads them,
* `cells`: squares of numbers; `word_lists`: lists, moves and orders,
* `literals`: plain data, also behind a name or in a call,
* `programs` and `queries`: fences and prefixes of code.

Three rules keep it honest. **Nothing is searched for**: what is left when the wrapping is off must be the value, whole;
"3 or 4" has none. **One answer has one value**: no reader tries a second reading because the first was wrong. **A wrong
form is not a wrong value**: a reader that finds no value returns None, which verifiers report as ``unparsable``; only a
value can be ``wrong``. Everything is linear in the text, with bounded repetition.
"""

from __future__ import annotations

from .numbers import read_integer, read_number
from .signs import normal_signs
from .units import without_unit
from .wrapping import plain, unwrap

__all__ = ["normal_signs", "plain", "read_integer", "read_number", "unwrap", "without_unit"]
