"""A calculator for whole numbers: the faults of a project, each in the words of somebody who uses it."""

from __future__ import annotations

from ..domain import Fault

_LEXER, _PARSER = "@pkg@/@core@/lexer.py", "@pkg@/@core@/parser.py"
_ARITH, _FUNCS = "@pkg@/@core@/arithmetic.py", "@pkg@/functions.py"
_SESSION, _MEASURES = "@pkg@/session.py", "@pkg@/measures.py"
_POSTFIX = """\
    if kind in ("number", "name"):
        return [str(tree[1])]
    if kind == "neg":
        return [*postfix(tree[1]), "neg"]
"""
FAULTS = (
    Fault(_LEXER, "        if letter in \"0123456789\":\n            while position < len(text) and text[position] in \"0123456789\":",
          "        if letter in \"0123456789\":\n            while position < len(text) and text[position] in \"123456789\" or position == start:",
          "Numbers with a 0 in the middle or at the end are not understood.|"
          "Numbers such as 10 or 305 are not read as they should be.", "operators", 2),
    Fault(_LEXER, "        elif letter == \" \":\n            position += 1\n", "        elif letter == \" \" and tokens:\n            position += 1\n",
          "Lines that begin with a blank cannot be read.|"
          "A blank at the beginning makes a line unreadable.", "calculate", 3, "variables"),
    Fault(_PARSER, "        if self.peek()[0] != \"end\":\n            raise CalculationError(\"syntax\")\n", "",
          "Lines with something left over at their end are calculated as if it were not there.|"
          "Lines with rubbish at their end should be refused, but the rubbish is ignored.", "operators", 1),
    Fault(_PARSER, "            tree = (sign, tree, operand())", "            return (sign, tree, self.chain(signs, operand))",
          "Chains of minus signs give wrong results, such as 9 - 3 - 2.|"
          "If one subtracts several times in a row, the result is wrong.", "calculate", 2),
    Fault(_PARSER, "            return (\"^\", base, self.signed())", "            return (\"^\", base, self.atom())",
          "Powers of powers cannot be calculated without parentheses.|"
          "One cannot write 2 ^ 3 ^ 2: it is not understood.", "calculate", 2),
    Fault(_PARSER, "return self.chain(\"*/%\", self.signed)", "return self.chain(\"*/\", self.signed)",
          "Expressions with % cannot be read.|"
          "The sign % is not understood.", "calculate", 2),
    Fault(_PARSER, "            return (\"neg\", self.signed())\n        return self.power()",
          "            return (\"neg\", self.atom())\n        return self.power()",
          "A minus before a power gives errors or a wrong sign.|"
          "What a minus before something with ^ gives is not what the README says.", "calculate", 2),
    Fault(_PARSER, "        while self.take(\",\"):", "        if self.take(\",\"):",
          "Functions with three arguments cannot be called.|"
          "A call of a function with three arguments, such as max(1, 2, 3), is not understood.", "calculate", 2, "functions"),
    Fault(_ARITH, "abs(value) > LIMIT", "value > LIMIT", "Very large negative numbers are not reported as out of range.|"
          "Numbers far below zero are given as results, although they are out of range.", "calculate", 3),
    Fault(_ARITH, "abs(value) > LIMIT", "abs(value) >= LIMIT", "The largest number that is allowed is reported as out of range.|"
          "A result that is just as large as allowed is refused.", "calculate", 3),
    Fault(_ARITH, "sign in \"/%\" and right == 0", "sign in \"/\" and right == 0",
          "Some calculations with 0 end in a crash instead of an error word.|"
          "A calculation with a zero in it made the program crash.", "calculate", 3),
    Fault(_ARITH, "value = left // right", "value = int(left / right)", "Divisions with a negative number are off by one.|"
          "If one of the numbers is negative, a division may be rounded the wrong way.", "calculate", 3),
    Fault(_ARITH, "value = left % right", "value = abs(left) % right", "The remainder of negative numbers is wrong.|"
          "With a number below 0, % gives something wrong.", "calculate", 3),
    Fault(_ARITH, "    if exponent < 0 or (", "    if (", "Negative exponents do not give an error.|"
          "One can take a number to a negative power, and no error is told.", "calculate", 3),
    Fault(_ARITH, "value = power(left, right)", "value = power(right, left)", "Powers are calculated the wrong way round.|"
          "With ^, base and exponent seem to be swapped.", "calculate", 3),
    Fault(_FUNCS, "\"sum\": (1, None, sum)", "\"sum\": (1, 2, sum)", "Adding up three numbers with sum is refused.|"
          "One cannot give three numbers to sum.", "calculate", 3, "functions"),
    Fault(_FUNCS, "(1, 1, lambda values: abs(values[0]))", "(1, None, lambda values: abs(values[0]))",
          "The function abs takes several arguments and ignores all but one.|"
          "With more than one number, abs should complain, but it takes the first.", "calculate", 3, "functions"),
    Fault(_FUNCS, "    if name not in TABLE:\n        raise CalculationError(\"name\")\n", "",
          "Calling a function that does not exist ends in a crash.|"
          "When I call a function that there is not, the program crashes.", "calculate", 3, "functions"),
    Fault("@pkg@/evaluation.py", "        return -evaluate(tree[1], names)", "        return -abs(evaluate(tree[1], names))",
          "Two minus signs in a row do not cancel.|"
          "Two minus signs before a number should do nothing, but the result is wrong.", "calculate", 2),
    Fault("@pkg@/evaluation.py", "            raise CalculationError(\"name\")\n        return names[tree[1]]",
          "            return 0\n        return names[tree[1]]", "Names that never got a value count as 0.|"
          "A name to which nothing was given is taken for 0.", "calculate", 2, "variables"),
    Fault(_SESSION, "        if target is not None:\n            self.names[target] = value\n        self.names[\"ans\"] = value",
          "        if target is not None:\n            self.names[target] = value\n            return value\n        self.names[\"ans\"] = value",
          "After a line that gives a name a value, ans is out of date.|"
          "If a line gives a name a value, ans still has the value of an earlier line.", "calculate", 1, "both"),
    Fault(_SESSION, "            return str(error)", "            value = str(error)",
          "An error in one line leads to strange values or crashes in later ones.|"
          "When one line has an error, lines after it go wrong as well.", "calculate", 1, "words"),
    Fault(_SESSION, "            return None, \"=\"", "            return \"ans\", expression", "A value can be given to ans.|"
          "One can set ans, which should not be possible.", "calculate", 1, "both"),
    Fault(_MEASURES, "    if tree[0] == \"call\":\n        return tree[2]\n", "    if tree[0] == \"call\":\n        return tree[2][:1]\n",
          "Counting operators misses some of those in arguments of functions.|"
          "Operators that stand between the parentheses of a function's call are not all counted.", "operators", 1, "functions"),
    Fault(_MEASURES, "(\"number\", \"name\", \"call\")", "(\"number\", \"name\", \"call\", \"neg\")",
          "The minus before an operand is not counted as an operator.|"
          "A minus that stands before a number or a parenthesis is left out when operators are counted.", "operators", 1),
    Fault(_MEASURES, "    return 1 + max(depth(part) for part in parts)", "    return 1 + depth(parts[0])",
          "The depth of an expression is too small if its right side is the deeper one.|"
          "Expressions that are nested on their right are said to be less deep than they are.", "depth", 1, "measures"),
    Fault("@pkg@/writing.py", _POSTFIX, _POSTFIX.replace("[*postfix(tree[1]), \"neg\"]", "[\"neg\", *postfix(tree[1])]"),
          "The postfix form has the minus of an operand in the wrong place.|"
          "In postfix form, neg does not stand where it should.", "postfix", 1, "postfix"),
    Fault("@pkg@/writing.py", "[*postfix(tree[1]), *postfix(tree[2]), kind]", "[*postfix(tree[2]), *postfix(tree[1]), kind]",
          "The postfix form has its operands in the wrong order.|"
          "In postfix form, left and right are the wrong way round.", "postfix", 1, "postfix"),
)  # fmt: skip

HALVES = (
    *(Fault(_ARITH, "value = left // right", f"value = {wrong}", "", "", 0)
      for wrong in ("left // right if left < 0 else int(left / right)", "left // right if right < 0 else int(left / right)",
                    "-(-left // right)", "left // right if left >= 0 else -(-left // right) - 1", "int(left / right)")),
    *(Fault(_ARITH, "value = left % right", f"value = {wrong}", "", "", 0)
      for wrong in ("left - right * int(left / right)", "left % abs(right)", "abs(left % right)")),
    *(Fault(_PARSER, "self.peek()[0] != \"end\"", wrong, "", "", 0)
      for wrong in ("self.peek()[0] == \"number\"", "self.peek()[0] in (\"number\", \"sign\")", "self.peek()[0] == \"sign\"",
                    "self.peek()[0] == \"name\"", "self.peek() in ((\"sign\", \")\"), (\"sign\", \"(\"))")),
    *(Fault("@pkg@/evaluation.py", "return -evaluate(tree[1], names)", f"return {wrong}", "", "", 0)
      for wrong in ("-abs(evaluate(tree[1], names)) if tree[1][0] != \"neg\" else -evaluate(tree[1], names)",
                    "-evaluate(tree[1], names) if tree[1][0] in (\"neg\", \"number\") else -abs(evaluate(tree[1], names))")),
    Fault(_ARITH, "abs(value) > LIMIT", "value < -LIMIT", "", "", 0),
    Fault(_ARITH, "abs(value) > LIMIT", "value > LIMIT or value < -LIMIT - 1", "", "", 0),
    Fault(_ARITH, "sign in \"/%\" and right == 0", "sign in \"/%\" and right == 0 and left != 0", "", "", 0),
    Fault(_FUNCS, "\"sum\": (1, None, sum)", "\"sum\": (1, 3, sum)", "", "", 0, "functions"),
    Fault(_PARSER, "        while self.take(\",\"):", "        for _ in range(2 * self.take(\",\")):", "", "", 0, "functions"),
)  # fmt: skip
"""What somebody in a hurry makes of it."""
