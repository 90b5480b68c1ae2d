#!/usr/bin/env bash
# Starts an image as its compose file does, and checks what the image promises: deploy/image/try.sh [NAME]
# Not root, root file system read-only, healthy within 15 s, stopped within 10 s, at most 450 MB unpacked.
# Needs root, buildah and curl, and no container engine. Port: PORT, or 23456.
set -euo pipefail
name=${1:-unmet:$(dpkg --print-architecture)}
port=${PORT:-23456}
work=$(mktemp -d)
container=$(buildah from --pull-never "$name")
cleanUp() {
  buildah umount "$container" >/dev/null
  buildah rm "$container" >/dev/null
  rm -rf "$work"
}
trap cleanUp EXIT
image=$(buildah mount "$container")
failed=0
# bar NAME MEASURED MOST UNIT
bar() {
  echo "$1: $2 $4 (at most $3)"
  if [ "$2" -gt "$3" ]; then failed=1; fi
}
bar "unpacked" "$(du -sm --apparent-size "$image" | cut -f1)" 450 MB
mkdir -p "$work/root" "$work/data" "$image"/{data,proc,dev,tmp}
chown 10001:10001 "$work/data"
export image work port
# Runs in a new namespace: its processes end with this shell, and its mounts are visible only inside.
unshare --mount --pid --fork --kill-child bash -euo pipefail -c '
  mount --rbind "$image" "$work/root"
  mount -o remount,ro,bind "$work/root"
  mount -t tmpfs tmpfs "$work/root/tmp"
  mount --bind "$work/data" "$work/root/data"
  mount -t proc proc "$work/root/proc"
  mount --rbind /dev "$work/root/dev"
  inside=(env -i NODE_ENV=production DATA_DIR=/data HOST=127.0.0.1 PORT="$port" HOME=/tmp HACKER_NEWS=off
    PATH=/opt/unmet/bin:/usr/local/bin:/usr/bin:/bin "$(command -v chroot)" --userspec=10001:10001 "$work/root")
  "${inside[@]}" /opt/unmet/bin/node --eval "
    const { writeFileSync } = require(\"node:fs\")
    try { writeFileSync(\"/opt/unmet/written\", \"\"); console.log(\"root file system: writable\"); process.exitCode = 1 }
    catch (error) { console.log(\"root file system: \" + error.code + \", user \" + process.getuid()) }
    if (process.getuid() === 0) process.exitCode = 1"
  now() { echo $(($(date +%s%N) / 1000000)); }
  began=$(now)
  "${inside[@]}" /bin/sh -c "cd /opt/unmet && exec node server/main.ts" >"$work/product.log" 2>&1 &
  product=$!
  until "${inside[@]}" node /opt/unmet/health.mjs; do
    kill -0 "$product" || { cat "$work/product.log"; exit 1; }
    [ $(($(now) - began)) -lt 120000 ] || { echo "not healthy within 120 s"; exit 1; }
  done
  echo $(($(now) - began)) >"$work/healthy"
  curl --silent --show-error --fail --header "content-type: application/json" --data "{\"keyword\":\"invoices\"}" \
    "http://127.0.0.1:$port/api/search" >"$work/found"
  began=$(now)
  kill -TERM "$product"
  wait "$product" && code=0 || code=$?
  echo $(($(now) - began)) >"$work/stopped"
  echo "ended with $code"
  [ "$code" -eq 0 ]'
bar "healthy after" "$(cat "$work/healthy")" 15000 ms
bar "stopped after" "$(cat "$work/stopped")" 10000 ms
echo "a search was answered with $(grep -o '"id":' "$work/found" | wc -l) posts"
exit "$failed"
