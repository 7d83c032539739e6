import { readFileSync } from "node:fs"

// Conform makes all it knows of a field again for each value that is read, and notes each reading, to draw a form again only
// when something changes that it shows. Where a form is drawn once, for a document, neither is of use: a field of a long form
// took more in that than in its elements.

const file = /\/@conform-to\/react\/dist\/context\.m?js$/

/** What its code says, how often, and what the server's says instead. */
const changes = [
  { said: /function updateSubjectRef\(.*\) \{\n/g, times: 1, says: "$&  return;\n" },
  { said: /return new Proxy\(\{\}, \{\n {4}get\(_, key, receiver\) \{/g, times: 2, says: "var known;\n  $&" },
  { said: /var metadata = (getMetadata\(.*\));/g, times: 2, says: "var metadata = known ??= $1;" },
]

/**
 * The code of conform's `context` for a server; an error where it no longer says what is changed.
 * @param {string} code
 * @param {string} path
 */
export function drawnOnce(code, path) {
  let text = code
  for (const { said, times, says } of changes) {
    if (text.match(said)?.length !== times)
      throw new Error(`${path} no longer says ${said}. See scripts/conform-on-server.mjs.`)
    text = text.replace(said, says)
  }
  return text
}

/** For the server's scripts: an error where conform's `context` isn't among them. @type {import("esbuild").Plugin} */
export const conformOnServer = {
  name: "conform-on-server",
  setup(builder) {
    let isFound = false
    builder.onLoad({ filter: file }, ({ path }) => {
      isFound = true
      return { contents: drawnOnce(readFileSync(path, "utf8"), path) }
    })
    builder.onEnd(() => {
      if (!isFound) throw new Error(`No script is named ${file}. See scripts/conform-on-server.mjs.`)
    })
  },
}
