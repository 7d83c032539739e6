import Database from "better-sqlite3"

// One process works with a database on one machine. Its claim is a lock that the operating system holds on a file beside
// the database and drops when the process ends, however it ends.

let claim: Database.Database | undefined

/** Claims the database for this process; false while another has it. Where no lock can be had, nothing is known: true. */
export function claimDatabase(path: string): boolean {
  if (claim) return true
  let asked: Database.Database | undefined
  try {
    asked = new Database(`${path}.lock`, { timeout: 0 })
    asked.exec("begin exclusive")
    claim = asked
    return true
  } catch (error) {
    asked?.close()
    return !/^SQLITE_BUSY/.test((error as { code?: string }).code ?? "")
  }
}

/** Gives the claim back. */
export function giveUpClaim() {
  claim?.close()
  claim = undefined
}
