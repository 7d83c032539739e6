// The Node this runs on: better-sqlite3 13 needs 22.12 or newer.

/**
 * Whether a version of Node can run Tutti.
 * @param {string} version as in "22.23.3"
 */
export const isUsableNode = (version) => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major > 22 || (major === 22 && minor >= 12)
}

/** Ends the process with what to install, where this Node is too old. */
export function refuseOtherNodes() {
  if (isUsableNode(process.versions.node)) return
  process.stderr.write(
    `Tutti doesn’t run on Node ${process.versions.node}. Install Node 24 and start again.\n`,
  )
  process.exit(1)
}
