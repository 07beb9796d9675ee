#!/usr/bin/env bash
# Makes the image of a container from the archive for x86_64-unknown-linux-musl that release/build.sh made: `release/container.sh FOLDER`
# writes FOLDER/torneo-VERSION-oci.tar. It holds the program and the licences, and no system. Needs buildah and no daemon.
#     podman load --input torneo-VERSION-oci.tar
#     podman run --rm --volume "$PWD:/work" --userns keep-id torneo:VERSION run quickstart
set -euo pipefail
folder="$(realpath "${1:?expected the folder that release/build.sh made}")"
cd "$(dirname "$0")/.."
version="$(release/version.sh)"
name="torneo-$version-x86_64-unknown-linux-musl"
archive="$folder/$name.tar.gz"
image="$folder/torneo-$version-oci.tar"
if [ ! -f "$archive" ]; then
    echo "error: $archive is missing: release/build.sh x86_64-unknown-linux-musl makes it" >&2
    exit 2
fi
. .ci/tools.sh
has buildah || debian buildah || {
    echo "error: buildah is missing and cannot be installed" >&2
    exit 1
}

there="$(mktemp -d)"
# Images of others are left alone, and no file system of the kernel is needed.
images=(--root "$there/images" --runroot "$there/running" --storage-driver vfs)
trap 'rm -rf "$there"' EXIT
mkdir -p "$there/tree/usr/local/bin" "$there/tree/usr/local/share/torneo" "$there/tree/etc" "$there/tree/work"
mkdir -m 1777 "$there/tree/tmp"
tar -xzf "$archive" -C "$there"
cp "$there/$name/torneo" "$there/tree/usr/local/bin/"
cp "$there/$name"/LICENSE-* "$there/tree/usr/local/share/torneo/"
echo "torneo:x:1000:1000::/work:/usr/local/bin/torneo" >"$there/tree/etc/passwd"
chmod 777 "$there/tree/work"

made="$(buildah "${images[@]}" from scratch)"
buildah "${images[@]}" copy --quiet "$made" "$there/tree" / >/dev/null
buildah "${images[@]}" config --arch amd64 --os linux --user 1000:1000 --workingdir /work --entrypoint '["torneo"]' --cmd --help \
    --env PATH=/usr/local/bin --label org.opencontainers.image.title=torneo --label "org.opencontainers.image.version=$version" \
    --label org.opencontainers.image.source=https://github.com/torneo/torneo \
    --label "org.opencontainers.image.licenses=MIT OR Apache-2.0" "$made"
# No times: the same image from the same archive.
buildah "${images[@]}" commit --quiet --format oci --timestamp 0 "$made" "oci:$there/image:torneo:$version" >/dev/null
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C "$there/image" -cf "$image" blobs index.json oci-layout
(cd "$folder" && { grep -v " torneo-$version-oci.tar\$" SHA256SUMS || true; sha256sum "torneo-$version-oci.tar"; } >"$there/sums" && cp "$there/sums" SHA256SUMS)
echo "written: $image"
