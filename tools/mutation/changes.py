"""The small mistakes that can be made in a source file."""

from __future__ import annotations

import ast

COMPARISONS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<", "<=", ">="),
    ast.LtE: ("<=", "<", ">"),
    ast.Gt: (">", ">=", "<="),
    ast.GtE: (">=", ">", "<"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
"""An operator and what may stand in its place."""
ARITHMETIC: dict[type[ast.operator], tuple[str, ...]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.Pow: ("**", "*"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "&"),
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Changes(ast.NodeVisitor):
    """Collects every change of a file as ``(start, end, new)``.

    Annotations, decorators, assertions (``strict=True`` is one) and texts are left alone: no test could, or should,
    notice.
    """

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.edits: list[tuple[int, int, str]] = []
        self.returns: list[str] = []
        """Of the functions around, what they say they return."""
        self.visit(ast.parse(source))

    def begin(self, node: ast.expr | ast.stmt) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.expr | ast.stmt) -> str:
        return self.source[self.begin(node) : self.end(node)].decode()

    def replace(self, node: ast.expr | ast.stmt, new: str) -> None:
        self.edits.append((self.begin(node), self.end(node), new))

    def swap(self, left: ast.expr, right: ast.expr, old: str, *others: str) -> None:
        """The operator between two expressions."""
        start, end = self.end(left), self.begin(right)
        gap = self.source[start:end]
        if b"#" not in gap and (at := gap.find(old.encode())) >= 0:
            self.edits += ((start + at, start + at + len(old), new) for new in others)

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, right, op in zip([node.left, *node.comparators], node.comparators, node.ops, strict=False):
            self.swap(left, right, *COMPARISONS[type(op)])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List):
            return  # how much room is made for a list
        if self.returns or not isinstance(node.op, ast.BitOr):
            self.swap(node.left, node.right, *ARITHMETIC[type(node.op)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self.swap(left, right, *words)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub):
            self.replace(node, self.text(node).removeprefix("not").removeprefix("-").lstrip())
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.replace(node, str(not node.value))
        elif isinstance(node.value, int | float):
            self.replace(node, repr(node.value + 1))

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
            self.replace(node.func, FUNCTIONS[node.func.id])
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg != "strict":
            self.generic_visit(node)

    def visit_Slice(self, node: ast.Slice) -> None:
        for bound in (node.lower, node.upper):
            if bound is not None:
                self.replace(bound, "")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.replace(node.test, f"not ({self.text(node.test)})")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.replace(test, "True")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        if self.text(node.test) != "TYPE_CHECKING":
            self.replace(node.test, "True")
            self.replace(node.test, "False")
            self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.replace(node.test, "False")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.replace(node, "pass")
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        self.replace(node, "pass")
        self.generic_visit(node)

    def visit_Break(self, node: ast.Break) -> None:
        self.replace(node, "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        self.replace(node, "break")
        self.replace(node, "pass")

    def visit_Assign(self, node: ast.Assign) -> None:
        stored = [part for target in node.targets for part in ast.walk(target) if isinstance(part, ast.Name)]
        if self.returns and all(isinstance(part.ctx, ast.Load) for part in stored):  # no name that is missed at once
            self.replace(node, "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        old, *others = ARITHMETIC[type(node.op)]
        self.swap(node.target, node.value, f"{old}=", *(f"{new}=" for new in others))
        self.replace(node, "pass")
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and self.text(node.value) not in ("None", "True", "False"):
            kind, value = self.returns[-1], self.text(node.value)
            wrong = {"bool": f"not ({value})", "int": f"({value}) + 1"}.get(kind, "None")
            self.replace(node.value, wrong)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.returns.append(self.text(node.returns) if node.returns else "")
        defaults = [*node.args.defaults, *(each for each in node.args.kw_defaults if each is not None)]
        for part in (*defaults, *node.body):
            self.visit(part)
        self.returns.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in node.body:
            self.visit(part)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not (isinstance(node.value, ast.Name) and node.value.id == "Literal"):
            self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Has no trustworthy positions before Python 3.12."""
