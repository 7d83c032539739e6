// The production build: the app by Remix and Vite, the server by esbuild, and each asset compressed once.

import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { build, transform } from "esbuild"
import { bundleEnhance } from "./bundle-enhance.mjs"

const quiet = process.argv.includes("--quiet")
const remix = spawnSync(
  process.execPath,
  ["node_modules/@remix-run/dev/dist/cli.js", "vite:build", ...(quiet ? ["--logLevel", "error"] : [])],
  {
    stdio: quiet ? ["ignore", "ignore", "inherit"] : "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  },
)
if (remix.status !== 0) process.exit(remix.status ?? 1)

// V8 keeps a script with any letter outside Latin in two bytes a letter, for as long as the process lives: in ASCII alone
// the app's takes half, and without its indentation four fifths of that. Names stay, and lines end after 200 letters, so that
// a stack still says where. What is left by esbuild stands in patterns, comments and SQL, where the escape means the same.
for (const file of filesOf("build/server").filter((name) => name.endsWith(".js"))) {
  const { code } = await transform(readFileSync(file, "utf8"), {
    charset: "ascii",
    legalComments: "none",
    lineLimit: 200,
    minifySyntax: true,
    minifyWhitespace: true,
    target: "node20",
  })
  writeFileSync(
    file,
    code.replace(/[^\0-\x7f]/g, (letter) => `\\u${hexOf(letter)}`),
  )
}

// The server, and the commands a container runs beside it: node cannot read TypeScript there.
await build({
  entryPoints: [
    "server.ts",
    "scripts/migrate.ts",
    "scripts/backup.ts",
    "scripts/restore.ts",
    "scripts/staff.ts",
    "scripts/check-settings.ts",
    "scripts/push-keys.ts",
    "scripts/alert.ts",
    "scripts/keep-data.ts",
    "scripts/move-files.ts",
    "scripts/aside.ts",
  ],
  entryNames: "[name]",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  packages: "external",
  charset: "ascii",
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 200,
  outdir: "build",
  outExtension: { ".js": ".mjs" },
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "warning",
})

for (const { path, contents } of await bundleEnhance({ minify: true })) writeFileSync(path, contents)

for (const file of filesOf("build/client")) {
  if (!/\.(js|css|svg|json|webmanifest|txt)$/.test(file) || statSync(file).size < 200) continue
  const bytes = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

function hexOf(letter) {
  return letter.charCodeAt(0).toString(16).padStart(4, "0")
}

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesOf(path) : [path]
  })
}

writeFileSync("build/finished", "")
