# Programs from Debian packages, without root and without installing anything. To be sourced after lib.sh.
# shellcheck shell=bash

# unpack_from_debian FOLDER PACKAGE...: apt-get downloads the packages and what they need, and they are unpacked in FOLDER.
# Nothing is installed or started, and no root is needed.
unpack_from_debian() {
  local folder=$1 package
  shift
  have apt-get && have dpkg-deb || return
  rm -rf "$folder"
  mkdir -p "$folder"/{lists/partial,cache/archives/partial,root}
  # With an empty list of installed packages, apt-get also downloads libraries that the machine may lack.
  : >"$folder/status"
  local apt=(apt-get -q -y -o Debug::NoLocking=true -o "Dir::State::lists=$folder/lists" -o "Dir::State::status=$folder/status"
    -o "Dir::Cache=$folder/cache" -o APT::Sandbox::User=)
  "${apt[@]}" update && "${apt[@]}" --download-only --no-install-recommends install "$@" || return
  for package in "$folder"/cache/archives/*.deb; do
    # The C library must be the machine's own.
    case ${package##*/} in libc6_* | libc-bin_* | dpkg_* | perl-base_* | tar_*) continue ;; esac
    dpkg-deb --extract "$package" "$folder/root" || return
  done
  rm -rf "$folder/cache" "$folder/lists"
}

# The folders of the unpacked libraries, for LD_LIBRARY_PATH.
debian_libraries() {
  local machine
  machine=$(uname -m)-linux-gnu
  printf '%s' "$1/root/usr/lib/$machine:$1/root/lib/$machine"
}

# debian_program FOLDER PATH NAME: writes FOLDER/bin/NAME, which runs the unpacked program with its libraries.
debian_program() {
  local folder=$1 path=$2 name=$3
  mkdir -p "$folder/bin"
  cat >"$folder/bin/$name" <<SCRIPT
#!/bin/sh
export LD_LIBRARY_PATH="$(debian_libraries "$folder")\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}"
exec "$folder/root$path" "\$@"
SCRIPT
  chmod +x "$folder/bin/$name"
}
