import { readCopy } from "db/snapshot.server"
import { countOf } from "~/utils/formats"
import { findBookFaults } from "./books.server"

export type DatabaseFindings = {
  /** Why it can't be relied on, for a person; null when it can. */
  problem: string | null
  schools: number
  invoices: number
  payments: number
}

/** How many schools in a copy should be gone by now (UTC ms): the app deletes them again within a day of its start. */
export const countDueDeletions = (path: string, at: number): number =>
  readCopy(path, (copy) =>
    Number(copy.prepare("select count(*) from schools where deletion_due_at <= ?").pluck().get(at)),
  )

/**
 * Examines a whole database file: its structure, its references, and whether every school's books add up. It reads
 * everything and blocks in the meantime: for a process of its own, never for one that answers requests.
 */
export function checkDatabase(path: string): DatabaseFindings {
  const nothing = { schools: 0, invoices: 0, payments: 0 }
  try {
    return readCopy(path, (copy) => {
      const torn = copy.pragma("integrity_check(5)", { simple: true })
      if (torn !== "ok") return { problem: `its structure is damaged: ${torn}`, ...nothing }
      const loose = (copy.pragma("foreign_key_check") as unknown[]).length
      const problems = [...(loose ? [countOf(loose, "broken reference")] : []), ...findBookFaults(copy)]
      const count = (table: string) =>
        (copy.prepare(`select count(*) as n from ${table}`).get() as { n: number }).n
      return {
        problem: problems.join("; ") || null,
        schools: count("schools"),
        invoices: count("invoices"),
        payments: count("payments"),
      }
    })
  } catch (error) {
    return { problem: `it can’t be read: ${error instanceof Error ? error.message : error}`, ...nothing }
  }
}
