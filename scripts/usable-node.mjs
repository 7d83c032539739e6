// The Node this runs on. From 24.19 and 26.4 on, Node's own header registers each statement of better-sqlite3 12 and takes it
// out again while memory is cleared, where no environment is: the process aborts sooner or later. better-sqlite3 13 needs
// Node 22.

/** The first minor version of each major one whose header does; later major ones do. */
const registersFrom = new Map([
  [24, 19],
  [26, 4],
])

/**
 * Whether a version of Node can run Tutti.
 * @param {string} version as in "22.23.3"
 */
export const isUsableNode = (version) => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  if (major === 20) return minor >= 19
  return major > 20 && major <= 26 && minor < (registersFrom.get(major) ?? Number.POSITIVE_INFINITY)
}

/** Ends the process with what to install, where this Node would abort or lacks what is used. */
export function refuseOtherNodes() {
  if (isUsableNode(process.versions.node)) return
  process.stderr.write(
    `Tutti doesn’t run on Node ${process.versions.node}. Install Node 22 and start again.\n`,
  )
  process.exit(1)
}
