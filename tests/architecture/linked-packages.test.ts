import { spawnSync } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, test } from "vitest"
import { copyProject } from "../support/working-copy"

test("setup leaves packages alone that a copy of the project links to", () => {
  const copy = copyProject([])
  try {
    // Another lockfile than the one that the packages were installed by.
    writeFileSync(join(copy.folder, "package-lock.json"), "{}")
    const setup = JSON.stringify(pathToFileURL(resolve("scripts/setup.mjs")).href)
    const script = `const { installPackages } = await import(${setup}); installPackages()`
    const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd: copy.folder,
      // Were it to install, there is no npm for it.
      env: { ...process.env, PATH: "" },
      encoding: "utf8",
    })
    expect([status, stdout]).toEqual([0, ""])
    expect(existsSync("node_modules/vitest/package.json")).toBe(true)
  } finally {
    copy.remove()
  }
})
