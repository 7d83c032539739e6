import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"

/** When anything under these files and folders was last changed, in milliseconds. Nothing is made of tests. */
export function newest(paths) {
  let latest = 0
  for (const path of paths.filter((each) => !/\.test\.tsx?$/.test(each))) {
    const facts = statSync(path)
    latest = Math.max(
      latest,
      facts.isDirectory() ? newest(readdirSync(path).map((name) => join(path, name))) : facts.mtimeMs,
    )
  }
  return latest
}
