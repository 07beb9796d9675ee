#!/usr/bin/env bash
# Writes what package managers read, from the sums of a release: `release/manifests.sh FOLDER`, with FOLDER/SHA256SUMS as release/build.sh
# makes it. FOLDER/manifests then has torneo.rb (Homebrew), PKGBUILD (Arch), recipe.yaml (conda-forge) and winget/*.yaml. They name the
# archives at the release's tag.
set -euo pipefail
folder="$(realpath "${1:?expected the folder that release/build.sh made}")"
sums="$folder/SHA256SUMS"
if [ ! -f "$sums" ]; then
    echo "error: $sums is missing: release/build.sh writes it" >&2
    exit 2
fi
cd "$(dirname "$0")/.."
version="$(release/version.sh)"
readonly home=https://github.com/torneo/torneo
readonly at="$home/releases/download/v$version"
readonly about="Reproducible tournaments of game engines, and statistics of games"

# The archives that the manifests name, by what their sums are called here.
declare -A archives=(
    [linux_x86]="torneo-$version-x86_64-unknown-linux-gnu.tar.gz"
    [linux_arm]="torneo-$version-aarch64-unknown-linux-gnu.tar.gz"
    [macos_x86]="torneo-$version-x86_64-apple-darwin.tar.gz"
    [macos_arm]="torneo-$version-aarch64-apple-darwin.tar.gz"
    [windows]="torneo-$version-x86_64-pc-windows-gnu.zip"
    [sources]="torneo-$version.tar.gz"
)
declare -A sum
missing=()
for key in "${!archives[@]}"; do
    # A star before the name says that the file was read as bytes.
    sum[$key]="$(awk -v name="${archives[$key]}" '{ file = $2; sub(/^\*/, "", file) } file == name { print $1 }' "$sums")"
    [[ "${sum[$key]}" =~ ^[0-9a-f]{64}$ ]] || missing+=("${archives[$key]}")
done
if [ "${#missing[@]}" -gt 0 ]; then
    mapfile -t missing < <(printf '%s\n' "${missing[@]}" | LC_ALL=C sort)
    echo "error: $sums has no sum of ${missing[*]}: build these first" >&2
    exit 2
fi

mkdir -p "$folder/manifests/winget"
cd "$folder/manifests"

cat >torneo.rb <<EOF
class Torneo < Formula
  desc "$about"
  homepage "$home"
  version "$version"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "$at/${archives[macos_arm]}"
      sha256 "${sum[macos_arm]}"
    end
    on_intel do
      url "$at/${archives[macos_x86]}"
      sha256 "${sum[macos_x86]}"
    end
  end

  on_linux do
    on_arm do
      url "$at/${archives[linux_arm]}"
      sha256 "${sum[linux_arm]}"
    end
    on_intel do
      url "$at/${archives[linux_x86]}"
      sha256 "${sum[linux_x86]}"
    end
  end

  def install
    bin.install "torneo"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/torneo.bash" => "torneo"
    zsh_completion.install "completions/_torneo"
    fish_completion.install "completions/torneo.fish"
    pkgshare.install "configs"
  end

  test do
    assert_match "torneo #{version}", shell_output("#{bin}/torneo -V")
  end
end
EOF

cat >PKGBUILD <<EOF
pkgname=torneo-bin
pkgver=${version//-/_}
pkgrel=1
pkgdesc="$about"
arch=(x86_64 aarch64)
url="$home"
license=('MIT OR Apache-2.0')
depends=(glibc gcc-libs)
provides=(torneo)
conflicts=(torneo)
source_x86_64=("$at/${archives[linux_x86]}")
source_aarch64=("$at/${archives[linux_arm]}")
sha256sums_x86_64=('${sum[linux_x86]}')
sha256sums_aarch64=('${sum[linux_arm]}')

package() {
    cd "torneo-$version-\$CARCH-unknown-linux-gnu"
    install -Dm755 torneo -t "\$pkgdir/usr/bin"
    install -Dm644 man/*.1 -t "\$pkgdir/usr/share/man/man1"
    install -Dm644 completions/torneo.bash "\$pkgdir/usr/share/bash-completion/completions/torneo"
    install -Dm644 completions/_torneo -t "\$pkgdir/usr/share/zsh/site-functions"
    install -Dm644 completions/torneo.fish -t "\$pkgdir/usr/share/fish/vendor_completions.d"
    install -Dm644 configs/*.toml -t "\$pkgdir/usr/share/torneo/configs"
    install -Dm644 LICENSE-MIT LICENSE-APACHE -t "\$pkgdir/usr/share/licenses/\$pkgname"
}
EOF

cat >recipe.yaml <<EOF
schema_version: 1

context:
  version: "$version"

package:
  name: torneo
  version: \${{ version }}

source:
  url: $at/${archives[sources]}
  sha256: ${sum[sources]}

build:
  number: 0
  skip:
    - win
  script: \${{ PYTHON }} -m pip install . -vv --no-deps --no-build-isolation
  python:
    version_independent: true

requirements:
  build:
    - \${{ compiler("c") }}
    - \${{ stdlib("c") }}
    - \${{ compiler("rust") }}
  host:
    - python >=3.10
    - maturin >=1.9,<2
    - pip
  run:
    - python >=3.10
    - numpy >=1.24
    - pyarrow >=14

tests:
  - python:
      imports:
        - torneo
      pip_check: true
  - script:
      - python -m torneo -V

about:
  homepage: $home
  repository: $home
  documentation: $home/blob/main/docs/README.md
  license: MIT OR Apache-2.0
  license_file:
    - LICENSE-MIT
    - LICENSE-APACHE
  summary: $about
EOF

cat >winget/torneo.torneo.yaml <<EOF
# yaml-language-server: \$schema=https://aka.ms/winget-manifest.version.1.9.0.schema.json
PackageIdentifier: torneo.torneo
PackageVersion: $version
DefaultLocale: en-US
ManifestType: version
ManifestVersion: 1.9.0
EOF
cat >winget/torneo.torneo.locale.en-US.yaml <<EOF
# yaml-language-server: \$schema=https://aka.ms/winget-manifest.defaultLocale.1.9.0.schema.json
PackageIdentifier: torneo.torneo
PackageVersion: $version
PackageLocale: en-US
Publisher: The authors of torneo
PackageName: torneo
PackageUrl: $home
License: MIT OR Apache-2.0
LicenseUrl: $home/blob/v$version/LICENSE-MIT
ShortDescription: $about
ReleaseNotesUrl: $home/releases/tag/v$version
ManifestType: defaultLocale
ManifestVersion: 1.9.0
EOF
cat >winget/torneo.torneo.installer.yaml <<EOF
# yaml-language-server: \$schema=https://aka.ms/winget-manifest.installer.1.9.0.schema.json
PackageIdentifier: torneo.torneo
PackageVersion: $version
InstallerType: zip
NestedInstallerType: portable
NestedInstallerFiles:
  - RelativeFilePath: torneo-$version-x86_64-pc-windows-gnu\\torneo.exe
    PortableCommandAlias: torneo
Installers:
  - Architecture: x64
    InstallerUrl: $at/${archives[windows]}
    InstallerSha256: ${sum[windows]}
ManifestType: installer
ManifestVersion: 1.9.0
EOF
echo "written: $folder/manifests"
