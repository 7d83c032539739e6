// An upgrade leaves tabs open whose scripts have other names. The files of the builds before stay for a day after the build that
// replaced them, in build/earlier; a tab that finds none of them loads its next page as a document.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const dayMs = 86_400_000

/**
 * Takes over the files of the build in `from`, which this one replaces. Called before the build empties its folder.
 * @param {string} from the folder of that build, such as "build" itself
 * @param {string} to the folder of the new build
 */
export function keepEarlierAssets(from, to, now = Date.now()) {
  const files = join(to, "earlier/assets")
  const list = "earlier/replaced.json"
  /** When each file was replaced. @type {Record<string, number>} */
  const replaced = existsSync(join(from, list)) ? JSON.parse(readFileSync(join(from, list), "utf8")) : {}
  mkdirSync(files, { recursive: true })
  const current = namesIn(join(from, "client/assets"))
  for (const name of current) {
    cpSync(join(from, "client/assets", name), join(files, name))
    replaced[name] = now
  }
  for (const name of namesIn(join(from, "earlier/assets")))
    if (now - (replaced[name] ?? 0) > dayMs) {
      rmSync(join(files, name), { force: true })
      delete replaced[name]
    } else if (from !== to && !current.includes(name))
      cpSync(join(from, "earlier/assets", name), join(files, name))
  writeFileSync(join(to, list), JSON.stringify(replaced))
}

/** Leaves out what the new build has as well. Called after the build. @param {string} to */
export function dropCommonAssets(to) {
  for (const name of namesIn(join(to, "client/assets")))
    rmSync(join(to, "earlier/assets", name), { force: true })
}

/** @param {string} folder */
const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : [])
