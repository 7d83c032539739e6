// The production build: the app by Remix and Vite, the server by esbuild, and each asset compressed once.

import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { build } from "esbuild"
import { bundleEnhance } from "./bundle-enhance.mjs"
import { bringEarlierAssets, takeEarlierAssets } from "./earlier-assets.mjs"
import { packagesApart } from "./packages-apart.mjs"

const quiet = process.argv.includes("--quiet")
/** The build that this one replaces, such as /opt/tutti/current/build. */
const replaces = process.argv.find((argument) => argument.startsWith("--replaces="))?.split("=")[1] ?? "build"
const aside = ".cache/earlier"
takeEarlierAssets(replaces, aside)
const remix = spawnSync(
  process.execPath,
  ["node_modules/@remix-run/dev/dist/cli.js", "vite:build", ...(quiet ? ["--logLevel", "error"] : [])],
  {
    stdio: quiet ? ["ignore", "ignore", "inherit"] : "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  },
)
if (remix.status !== 0) process.exit(remix.status ?? 1)

// V8 keeps a script's text for as long as the process lives, each package's file with a module around it, and any text with
// a letter outside Latin in two bytes a letter. So the server's scripts are ASCII without indentation, and the packages that
// are plain code are among them. Names stay, and lines end after 200 letters, so that a stack still says where.
const shared = {
  bundle: true,
  platform: "node",
  target: "node22",
  format: "esm",
  charset: "ascii",
  legalComments: "none",
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 200,
  outdir: "build",
  outExtension: { ".js": ".mjs" },
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: [packagesApart],
  logLevel: "error",
}

// The server, in parts: a process that only starts others reads the first alone.
const { outputFiles } = await build({
  ...shared,
  entryPoints: { server: "server.ts", "server/index": "build/server/index.js" },
  chunkNames: "server/[name]-[hash]",
  splitting: true,
  write: false,
})
rmSync("build/server", { recursive: true })
mkdirSync("build/server")
for (const { path, text } of outputFiles)
  writeFileSync(
    path.replace("server/index.mjs", "server/index.js"),
    text.replace(/[^\0-\x7f]/g, (letter) => `\\u${hexOf(letter)}`),
  )

// The commands that a container runs beside it, and the threads: node cannot read TypeScript there.
await build({
  ...shared,
  entryPoints: [
    "scripts/migrate.ts",
    "scripts/backup.ts",
    "scripts/restore.ts",
    "scripts/staff.ts",
    "scripts/check-settings.ts",
    "scripts/push-keys.ts",
    "scripts/alert.ts",
    "scripts/test-mail.ts",
    "scripts/keep-data.ts",
    "scripts/move-files.ts",
    "scripts/background-read.ts",
    "scripts/checkpoints.ts",
  ],
  entryNames: "[name]",
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

bringEarlierAssets(aside, "build")
writeFileSync("build/finished", "")
