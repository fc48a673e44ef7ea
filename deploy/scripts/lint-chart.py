"""Renders deploy/helm/greenstall with Helm's own engine and checks what comes out. Called by lint-deploy.sh.

Each file in ci/ is one set of values. It must pass the chart's schema, each rendered manifest must be a resource that
Kubernetes knows, field by field, every variable of a pod must be a setting of Greenstall, every mount must be a volume, and the
PodMonitor must name the job that the alerts ask for. Kinds of other projects (HTTPRoute, PodMonitor) have no schema here and
are only parsed. The manifests are written to the folder that is given as argument.
"""

import re
import sys
from pathlib import Path

import helm_python
import kubernetes_validate
import yaml

from shop_settings import KNOWN

CHART = Path("deploy/helm/greenstall")
ALERTS = Path("deploy/prometheus/alerts.yml")
# The oldest version that the chart supports, and the newest that the schemas have.
KUBERNETES = ("1.27", kubernetes_validate.latest_version())
# A misspelled name, a missing shop, an Ingress without what it needs: the chart must refuse each.
REFUSED = {
    "an unknown value": {"querry": {"replicas": 3}},
    "no bucket": {"shop": {"publicUrl": "https://shop.example"}},
    "an odd address": {"shop": {"publicUrl": "shop.example"}, "blobs": {"url": "s3://b"}},
    "Stripe without keys": {
        "shop": {"publicUrl": "https://shop.example"},
        "blobs": {"url": "s3://b"},
        "payments": {"provider": "stripe"},
    },
    "an Ingress without the proxy": {
        "shop": {"publicUrl": "https://shop.example"},
        "blobs": {"url": "s3://b"},
        "routing": {"proxy": {"enabled": False}},
    },
    "a network policy that lets nobody in": {
        "shop": {"publicUrl": "https://shop.example"},
        "blobs": {"url": "s3://b"},
        "routing": {"proxy": {"enabled": False}, "ingress": {"enabled": False}, "gateway": {"enabled": True}},
        "networkPolicy": {"enabled": True},
    },
}


def render(values):
    with helm_python.Chart.load(str(CHART)) as chart:
        chart.validate_schema(values)
        return chart.render(values, name="shop", namespace="market")


def faults_of(manifest):
    kind, name = manifest.get("kind"), manifest.get("metadata", {}).get("name")
    found = []
    for version in KUBERNETES:
        try:
            kubernetes_validate.validate(manifest, version, strict=True)
        except kubernetes_validate.SchemaNotFoundError:
            print(f"  only parsed, no schema for Kubernetes {version}: {manifest['apiVersion']} {kind}")
        except kubernetes_validate.ValidationError as error:
            found.append(f"{kind} {name}, Kubernetes {version}: {error.message}")
    return found


def unknown_settings(manifest):
    """Variables of a pod's containers that Greenstall would ignore with a warning."""
    pod = manifest.get("spec", {}).get("template", {}).get("spec", {})
    for container in pod.get("containers", []):
        for variable in container.get("env", []):
            if variable["name"] not in KNOWN:
                yield f"{manifest['metadata']['name']}: no setting is named {variable['name']}"


def unknown_volumes(manifest):
    """Mounts of volumes that the pod does not have."""
    pod = manifest.get("spec", {}).get("template", {}).get("spec", {})
    volumes = {volume["name"] for volume in pod.get("volumes", [])}
    for container in pod.get("containers", []):
        for mount in container.get("volumeMounts", []):
            if mount["name"] not in volumes:
                yield f"{manifest['metadata']['name']}: no volume is named {mount['name']}"


def other_jobs(manifests):
    """Pods whose metrics come from another job than the one that the alerts name."""
    job = re.search(r'up\{job="(\w+)"\}', ALERTS.read_text())[1]
    for monitor in (manifest for manifest in manifests if manifest["kind"] == "PodMonitor"):
        components = monitor["spec"]["selector"]["matchExpressions"][0]["values"]
        for pods in (manifest["spec"]["template"] for manifest in manifests if manifest["kind"] == "Deployment"):
            labels = pods["metadata"]["labels"]
            if labels["app.kubernetes.io/component"] in components and labels.get(monitor["spec"].get("jobLabel")) != job:
                yield f"PodMonitor: the job of {labels['app.kubernetes.io/component']} is not {job}"


def lint_values(file, folder):
    print(f"{file}:")
    values = yaml.safe_load(file.read_text())
    linted = helm_python.lint(str(CHART), values, strict=True)
    faults = [str(message) for message in linted["messages"] if message["severity"] > 1] + linted["errors"]
    manifests = []
    for template, text in sorted(render(values).items()):
        if template.endswith(".yaml"):
            manifests += [document for document in yaml.safe_load_all(text) if document]
    for manifest in manifests:
        faults += faults_of(manifest)
        faults += unknown_settings(manifest)
        faults += unknown_volumes(manifest)
    faults += other_jobs(manifests)
    names = [(manifest["kind"], manifest["metadata"]["name"]) for manifest in manifests]
    if len(set(names)) != len(names):
        faults.append("two manifests of one kind have the same name")
    (folder / f"{file.stem}.yaml").write_text(yaml.safe_dump_all(manifests, sort_keys=False))
    print(f"  {len(manifests)} manifests: " + ", ".join(f"{kind} {name}" for kind, name in names))
    return faults


def accepted():
    for what, values in REFUSED.items():
        try:
            render(values)
        except helm_python.HelmError:
            continue
        yield f"the chart accepts {what}"


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    print(f"Helm {helm_python.helm_sdk_version()}, schemas of Kubernetes {' and '.join(KUBERNETES)}")
    faults = [fault for file in sorted(CHART.glob("ci/*.yaml")) for fault in lint_values(file, folder)]
    faults += accepted()
    for fault in faults:
        print(f"  FAULT: {fault}")
    sys.exit(bool(faults))


main()
