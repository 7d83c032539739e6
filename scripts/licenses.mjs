// The licenses of the packages in the browser's scripts, as one file: comments in each script would be sent to every visitor.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Writes `licenses.txt` beside the browser's scripts.
 * @returns {import("vite").Plugin}
 */
export function writeLicenses() {
  return {
    name: "licenses",
    apply: "build",
    generateBundle() {
      const folders = new Set([...this.getModuleIds()].flatMap((id) => packageFolder(id) ?? []))
      this.emitFile({
        type: "asset",
        fileName: "licenses.txt",
        source: [...folders].sort().map(licenseOf).join("\n\n"),
      })
    },
  }
}

const packageFolder = (id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/@?]+)\//.exec(id)?.[1]

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8").trim() : ""
  return `${name} ${version}, ${license}\n\n${text}`.trim()
}
