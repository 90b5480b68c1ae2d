#!/usr/bin/env bash
# npm 11.19.1, `npm sbom --omit dev`; needs Node 24 and the npm registry.
#
# Expected: a bill of materials without development dependencies lists every package that `npm ls --omit dev`
# lists and `npm ci --omit dev` installs.
# Seen: a dependency that a development dependency also needs is missing from CycloneDX and SPDX, together
# with its own dependencies. The list says that the product has no dependencies. `npm ls --omit dev` lists the
# package, and package-lock.json does not mark it as a development dependency.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir tool product
(cd tool && npm init --yes >/dev/null && npm install --silent --no-audit --no-fund npm@11.19.1)
npm() { node "$folder/tool/node_modules/npm/bin/npm-cli.js" "$@"; }
cd product
cat >package.json <<'JSON'
{
  "name": "product",
  "version": "1.0.0",
  "dependencies": { "nodemailer": "10.6.0", "zod": "4.6.7" },
  "devDependencies": { "smtp-server": "3.21.6" }
}
JSON
npm install --silent --no-audit --no-fund
listed=$(npm ls --omit dev --all --parseable | sed 's,.*/node_modules/,,' | grep -v / | sort | xargs)
locked=$(node -p "require('./package-lock.json').packages['node_modules/nodemailer'].dev ?? 'not dev'")
cyclonedx=$(npm sbom --sbom-format cyclonedx --omit dev | node -p 'JSON.parse(require("fs").readFileSync(0)).components.map(({ name }) => name).join(" ")')
spdx=$(npm sbom --sbom-format spdx --omit dev | node -p 'JSON.parse(require("fs").readFileSync(0)).packages.map(({ name }) => name).join(" ")')
echo "npm ls: $listed | lock file: nodemailer is $locked | CycloneDX: $cyclonedx | SPDX: $spdx"
[ "$listed" = 'nodemailer zod' ] && [ "$locked" = 'not dev' ] && [ "$cyclonedx" = zod ] && [ "$spdx" = 'product zod' ] || {
  echo 'This has changed' >&2
  exit 1
}
echo 'As seen: nodemailer, which smtp-server needs too, is missing.'
