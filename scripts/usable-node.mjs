// The Node this runs on: better-sqlite3 13 needs 22.12 or newer. Node 18 must be able to read this file.

/**
 * Whether a version of Node can run Tutti.
 * @param {string} version as in "22.23.3"
 */
export const isUsableNode = (version) => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major > 22 || (major === 22 && minor >= 12)
}

/** Ends a process that npm didn't start (with-node.mjs), where this Node is too old. */
export function refuseOtherNodes() {
  if (isUsableNode(process.versions.node)) return
  process.stderr.write(
    `Tutti doesn’t run on Node ${process.versions.node}. Install Node 24 and start again, or use the commands of npm (npm run …), which fetch a newer one.\n`,
  )
  process.exit(1)
}
