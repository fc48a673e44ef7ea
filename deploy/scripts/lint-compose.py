"""Checks deploy/container/compose.yaml beyond its schema. Called by lint-deploy.sh.

Every variable is in env.example and the reverse; every image has a version; every long-running service has a health check
(its own, or its image's); every setting of Greenstall is one of config.default.toml; every file that is mounted exists.
"""

import re
import sys
from pathlib import Path

import yaml

from shop_settings import KNOWN

FOLDER = Path("deploy/container")
# Their images have a health check.
CHECKED_BY_IMAGE = {"kurrentdb"}
# Their images have no program that could ask whether they are well. A process that ends is started again.
WITHOUT_PROGRAMS = {"collector", "tempo"}
# Ports that compose.yaml gives a default, and that hardly anybody changes.
OPTIONAL = {"MAIL_PORT", "GRAFANA_PORT"}


def faults():
    text = (FOLDER / "compose.yaml").read_text()
    compose = yaml.safe_load(text)
    used = set(re.findall(r"\$\{([A-Z_0-9]+)", text))
    given = set(re.findall(r"^([A-Z_0-9]+)=", (FOLDER / "env.example").read_text(), re.MULTILINE))
    yield from (f"{name} is not in env.example" for name in sorted(used - given - OPTIONAL))
    yield from (f"{name} of env.example is not used" for name in sorted(given - used))
    for name, service in compose["services"].items():
        image = re.sub(r"\$\{\w+:-(.*)\}", r"\1", service["image"])
        if not re.search(r":v?\d+(\.\d+)+", image):
            yield f"{name}: the image {image} has no exact version"
        own = image.startswith("greenstall:")
        if not own and "healthcheck" not in service and name not in CHECKED_BY_IMAGE | WITHOUT_PROGRAMS:
            yield f"{name} has no health check"
        if own:
            yield from (f"{name}: no setting is named {key}" for key in service["environment"] if key not in KNOWN)
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith(".") and not (FOLDER / source).exists():
                yield f"{name}: {source} does not exist"


found = list(faults())
for fault in found:
    print(f"  FAULT: {fault}")
sys.exit(bool(found))
