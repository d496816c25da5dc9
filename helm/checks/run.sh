#!/bin/sh
# Checks what ChartIT has rendered into target/helm against the schemas of two versions of Kubernetes, and the dashboard
# against Grafana's own model. Installs the two Python packages into target/checks first.
set -eu
cd "$(dirname "$0")/../.."
versions="1.31 1.36"

[ -x target/checks/bin/python ] || python3 -m venv target/checks
target/checks/bin/pip install --quiet --disable-pip-version-check -r helm/checks/requirements.txt

found=0
for file in target/helm/*.yaml; do
  [ -e "$file" ] || break
  for version in $versions; do
    target/checks/bin/kubernetes-validate --strict --quiet --no-warn -k "$version" "$file"
    echo "$file is valid for Kubernetes $version"
  done
  found=$((found + 1))
done
[ "$found" -gt 0 ] || { echo "nothing in target/helm; run ./mvnw -Pcontainers verify first" >&2; exit 1; }

# that an unknown field would be found
sed 's/readinessProbe:/readynessProbe:/' target/helm/default.yaml >target/checks/misspelt.yaml
if target/checks/bin/kubernetes-validate --strict --quiet --no-warn -k 1.36 target/checks/misspelt.yaml >/dev/null 2>&1; then
  echo "a misspelt field was not found" >&2
  exit 1
fi

target/checks/bin/python helm/checks/dashboard.py helm/quarry/files/dashboard.json
