"""Reads a dashboard into Grafana's own model and writes it again: what is lost on the way is no part of the model."""

import json
import sys

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models.dashboard import Dashboard


def lost(before, after, path):
    if isinstance(before, dict):
        for name, value in before.items():
            if not isinstance(after, dict) or name not in after:
                yield f"{path}.{name}"
            else:
                yield from lost(value, after[name], f"{path}.{name}")
    elif isinstance(before, list):
        if not isinstance(after, list) or len(before) != len(after):
            yield path
        else:
            for index, (one, other) in enumerate(zip(before, after)):
                yield from lost(one, other, f"{path}[{index}]")
    elif before != after:
        yield f"{path}: {before!r} became {after!r}"


def losses(dashboard):
    return list(lost(dashboard, json.loads(JSONEncoder().encode(Dashboard.from_json(dashboard))), "dashboard"))


def main(file):
    register_default_plugins()
    with open(file, encoding="utf-8") as source:
        dashboard = json.load(source)
    found = losses(dashboard)
    if found:
        sys.exit(f"{file} is no dashboard of Grafana's:\n" + "\n".join(found))
    panels = [panel for panel in dashboard["panels"] if panel["type"] != "row"]
    panels[0]["options"]["misspelt"] = True
    if losses(dashboard) != ["dashboard.panels[1].options.misspelt"]:
        sys.exit("a misspelt option was not found")
    print(f"{file}: {len(panels)} panels are valid for Grafana's model")


main(sys.argv[1])
