import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join, resolve } from "node:path"
import { buildWhenStale } from "../../scripts/build-when-stale.mjs"

/**
 * The same app as its next build: each of its files has another name, as after a change of what they share. Made from the build by
 * renaming, in a second instead of a minute.
 */
export function makeNextBuild(folder: string) {
  buildWhenStale()
  mkdirSync(join(folder, "db"), { recursive: true })
  for (const name of ["node_modules", "package.json", "db/migrations", "app"])
    symlinkSync(resolve(name), join(folder, name))
  cpSync("build", join(folder, "build"), { recursive: true })
  rmSync(join(folder, "build/earlier"), { recursive: true, force: true })
  const assets = join(folder, "build/client/assets")
  const names = readdirSync(assets)
  for (const name of names.filter((name) => /\.(br|gz)$/.test(name))) rmSync(join(assets, name))
  const kept = names.filter((name) => !/\.(br|gz)$/.test(name))
  const renamed = new Map(kept.map((name) => [name, nextName(name)]))
  const version = /"version":"(\w+)"/.exec(
    readFileSync(join(assets, kept.find((name) => name.startsWith("manifest-")) ?? ""), "utf8"),
  )?.[1]
  for (const file of filesOf(join(folder, "build"))) {
    if (!/\.(m?js|css|json)$/.test(file)) continue
    // The server's scripts have lines of limited length, which break within a name, too.
    const text = readFileSync(file, "utf8").replaceAll("\\\n", "")
    const next = text.replace(/[\w.-]+\.(?:js|css|woff2|svg|png)/g, (name) => renamed.get(name) ?? name)
    writeFileSync(file, version ? next.replaceAll(`"${version}"`, `"${nextLetters(version)}"`) : next)
  }
  for (const [name, next] of renamed) renameSync(join(assets, name), join(assets, next))
  // The service worker knows its build by a name, too.
  const worker = join(folder, "build/client/service-worker.js")
  const text = readFileSync(worker, "utf8")
  writeFileSync(
    worker,
    text.replace(/"([0-9a-f]{12})"/g, (_, name: string) => `"${nextLetters(name)}"`),
  )
}

const nextLetters = (text: string) => `${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`

/** A file is named by its content after the last dash. */
const nextName = (name: string) =>
  name.replace(/^(.*-[\w-]+)(\.\w+)$/, (_, stem: string, ending: string) => `${nextLetters(stem)}${ending}`)

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesOf(path) : [path]
  })
