#!/usr/bin/env bash
# Installs what the tests judge artefacts with, where it is missing: browsers, PDF tools, validators.
# May be run any number of times; says what it does. Needs a Debian-like system and root for packages.
#
# Each folder of tests/validators/ is one validator from a registry, pinned by its own file: pom.xml (Maven Central),
# package.json with its lock file (npm) or requirements.txt (PyPI). It is installed to target/validators/<name>/.
set -euo pipefail
cd "$(dirname "$0")/.."

# Command that must be there, and the Debian package it comes from.
packages=(
    "chromium chromium"
    "inkscape inkscape"
    "pdftotext poppler-utils"
    "qpdf qpdf"
    "python3 python3"
    "pip3 python3-pip"
    "javac default-jdk-headless"
    "mvn maven"
    "node nodejs"
    "npm npm"
    "unzip unzip"
    "msgfmt gettext"
    "bsdtar libarchive-tools"
    "disorderfs disorderfs"
)

missing=()
for row in "${packages[@]}"; do
    read -r command package <<<"$row"
    if command -v "$command" >/dev/null 2>&1; then
        echo "have $command"
    else
        missing+=("$package")
    fi
done

if [ ${#missing[@]} -gt 0 ]; then
    echo "installing ${missing[*]}"
    as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    export DEBIAN_FRONTEND=noninteractive
    log=$(mktemp)
    "${as_root[@]}" apt-get update -qq >"$log" 2>&1 || { cat "$log"; exit 1; }
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >"$log" 2>&1 || { cat "$log"; exit 1; }
    rm -f "$log"
fi

# Installs one folder of tests/validators, unless the same files are installed already.
install() {
    local source=$1 name place stamp
    name=$(basename "$source")
    place="target/validators/$name"
    stamp=$(find "$source" -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum)
    if [ "$(cat "$place/.stamp" 2>/dev/null)" = "$stamp" ]; then
        echo "have $name"
        return
    fi
    echo "installing $name"
    rm -rf "$place"
    mkdir -p "$place"
    local log="$place.log"
    if [ -f "$source/pom.xml" ]; then
        mvn -B -q -f "$source/pom.xml" package >"$log" 2>&1
    elif [ -f "$source/package.json" ]; then
        cp "$source"/package*.json "$place/"
        npm --prefix "$place" ci --no-audit --no-fund >"$log" 2>&1
    elif [ -f "$source/requirements.txt" ]; then
        python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
            --target "$place" -r "$source/requirements.txt" >"$log" 2>&1
    fi || { cat "$log"; exit 1; }
    echo "$stamp" >"$place/.stamp"
}

for source in tests/validators/*/; do
    install "${source%/}"
done
