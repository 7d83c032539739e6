import { readFileSync } from "node:fs"

// Which packages become part of the server's scripts, and which node reads from node_modules.

/** Plain code that keeps nothing for others. React, Remix and what Express needs stay files: their text or their only copy counts. */
const within = [
  "@conform-to/dom",
  "@conform-to/react",
  "@conform-to/zod",
  "csv-parse",
  "csv-stringify",
  "drizzle-orm",
  "marked",
  "otpauth",
  "rrule-temporal",
  "temporal-polyfill",
  "temporal-utils",
  "zod",
]

const named = /^(?:@[^/]+\/)?[^./][^/]*/

const byNames = /(if \(value instanceof type\) \{\s*return true;\s*\})[\s\S]*?(return false;\s*\}\s*export)/

/**
 * @param {string} code
 * @param {string} path
 */
function withOneCopy(code, path) {
  if (!byNames.test(code))
    throw new Error(`${path} no longer asks as it did. See scripts/packages-apart.mjs.`)
  return code.replace(byNames, "$1\n  $2")
}

/** @type {import("esbuild").Plugin} */
export const packagesApart = {
  name: "packages-apart",
  setup(builder) {
    builder.onResolve({ filter: /^[^.]/ }, ({ path, kind }) => {
      if (kind === "entry-point" || path.startsWith("~/") || path.startsWith("db/") || path.startsWith("/"))
        return undefined
      return within.includes(named.exec(path)?.[0] ?? "") ? undefined : { path, external: true }
    })
    // Our texts are English; zod brings those of fifty languages.
    builder.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js"',
    }))
    // Drizzle asks of every part of a statement what it is, by the names of all its classes, as another copy of it could have made
    // it. Here is one, so a part is of a class or isn't: building a statement costs a quarter less.
    builder.onLoad({ filter: /\/drizzle-orm\/entity\.js$/ }, ({ path }) => ({
      contents: withOneCopy(readFileSync(path, "utf8"), path),
    }))
  },
}
