"""Reads deploy/container/compose.yaml as Compose does, as far as that file goes: merges, and variables of the .env file."""

import re
from pathlib import Path

import yaml

FOLDER = Path("deploy/container")
VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")


def example():
    """The variables of env.example."""
    lines = (FOLDER / "env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if re.match(r"[A-Z]", line))


def services(variables):
    """The services of the file, with these variables filled in."""

    def filled(match):
        name, kind, rest = match.groups()
        if variables.get(name):
            return variables[name]
        if kind == "?":
            raise SystemExit(f"compose.yaml: {name} {rest}")
        return rest or ""

    def walk(node):
        if isinstance(node, dict):
            return {key: walk(value) for key, value in node.items()}
        if isinstance(node, list):
            return [walk(value) for value in node]
        return VARIABLE.sub(filled, node) if isinstance(node, str) else node

    return walk(yaml.safe_load((FOLDER / "compose.yaml").read_text()))["services"]


def address_of(service):
    """The fixed address of a service in the network of the file."""
    return service["networks"]["default"]["ipv4_address"]


def image_environment():
    """The settings that the image itself has, from the Dockerfile's last stage."""
    last = (FOLDER / "Dockerfile").read_text().rsplit("\nFROM ", 1)[1]
    return dict(re.findall(r"(GREENSTALL_\w+)=(\S+)", last))
