import { transact } from "db/client.server"
import { oneTimeLinks } from "db/schema/foundation"
import { inArray } from "drizzle-orm"
import { heldFromDeletion, isSchoolHeld } from "~/models/accounts/school/legal-hold.server"
import type { Actor } from "~/models/foundation/access/actor"
import { carryOut, deferReferences, remove, written } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { forgetAnswers } from "~/models/foundation/custom-field/answers.server"
import { forgetSample, hasSample } from "~/models/foundation/sample-record/sample-record.server"
import { atOnce, inTurns, type Turns } from "~/utils/in-turns"
import { emptied, type Reached, reachInTurns, references, sampleOf, tableOf } from "./reach-sample.server"
import { sampleObstaclesInTurns } from "./sample-obstacles.server"

// The sample goes as a whole: its people, classes and lessons with all that was entered for them, in one transaction.
// What belongs to the school, and what the books keep, is named first and refuses it.

export type SampleRemoval = {
  counts: {
    teachers: number
    families: number
    students: number
    classes: number
    lessons: number
    charges: number
    drafts: number
  }
  /** In sentences, what has to be undone first. */
  obstacles: string[]
}

/** What removing the sample would take away, and what is in its way; undefined when there is none. */
export async function previewRemoval(actor: Actor): Promise<SampleRemoval | undefined> {
  if (!hasSample(actor)) return undefined
  return (await inTurns(removalInTurns(actor))).removal
}

function* removalInTurns(actor: Actor): Turns<{ reached: Reached; removal: SampleRemoval }> {
  const reached = yield* reachInTurns(actor)
  const obstacles = yield* sampleObstaclesInTurns(actor, reached)
  if (isSchoolHeld(actor)) obstacles.unshift(heldFromDeletion)
  const count = (table: string) => reached.get(table)?.size ?? 0
  const counts = {
    teachers: count("teachers"),
    families: count("families"),
    students: count("students"),
    classes: count("classes"),
    lessons: count("sessions"),
    charges: count("charges"),
    drafts: count("invoices"),
  }
  return { reached, removal: { counts, obstacles } }
}

type Removed = { ok: true; wasThere: boolean } | { ok: false; reason: "built-on"; obstacles: string[] }

/**
 * Removes the sample completely, and says whether there was one. Refused while something of the school's own is linked to
 * it: `obstacles` names what.
 */
export async function removeSample(actor: Actor): Promise<Removed> {
  if (!hasSample(actor)) return { ok: true, wasThere: false }
  const looked = await inTurns(removalInTurns(actor))
  if (looked.removal.obstacles.length > 0)
    return { ok: false, reason: "built-on", obstacles: looked.removal.obstacles }
  return transact((): Removed => {
    if (!hasSample(actor)) return { ok: true, wasThere: false }
    // Looked at once more within the transaction: what was added since goes along, or is in the way.
    const { reached, removal } = atOnce(removalInTurns(actor))
    if (removal.obstacles.length > 0) return { ok: false, reason: "built-on", obstacles: removal.obstacles }
    const subjects = [...sampleOf(actor).values()].flatMap((ids) => [...ids])
    forgetAnswers(actor, subjects)
    remove(actor, oneTimeLinks, inArray(oneTimeLinks.subjectId, subjects))
    forgetEntries(actor, reached)
    deferReferences()
    const idsOf = (table: string) => ({
      schoolId: actor.school.id,
      ids: JSON.stringify([...(reached.get(table) ?? [])]),
    })
    carryOut(
      written(
        `update "${emptied.table}" set "${emptied.column}" = null
          where school_id = @schoolId and "${emptied.column}" in (select value from json_each(@ids))`,
        idsOf(emptied.to),
      ),
    )
    for (const table of childrenFirst(reached))
      carryOut(
        written(
          `delete from "${table}" where school_id = @schoolId and id in (select value from json_each(@ids))`,
          idsOf(table),
        ),
      )
    forgetSample(actor)
    recordEvent(actor, { verb: "remove-sample", noun: "school", nounId: actor.school.id })
    return { ok: true, wasThere: true }
  })
}

/** Records with entries of their own in the activity: the trigger events_kept lets those of the sample go. */
const madeOf = {
  session: ["sessions", "class_id"],
  enrollment: ["enrollments", "student_id"],
  seat: ["seats", "student_id"],
  "make-up-credit": ["make_up_credits", "student_id"],
  "time-off": ["time_off", "teacher_id"],
  charge: ["charges", "student_id"],
  invoice: ["invoices", "family_id"],
} as const

/** What was written about the sample goes first, while it is still known as such. */
function forgetEntries(actor: Actor, reached: Reached) {
  const made = Object.values(madeOf)
  const tables = [...Object.values(tableOf), ...made.map(([table]) => table)]
  const ids = tables.flatMap((table) => [...(reached.get(table) ?? [])])
  const nouns = [...Object.keys(tableOf), ...Object.keys(madeOf)]
  const ofSample = made.map(
    ([table, column]) =>
      `(select x.${column} from ${table} x where x.school_id = events.school_id and x.id = events.noun_id)`,
  )
  carryOut(
    written(
      `delete from events where (school_id, id) in (
          select e.school_id, e.id from json_each(@nouns) n cross join json_each(@ids) i
            cross join events e on e.school_id = @schoolId and e.noun = n.value and e.noun_id = i.value)
        and exists (select 1 from sample_records r where r.school_id = events.school_id and r.noun_id in (
          events.noun_id, ${ofSample.join(", ")}))`,
      { nouns: JSON.stringify(nouns), ids: JSON.stringify(ids), schoolId: actor.school.id },
    ),
  )
}

/** The tables in an order in which a row goes before what it refers to. */
function childrenFirst(reached: Reached): string[] {
  const ordered: string[] = []
  const seen = new Set<string>()
  const visit = (table: string) => {
    if (seen.has(table)) return
    seen.add(table)
    for (const reference of references())
      if (reference.to === table && reached.has(reference.table)) visit(reference.table)
    ordered.push(table)
  }
  for (const table of reached.keys()) visit(table)
  return ordered
}
