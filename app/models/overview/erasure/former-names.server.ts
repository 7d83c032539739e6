import { events } from "db/schema/foundation-audit"
import { students } from "db/schema/people"
import { and, eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { fullName } from "~/utils/names"
import type { ErasedNoun, StaffNoun } from "./erasure"
import { listRecordsOf } from "./forget-tasks.server"
import { isObject, parsed } from "./without-facts"

// How a person was called before their name was changed, or on a record that was merged into theirs. Only their own
// entries of the activity still know it.

/** Each is compared with everyone's name; no one was renamed more often. */
const mostNames = 8

/** Their former names in full, the one they have now aside. */
export function listFormerNames(actor: Actor, noun: ErasedNoun | StaffNoun, id: string): string[] {
  if (noun === "payer") return []
  const entries = ownRows(actor, events, ["before", "after"])
    .where(and(eq(events.noun, noun), inArray(events.nounId, listRecordsOf(actor, noun, id))))
    .all()
  const told = { name: new Set<string>(), firstName: new Set<string>(), lastName: new Set<string>() }
  const said = entries.flatMap(({ before, after }) => [parsed(before), parsed(after)])
  for (const facts of said.filter(isObject))
    for (const key of ["name", "firstName", "lastName"] as const) {
      const name = facts[key]
      if (typeof name === "string" && name.trim()) told[key].add(name.trim())
    }
  const present = noun === "student" ? findStudentName(actor, id) : undefined
  if (!present) return [...told.name, ...wholeNames(told)].slice(0, mostNames)
  told.firstName.add(present.firstName)
  told.lastName.add(present.lastName)
  return [...told.name, ...wholeNames(told)].filter((name) => name !== fullName(present)).slice(0, mostNames)
}

const findStudentName = (actor: Actor, id: string) =>
  ownRows(actor, students, ["firstName", "lastName"]).where(eq(students.id, id)).get()

/** An entry of a change tells only the part that was changed, so each part goes with each other, those of today included. */
const wholeNames = ({ firstName, lastName }: { firstName: Set<string>; lastName: Set<string> }) =>
  [...firstName].flatMap((first) =>
    [...lastName].map((last) => fullName({ firstName: first, lastName: last })),
  )
