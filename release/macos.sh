#!/usr/bin/env bash
# Writes what the linker must know of macOS where Apple's SDK is not at hand: `release/macos.sh FOLDER`. Zig brings the system's C library
# alone. These stubs name the other libraries and the functions of them that the program calls; macOS has the libraries themselves.
# A function that is missing here ends the build with `undefined symbol`.
set -euo pipefail
mkdir -p "${1:?expected a folder}"
cd "$1"

stub() {
    local file="$1" library="$2"
    shift 2
    mkdir -p "$(dirname "$file")"
    cat >"$file" <<EOF
--- !tapi-tbd
tbd-version: 4
targets: [ x86_64-macos, arm64-macos ]
install-name: '$library'
exports:
  - targets: [ x86_64-macos, arm64-macos ]
    symbols: [ $(printf '%s\n' "$@" | paste -sd, | sed 's/,/, /g') ]
...
EOF
}

framework() {
    local name="$1" version="$2"
    shift 2
    stub "$name.framework/$name.tbd" "/System/Library/Frameworks/$name.framework/Versions/$version/$name" "$@"
}

stub libobjc.tbd /usr/lib/libobjc.A.dylib _objc_msgSend
framework Foundation C _NSLog
framework CoreFoundation A _CFDataGetBytes _CFDataGetLength _CFDataGetTypeID _CFGetTypeID \
    _CFRelease _CFRetain _CFStringCreateWithBytesNoCopy _kCFAllocatorDefault _kCFAllocatorNull
framework IOKit A _IOIteratorNext _IOObjectRelease _IORegistryEntryCreateCFProperty _IORegistryEntryGetName \
    _IOServiceGetMatchingServices _IOServiceMatching _kIOMasterPortDefault
