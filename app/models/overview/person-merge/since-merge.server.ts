import { db } from "db/client.server"
import { charges } from "db/schema/money"
import { enrollments } from "db/schema/teaching"
import { seats } from "db/schema/teaching-sessions"
import { and, eq, getTableName, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import type { MergeLog } from "./merge-log.server"

/** The rows that a merge gave to another student, by their table. */
const movedIn = ({ steps }: MergeLog, table: typeof enrollments | typeof seats | typeof charges): string[] =>
  steps.flatMap((step) =>
    step.act === "set" && step.column === "studentId" && step.table === getTableName(table) ? step.ids : [],
  )

/**
 * Whether a class that came with a merge has lessons or charges since then. They are the kept student's: undone, the class
 * would go back without them, its lessons would be seated again, and the family would pay twice.
 */
export function wasTaughtSince(actor: Actor, keepId: string, log: MergeLog): boolean {
  const classes = movedIn(log, enrollments)
  return [seats, charges].some((table) => {
    const known = new Set(movedIn(log, table))
    return db()
      .select({ id: table.id })
      .from(table)
      .where(and(own(actor, table), inArray(table.enrollmentId, classes), eq(table.studentId, keepId)))
      .all()
      .some(({ id }) => !known.has(id))
  })
}
