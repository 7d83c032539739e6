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

/** @type {import("esbuild").Plugin} */
export const packagesApart = {
  name: "packages-apart",
  setup(builder) {
    builder.onResolve({ filter: /^[^.]/ }, ({ path, kind }) => {
      if (kind === "entry-point" || path.startsWith("~/") || path.startsWith("db/") || path.startsWith("/"))
        return undefined
      return within.includes(named.exec(path)?.[0] ?? "") ? undefined : { path, external: true }
    })
  },
}
