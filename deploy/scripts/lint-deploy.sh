#!/usr/bin/env bash
# make lint-deploy: lints the container image, compose file, Helm chart, systemd units and reverse proxies of deploy/. The
# linters of PyPI are installed into target/lint-deploy; nginx, Caddy, ShellCheck, systemd and promtool are the machine's.
# A linter that is missing is named at the end. It is never taken for one that found nothing.
. "$(dirname "$0")/steps.sh"

work=$PWD/target/lint-deploy
python=$work/python/bin/python
not_run=()

# Debian's names of the programs that are missing.
needs() {
  local program=$1 package=$2
  have "$program" && return
  not_run+=("$3: no $program (Debian: apt-get install $package)")
  return 1
}

dockerfile() {
  "$work/python/bin/hadolint" deploy/container/Dockerfile
}

# The Compose Specification's schema, and that each variable of the file is in the example of .env and the reverse.
compose() {
  "$work/python/bin/check-jsonschema" --builtin-schema vendor.compose-spec deploy/container/compose.yaml || return
  "$python" deploy/scripts/lint-compose.py
}

# Each alert is played, and has a section in the runbooks.
runbooks() {
  "$python" deploy/scripts/lint-alerts.py
}

chart() {
  "$python" deploy/scripts/lint-chart.py "$work/manifests"
}

# systemd refuses a unit whose program does not exist, so the copies start one that does.
units() {
  local folder=$work/units unit ok=0 level
  rm -rf "$folder"
  cp -r deploy/systemd "$folder"
  sed -i 's#/usr/local/bin/[^ ]*#/bin/true#' "$folder"/*.service
  for unit in greenstall.target greenstall-shop.service greenstall-{command@8081,query@8091,projections@8071}.service; do
    SYSTEMD_UNIT_PATH=$folder: systemd-analyze verify --man=no "$unit" || ok=1
    [ "${unit##*.}" = service ] || continue
    # The level goes from 0 (safe) to 10; above 2.0 is a fault here.
    level=$(SYSTEMD_UNIT_PATH=$folder: systemd-analyze security --offline=yes --no-pager --threshold=20 "$unit") || ok=1
    tail -n 1 <<<"$level"
  done
  return $ok
}

certificate() {
  [ -f "$work/tls/cert.pem" ] && return
  mkdir -p "$work/tls"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost \
    -keyout "$work/tls/key.pem" -out "$work/tls/cert.pem" 2>/dev/null
}

# nginx -t also opens files and looks names up, so paths and names are replaced by some that exist here.
nginx_accepts() {
  local config=$1 upstreams=$2 folder
  folder=$work/nginx/$(basename "$(dirname "$upstreams")")
  mkdir -p "$folder"
  cp "$upstreams" "$folder/upstreams.conf"
  sed -e "s#/etc/nginx/greenstall/#$folder/#; s#/etc/greenstall/tls/#$work/tls/#; s#/run/nginx.pid#$folder/nginx.pid#" \
    -e "s#/var/log/nginx/#$folder/#; s#/tmp/#$folder/#; s#COMMAND:#127.0.0.1:#; s#QUERY:#127.0.0.1:#" "$config" >"$folder/nginx.conf"
  nginx -t -q -e "$folder/error.log" -p "$folder" -c "$folder/nginx.conf"
}

nginx_configurations() {
  certificate
  nginx_accepts deploy/proxy/nginx.conf deploy/proxy/upstreams.conf &&
    nginx_accepts deploy/proxy/nginx.conf deploy/container/upstreams.conf &&
    nginx_accepts deploy/helm/greenstall/files/nginx.conf deploy/helm/greenstall/files/nginx.conf
}

caddyfile() {
  # Caddy keeps its state in the home folder.
  export HOME=$work
  caddy validate --adapter caddyfile --config deploy/proxy/Caddyfile >"$work/caddy.log" 2>&1 || {
    cat "$work/caddy.log"
    return 1
  }
  caddy fmt deploy/proxy/Caddyfile | diff deploy/proxy/Caddyfile -
}

scripts() {
  shellcheck --external-sources --source-path=SCRIPTDIR deploy/scripts/*.sh deploy/container/*.sh
}

# As in the container, where all files are in one folder.
prometheus() {
  mkdir -p "$work/prometheus"
  cp deploy/container/prometheus.yml deploy/prometheus/alerts*.yml "$work/prometheus/"
  promtool check config "$work/prometheus/prometheus.yml"
}

# Every alert fires on a shop that is not well, and none on one that is.
alerts() {
  promtool check rules deploy/prometheus/alerts{,-compose}.yml && promtool test rules deploy/prometheus/alerts-test.yml
}

# Grafana, the collector and Tempo have no linter that can be installed alone, so their files are parsed. YAML is a superset of JSON.
grafana() {
  "$python" -c 'import sys, yaml; [yaml.safe_load(open(name)) for name in sys.argv[1:]]' \
    deploy/grafana/*.json deploy/container/grafana/provisioning/*/*.yaml deploy/container/{collector,tempo}.yaml
}

if deploy/scripts/lint-python.sh; then
  check "Dockerfile (hadolint)" dockerfile
  check "Compose file (schema of the Compose Specification)" compose
  check "Helm chart (Helm's engine, schemas of Kubernetes)" chart
  check "Alerts, each with its runbook" runbooks
  check "Files of Grafana, collector and Tempo (parsed)" grafana
else
  not_run+=("Dockerfile, Compose file, Helm chart, runbooks of the alerts, files of Grafana, collector and Tempo: the linters of PyPI could not be installed")
fi
if needs systemd-analyze systemd "systemd units"; then check "systemd units (systemd-analyze)" units; fi
if needs nginx nginx-light "nginx configurations" && needs openssl openssl "nginx configurations"; then
  check "nginx configurations (nginx -t)" nginx_configurations
fi
if needs caddy caddy "Caddyfile"; then check "Caddyfile (caddy validate)" caddyfile; fi
if needs shellcheck shellcheck "shell scripts"; then check "Shell scripts (ShellCheck)" scripts; fi
if needs promtool prometheus "Prometheus's configuration and alerts"; then
  check "Prometheus's configuration (promtool)" prometheus
  check "Alerts, each of them played (promtool)" alerts
fi

[ ${#not_run[@]} = 0 ] || printf 'NOT RUN: %s\n' "${not_run[@]}"
tally
