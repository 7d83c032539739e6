// An upgrade leaves tabs open whose scripts have other names. The files of the builds before stay for a day after the build that
// replaced them, in build/earlier; a tab that finds none of them loads its next page as a document.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const dayMs = 86_400_000

/**
 * Takes over the files of the build that a new one replaces, before that one empties its folder.
 * @param {string} from the folder of the build, such as "build" itself
 * @param {string} aside a folder for the time until `bringEarlierAssets`
 */
export function takeEarlierAssets(from, aside, now = Date.now()) {
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(join(aside, "assets"), { recursive: true })
  const list = join(from, "earlier/replaced.json")
  /** When each file was replaced. @type {Record<string, number>} */
  const before = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : {}
  /** @type {Record<string, number>} */
  const replaced = {}
  /** @param {string} folder @param {string} name @param {number} at */
  const take = (folder, name, at) => {
    cpSync(join(from, folder, name), join(aside, "assets", name))
    replaced[name] = at
  }
  for (const name of namesIn(join(from, "earlier/assets")))
    if (now - (before[name] ?? 0) <= dayMs) take("earlier/assets", name, before[name] ?? now)
  for (const name of namesIn(join(from, "client/assets"))) take("client/assets", name, now)
  writeFileSync(join(aside, "replaced.json"), JSON.stringify(replaced))
}

/**
 * Puts them beside the new build, but for those that it has itself.
 * @param {string} aside
 * @param {string} to
 */
export function bringEarlierAssets(aside, to) {
  for (const name of namesIn(join(to, "client/assets"))) rmSync(join(aside, "assets", name), { force: true })
  cpSync(aside, join(to, "earlier"), { recursive: true })
  rmSync(aside, { recursive: true })
}

/** @param {string} folder */
const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : [])
