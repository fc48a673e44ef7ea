"""The names of Greenstall's settings as environment variables, from deploy/config.default.toml, for the linters."""

import tomllib
from pathlib import Path


def names_in(table, prefix=()):
    for key, value in table.items():
        if isinstance(value, dict):
            yield from names_in(value, (*prefix, key))
        else:
            yield "GREENSTALL_" + "__".join((*prefix, key)).upper()


# Read by the exporter of traces itself: the key for a collector.
OTHERS = {"OTEL_EXPORTER_OTLP_HEADERS"}
KNOWN = OTHERS | set(names_in(tomllib.loads(Path("deploy/config.default.toml").read_text())))
