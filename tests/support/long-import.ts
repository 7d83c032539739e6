import { db, sqlite } from "db/client.server"
import { importParts } from "db/schema/exchange"
import { jobs } from "db/schema/foundation"
import { count, eq } from "drizzle-orm"
import { planImport } from "~/models/exchange/roster-import/plan-import.server"
import { changeCheck } from "~/models/exchange/roster-import/roster-import.server"
import { uploadRoster } from "~/models/exchange/roster-import/upload-roster.server"
import type { Actor } from "~/models/foundation/access/actor"
import { readPayload } from "~/models/foundation/job/job"
import { rowOf } from "./school"

// A roster that takes many steps to import.

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]

/** A list of so many students, each with a lesson; two to a family, and three teachers, unless each has their own. */
export const listOf = (rows: number, { ofTheirOwn = false } = {}) =>
  [
    "Student ID,First Name,Last Name,Teacher,Lesson Day,Lesson Time,Duration,Rate,Parent Name,Parent Email",
    ...Array.from({ length: rows }, (_, n) => {
      const [family, teacher] = ofTheirOwn ? [n, n] : [Math.floor(n / 2), n % 3]
      return `S${n},Kid${n},Fam${family},Teacher ${teacher},${days[n % 5]},${9 + (n % 9)}:00,30,$32.50,Parent ${family},p${family}@mail.example`
    }),
  ].join("\n")

/** Uploads a list; its lessons are scheduled from today, or from another day. */
export function upload(actor: Actor, text: string, lessonsFrom?: string): string {
  const uploaded = uploadRoster(actor, { name: "list.csv", bytes: new TextEncoder().encode(text) })
  if (!uploaded.ok) throw new Error(uploaded.message)
  if (lessonsFrom) changeCheck(actor, uploaded.importId, { lessonsFrom })
  return uploaded.importId
}

export const fingerprintOf = (actor: Actor, importId: string) =>
  planImport(actor, importId)?.fingerprint ?? ""
export const tables =
  "teachers families guardians students classes schedules enrollments sessions bookings events".split(" ")
export const rowCountsOf = (actor: Actor): Record<string, number> =>
  Object.fromEntries(
    tables.map((table) => {
      const row = sqlite()
        .prepare(`select count(*) as n from ${table} where school_id = ?`)
        .get(actor.school.id)
      return [table, (row as { n: number }).n]
    }),
  )
export const withoutEvents = ({ events: _, ...rest }: Record<string, number>) => rest
export function jobOf(importId: string) {
  const job = rowOf(jobs, { uniqueKey: `import-roster@${importId}` })
  if (!job) throw new Error("No job was queued.")
  return { schoolId: job.schoolId, payload: readPayload("import-roster", job.payload) }
}

export const partsOf = (importId: string) =>
  db().select({ n: count() }).from(importParts).where(eq(importParts.importId, importId)).get()?.n ?? 0
