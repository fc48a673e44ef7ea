"""Checks the rule files that Prometheus reads in Compose. Called by lint-deploy.sh.

Each rule file is in deploy/prometheus and mounted into the container; each of its alerts is played by alerts-test.yml and
stands in the section of the runbooks that it links to.
"""

import re
import sys
from pathlib import Path

import yaml

PROMETHEUS = Path("deploy/prometheus")


def anchor(heading):
    return heading.lower().replace(" ", "-")


def faults():
    config = yaml.safe_load(Path("deploy/container/prometheus.yml").read_text())
    prometheus = yaml.safe_load(Path("deploy/container/compose.yaml").read_text())["services"]["prometheus"]
    played = set(re.findall(r"Greenstall\w+", (PROMETHEUS / "alerts-test.yml").read_text()))
    parts = re.split(r"^## (.+)\n", Path("deploy/docs/handbook/runbooks.md").read_text(), flags=re.MULTILINE)[1:]
    sections = dict(zip(map(anchor, parts[::2]), parts[1::2], strict=True))
    for name in config["rule_files"]:
        if not any(volume.startswith(f"../prometheus/{name}:/etc/prometheus/{name}:") for volume in prometheus["volumes"]):
            yield f"{name} is not mounted into Prometheus's container"
        for group in yaml.safe_load((PROMETHEUS / name).read_text())["groups"]:
            for rule in group["rules"]:
                alert = rule["alert"]
                if alert not in played:
                    yield f"{alert} is not played in alerts-test.yml"
                section = rule["annotations"]["runbook_url"].partition("runbooks.md#")[2]
                if not re.search(rf"\b{alert}\b", sections.get(section, "")):
                    yield f"{alert} is not in the section #{section} of the runbooks"


found = list(faults())
for fault in found:
    print(f"  FAULT: {fault}")
sys.exit(bool(found))
