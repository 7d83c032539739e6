// The commands of package.json begin here: `node scripts/with-node.mjs <what node takes>` goes on with this Node, or, where it
// is too old, with a newer one that is fetched once. Whatever that starts finds the newer one too. Node 18 must be able to
// read this file and what it imports.
import { spawn } from "node:child_process"
import { delimiter, dirname, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { findNewerNode } from "./newer-node.mjs"
import { isUsableNode } from "./usable-node.mjs"

const given = process.argv.slice(2)

/** Runs another process in place of this one: it gets the signals, and its end is ours. */
function goOnWith(node, env) {
  const child = spawn(node, given, { stdio: "inherit", env })
  // The terminal tells both; a signal sent to this process alone is handed on.
  process.on("SIGINT", () => undefined)
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("close", (code, signal) => {
    if (!signal) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** What a child is to find first: this Node, in the place of the old one. */
function withFirst(folder) {
  const name = Object.keys(process.env).find((each) => each.toUpperCase() === "PATH") ?? "PATH"
  return { ...process.env, [name]: `${folder}${delimiter}${process.env[name]}` }
}

if (!isUsableNode(process.versions.node)) {
  const newer = findNewerNode({ write: (text) => process.stderr.write(text) })
  if (newer) goOnWith(newer, withFirst(dirname(newer)))
  else process.exitCode = 1
} else if (given[0]?.endsWith(".mjs")) {
  // A module needs no process of its own.
  process.argv.splice(1, 1)
  process.argv[1] = resolve(process.argv[1])
  await import(pathToFileURL(process.argv[1]).href)
} else goOnWith(process.execPath, process.env)
