import { students } from "db/schema/people"
import { inArray } from "drizzle-orm"
import { studentsOfFilter } from "~/models/communication/messaging/audience-choices.server"
import { studentsOfClass } from "~/models/communication/messaging/people-of-students.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { listFiltersOf } from "~/models/foundation/saved-filter/saved-filter.server"
import { findClass } from "~/models/teaching/class/find-class.server"

// Whom the office invites to an event: students one by one, everyone of a class, or whom a saved filter finds now.

const nouns = ["students", "families", "classes"] as const
const ofNoun = { students: "", families: " (families)", classes: " (classes)" }

/** The saved filters that stand for students. */
export const listGuestFilters = (actor: Actor): { value: string; label: string }[] =>
  listFiltersOf(actor, nouns).flatMap(({ id, noun, name }) =>
    nouns.flatMap((known) => (known === noun ? [{ value: id, label: `${name}${ofNoun[known]}` }] : [])),
  )

type Choice = { students: readonly string[]; classId?: string; filterId?: string }

/** The students whom a choice stands for; or the messages beside its fields, where something isn't the school's. */
export function chooseGuests(
  actor: Actor,
  { students: chosen, classId, filterId }: Choice,
): { ok: true; studentIds: string[] } | { ok: false; messages: Record<string, string> } {
  const ids = [...new Set(chosen)]
  const known = ownRows(actor, students, ["id"]).where(inArray(students.id, ids)).all()
  if (known.length < ids.length)
    return {
      ok: false,
      messages: { students: "A student you selected is no longer in the school. Check your selection." },
    }
  if (classId && !findClass(actor, classId))
    return { ok: false, messages: { classId: "This class no longer exists. Choose another." } }
  const filter = filterId ? listFiltersOf(actor, nouns).find(({ id }) => id === filterId) : undefined
  if (filterId && !filter)
    return { ok: false, messages: { filterId: "This filter no longer exists. Choose another." } }
  return {
    ok: true,
    studentIds: [
      ...new Set([
        ...ids,
        ...(classId ? studentsOfClass(actor, classId) : []),
        ...(filter ? studentsOfFilter(actor, filter) : []),
      ]),
    ],
  }
}
