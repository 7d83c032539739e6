// The Node this runs on. From 24 on, Node's own header registers each statement of better-sqlite3 12 and takes it out again
// while memory is cleared, where no environment is: the process aborts sooner or later. better-sqlite3 13 needs Node 22.

/**
 * Whether a version of Node can run Tutti.
 * @param {string} version as in "22.23.3"
 */
export const isUsableNode = (version) => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major > 20 ? major < 24 : major === 20 && minor >= 19
}

/** Ends the process with what to install, where this Node would abort or lacks what is used. */
export function refuseOtherNodes() {
  if (isUsableNode(process.versions.node)) return
  process.stderr.write(
    `Tutti runs on Node 22, or on Node 20 from 20.19 on. This is ${process.versions.node}: install Node 22 and start again.\n`,
  )
  process.exit(1)
}
