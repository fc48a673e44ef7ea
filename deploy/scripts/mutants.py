"""Mutation testing of command-service/domain in minutes: all changes that cargo-mutants would make are compiled
together, each behind a switch, so that a change costs one run of the tests and no build.

    deploy/scripts/mutants.sh              every change; writes target/mutants/results.json
    deploy/scripts/mutants.sh 12 40        these alone, by their numbers in target/mutants/mutants.json

The crate is copied to target/mutants and compiled there. A change for which no switch can be compiled counts as
"does not compile", as cargo-mutants counts it.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import tree_sitter
import tree_sitter_rust

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOMAIN = ROOT / "command-service/domain"
WORK = ROOT / "target/mutants"
BUILT = os.environ.get("CARGO_TARGET_DIR", str(WORK / "target"))
PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))
COMPARISONS = {"==", "!=", "<", ">", "<=", ">="}
CALLED_BY_CONSTANTS = {
    name
    for file in DOMAIN.glob("src/**/*.rs")
    for value in re.findall(r"\bconst [A-Z_]+:[^=;]*=([^;]*);", file.read_text())
    for name in re.findall(r"\b(\w+)\(", value)
}
CONST_FUNCTION = re.compile(r"\bconst fn (\w+)")
# Seconds that a run of all tests may take. It usually takes one.
TOO_LONG = 120

# Optimise slow dependencies, because the crate's tests run thousands of times.
PROFILE = """
[profile.dev]
debug = false

[profile.dev.package]
flate2 = { opt-level = 2 }
miniz_oxide = { opt-level = 2 }
places = { opt-level = 2 }
proptest = { opt-level = 2 }
"""

SWITCHES = """
static ON: std::sync::LazyLock<u32> =
    std::sync::LazyLock::new(|| std::env::var("MUTANT").ok().and_then(|number| number.parse().ok()).unwrap_or(0));
#[inline(never)]
pub fn on(number: u32) -> bool { *ON == number }
"""


def write(path, text):
    """Writes a file unless it has this text already, so that cargo does not compile it again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def manifest():
    """The domain's manifest with what it takes from the workspace's."""
    workspace = re.sub(r"members = \[.*?\]\n", "", (ROOT / "Cargo.toml").read_text(), flags=re.S)
    workspace = workspace[: workspace.index("[workspace.lints.")].replace('path = "', f'path = "{ROOT}/')
    return (DOMAIN / "Cargo.toml").read_text().replace("[lints]\nworkspace = true\n", "") + workspace + PROFILE


def lay_out():
    """The domain as it is (`plain`, which cargo-mutants reads) and with switches (`switched`)."""
    for crate in ("plain", "switched"):
        write(WORK / crate / "Cargo.toml", manifest())
        if not (WORK / crate / "Cargo.lock").exists():
            shutil.copy(ROOT / "Cargo.lock", WORK / crate / "Cargo.lock")
    shutil.rmtree(WORK / "plain/src", ignore_errors=True)
    shutil.copytree(DOMAIN / "src", WORK / "plain/src")
    for file in DOMAIN.glob("src/**/*.json"):
        write(WORK / "switched" / file.relative_to(DOMAIN), file.read_text())


def listed():
    """The changes that cargo-mutants would make."""
    found = subprocess.run(["cargo", "mutants", "--list", "--json"], cwd=WORK / "plain", stdout=subprocess.PIPE, check=True)
    mutants = json.loads(found.stdout)
    (WORK / "mutants.json").write_text(json.dumps(mutants, indent=1))
    return mutants


class Switched:
    """A source file with the switches of its mutants."""

    def __init__(self, text, mutants):
        self.text, self.placed, self.at = text, set(), {}
        lines = text.splitlines(keepends=True)
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line))
        for number, mutant in mutants:
            begin = mutant["span"]["start"]
            line = lines[begin["line"] - 1].decode()
            byte = starts[begin["line"] - 1] + len(line[: begin["column"] - 1].encode())
            self.at.setdefault((mutant["genre"], byte), []).append((number, mutant["replacement"].strip()))

    def code(self):
        root = PARSER.parse(self.text).root_node
        code = self.text[: root.start_byte].decode() + self.node(root)
        # A switch is read at run time, so a function cannot be const, except where a constant is made with it.
        return CONST_FUNCTION.sub(lambda found: found[0] if found[1] in CALLED_BY_CONSTANTS else f"fn {found[1]}", code)

    def take(self, genre, node):
        found = self.at.get((genre, node.start_byte), [])
        self.placed.update(number for number, _ in found)
        return found

    def node(self, node):
        special = getattr(self, node.type, None)
        switched = special(node) if special else None
        return switched if switched is not None else self.children(node)

    def children(self, node):
        parts, byte = [], node.start_byte
        for child in node.children:
            parts += [self.text[byte : child.start_byte].decode(), self.statement(child)]
            byte = child.end_byte
        return "".join(parts) + self.text[byte : node.end_byte].decode()

    def statement(self, node):
        """The first statement of a function stands for its whole body."""
        block = node.parent
        begins = block.type == "block" and block.parent and block.parent.type == "function_item" and node.is_named
        values = self.take("FnValue", node) if begins else []
        empty = [number for number, value in values if value.startswith("::std::iter::empty")]
        if empty:
            # The function returns an opaque iterator type, so an iterator of another type cannot be returned early.
            self.placed.difference_update(number for number, _ in values if number not in empty)
            return f"({self.node(node)}).take(if crate::on({empty[0]}) {{ 0 }} else {{ usize::MAX }})"
        early = (f"if crate::on({number}) {{ return {value or '()'}; }} " for number, value in values)
        return "".join(early) + self.node(node)

    def binary_expression(self, node):
        operator = node.child_by_field_name("operator")
        others = self.take("BinaryOperator", operator)
        if not others:
            return None
        sign = operator.text.decode()
        left, right = (self.node(node.child_by_field_name(side)) for side in ("left", "right"))
        if sign in COMPARISONS:
            chosen = choice((number, f"l {other} r") for number, other in others)
            return f"(match (&({left}), &({right})) {{ (l, r) => {chosen}{{ l {sign} r }} }})"
        if sign in ("&&", "||"):
            chosen = choice((number, f"l {other} {right}") for number, other in others)
            return f"({{ let l = {left}; {chosen}{{ l {sign} {right} }} }})"
        # The marker beside the operator identifies the switch when the mutant does not compile.
        chosen = choice((number, f"{left} /* crate::on({number}) */ {other} {right}") for number, other in others)
        return f"({chosen}{{ {left} {sign} {right} }})"

    def compound_assignment_expr(self, node):
        operator = node.child_by_field_name("operator")
        others = self.take("BinaryOperator", operator)
        if not others:
            return None
        left, right = (self.node(node.child_by_field_name(side)) for side in ("left", "right"))
        chosen = choice((number, f"{left} /* crate::on({number}) */ {other} {right};") for number, other in others)
        return f"{{ {chosen}{{ {left} {operator.text.decode()} {right}; }} }}"

    def unary_expression(self, node):
        others = self.take("UnaryOperator", node)
        if not others:
            return None
        inner = self.node(node.children[-1])
        return f"({choice((number, inner) for number, _ in others)}{{ {node.children[0].text.decode()}{inner} }})"

    def match_pattern(self, node):
        guard = node.child_by_field_name("condition")
        gone, always = self.take("MatchArm", node.parent), self.take("MatchArmGuard", guard) if guard else []
        if not gone and not always:
            return None
        pattern = self.text[node.start_byte : guard.start_byte if guard else node.end_byte].decode()
        condition = f"({self.node(guard)})" if guard else "true"
        for number, other in always:
            condition = f"(if crate::on({number}) {{ {other} }} else {{ {condition} }})"
        for number, _ in gone:
            condition = f"(!crate::on({number}) && {condition})"
        return re.sub(r"\bif\s*$", "", pattern) + f" if {condition}"

    def field_initializer(self, node):
        return self.field(node, lambda: self.node(node.children[-1]))

    def shorthand_field_initializer(self, node):
        return self.field(node, lambda: node.text.decode())

    def field(self, node, value):
        gone = self.take("StructField", node)
        if not gone:
            return None
        base = next(child for child in node.parent.children if child.type == "base_field_initializer")
        name = node.children[0].text.decode() if node.children else node.text.decode()
        taken = f"({base.text.decode()[2:]}).{name}.clone()"
        return f"{name}: if crate::on({gone[0][0]}) {{ {taken} }} else {{ {value()} }}"


def choice(others):
    return "".join(f"if crate::on({number}) {{ {code} }} else " for number, code in others)


def switch(mutants, broken):
    """Writes the domain with switches; returns the switches for which no place was found."""
    numbered = [(number, mutant) for number, mutant in enumerate(mutants, 1) if number not in broken]
    wanted = {number for number, _ in numbered}
    for file in sorted((WORK / "plain/src").rglob("*.rs")):
        name = str(file.relative_to(WORK / "plain"))
        switched = Switched(file.read_bytes(), [(n, mutant) for n, mutant in numbered if mutant["file"] == name])
        root = name == "src/lib.rs"
        code = f"#![allow(warnings)]\n{switched.code()}{SWITCHES}" if root else switched.code()
        write(WORK / "switched" / name, code)
        wanted -= switched.placed
    return wanted


def block(text):
    """The text up to the brace that closes the next block."""
    depth = 0
    for index, character in enumerate(text):
        depth += (character == "{") - (character == "}")
        if character == "}" and depth <= 0:
            return text[:index]
    return text


def blamed(message):
    """The switches that a compiler's message is about: those in the marked code, otherwise the last one before it."""
    spans = message["spans"] + [span for child in message["children"] for span in child["spans"]]
    for span in sorted(spans, key=lambda span: not span["is_primary"]):
        if not span["file_name"].startswith("src/"):
            continue
        text = (WORK / "switched" / span["file_name"]).read_bytes()
        if (message["code"] or {}).get("code") == "E0004":
            # The match is not exhaustive, because too many of its arms can be switched off.
            arms = block(text[span["byte_end"] :].decode(errors="ignore"))
            return {int(number) for number in re.findall(r"!crate::on\((\d+)\)", arms)}
        marked = text[span["byte_start"] : span["byte_end"]].decode(errors="ignore")
        before = text[max(0, span["byte_start"] - 400) : span["byte_start"]].decode(errors="ignore")
        numbers = re.findall(r"crate::on\((\d+)\)", marked) if len(marked) < 400 else []
        numbers = numbers or re.findall(r"crate::on\((\d+)\)", before)[-1:]
        if numbers:
            return {int(number) for number in numbers}
    return set()


def build(mutants):
    """Builds the tests with every switch that compiles; returns the executable and the switches that do not."""
    broken = set()
    while True:
        broken |= switch(mutants, broken)
        command = ["cargo", "test", "--lib", "--no-run", "--message-format=json"]
        run = subprocess.run(
            command, cwd=WORK / "switched", stdout=subprocess.PIPE, env={**os.environ, "CARGO_TARGET_DIR": BUILT}
        )
        new, executable = set(), None
        for line in run.stdout.splitlines():
            told = json.loads(line)
            if told.get("executable"):
                executable = told["executable"]
            if told["reason"] == "compiler-message" and told["message"]["level"] == "error":
                new |= blamed(told["message"])
        if run.returncode == 0:
            return executable, broken
        if not new - broken:
            sys.exit("The domain does not compile, and no switch is to blame: see cargo's messages above.")
        print(f"{len(new - broken)} changes do not compile", flush=True)
        broken |= new


def verdict(tests, number, file):
    """Runs the tests of the file, then those of its aggregate, then all, until one fails."""
    parts = file.removesuffix(".rs").split("/")[1:]
    stages = [["::".join(parts) + "::"], ["::".join(parts[:1]) + "::"]] if len(parts) > 1 else []
    for stage in [*stages, []]:
        environment = {**os.environ, "MUTANT": str(number), "PROPTEST_MAX_SHRINK_ITERS": "0"}
        if stage:
            environment["PROPTEST_CASES"] = "64"
        run = subprocess.Popen(
            [tests, *stage],
            env=environment,
            cwd=WORK / "switched",
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        signal.signal(signal.SIGALRM, lambda *_: os.killpg(run.pid, signal.SIGKILL))
        begun = time.monotonic()
        signal.alarm(TOO_LONG)
        failed = any(line.startswith("test ") and line.rstrip().endswith("FAILED") for line in run.stdout)
        signal.alarm(0)
        if failed:
            run.kill()
        status = run.wait()
        if failed or status != 0:
            return "timeout" if not failed and time.monotonic() - begun >= TOO_LONG - 1 else "caught"
    return "missed"


def main():
    only = {int(number) for number in sys.argv[1:]}
    lay_out()
    mutants = listed()
    tests, broken = build(mutants)
    results = {}
    for number, mutant in enumerate(mutants, 1):
        if number in broken or (only and number not in only):
            continue
        results[number] = verdict(tests, number, mutant["file"])
        if results[number] != "caught":
            print(results[number], number, mutant["name"], flush=True)
    (WORK / "results.json").write_text(json.dumps({"doesNotCompile": sorted(broken), "results": results}))
    counts = {kind: sum(result == kind for result in results.values()) for kind in ("caught", "missed", "timeout")}
    print(f"{len(mutants)} changes: {len(broken)} do not compile, {counts}")


if __name__ == "__main__":
    main()
