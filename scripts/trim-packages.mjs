// Takes out of the packages of production what this platform never reads: better-sqlite3's source and the files built for other
// systems, and those weights of the East Asian fonts that no PDF uses. 95 MB of an image less.

import { existsSync, globSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"

/** @param {string} packages a node_modules folder */
export function trimPackages(packages) {
  const drop = (/** @type {string[]} */ ...parts) =>
    rmSync(join(packages, ...parts), { recursive: true, force: true })
  for (const source of ["deps", "src", "binding.gyp"]) drop("better-sqlite3", source)
  const built = join(packages, "better-sqlite3", "prebuilds")
  if (existsSync(built))
    for (const file of readdirSync(built))
      if (!new RegExp(`^${process.platform}(musl)?-${process.arch}\\.node$`).test(file))
        drop("better-sqlite3", "prebuilds", file)
  for (const font of globSync("@embedpdf/**/*.otf", { cwd: packages }))
    if (!/-(Regular|Bold)\.otf$/.test(font)) drop(font)
}

if (process.argv[1]?.endsWith("trim-packages.mjs")) trimPackages(process.argv[2] ?? "node_modules")
