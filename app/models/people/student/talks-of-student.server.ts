import { participants } from "db/schema/communication"
import { events } from "db/schema/foundation-audit"
import { guardians, students } from "db/schema/people"
import { and, eq, inArray, isNotNull, isNull, like, ne, or } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { change, idsOf, ownRows } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { RowChange } from "~/models/foundation/access/row-changes.server"
import { readFacts } from "~/models/foundation/audit/history.server"
import { now } from "~/utils/clock.server"
import { guardianOf } from "~/utils/names"

// Guardians are in a conversation about a student as "Guardian of Milo". Once he is in another family, they keep what was written
// until then and read nothing new; who is in it for another child, too, stays.

type About = { familyId: string; studentId: string }

/**
 * The guardians of a family leave the conversations about a student who left it, in the caller's transaction: not those that are about
 * a child whom the family still has, too.
 */
export function leaveTalks(actor: Actor, { familyId, studentId }: About) {
  const names = namesOf(actor, [studentId])
  const staying = idsOf(actor, students, and(eq(students.familyId, familyId), ne(students.id, studentId)))
  const others = namesOf(actor, staying)
  for (const talk of listTalks(actor, familyId))
    if (hasAny(talk, names) && !hasAny(talk, others)) change(actor, participants, talk.id, { leftAt: now() })
}

/** The guardians of a family are in the conversations again that they left with a student who is back. */
export function rejoinTalks(actor: Actor, { familyId, studentId }: About) {
  const names = namesOf(actor, [studentId])
  const left = listLeftWith(actor, { familyId, studentId })
  for (const talk of listTalks(actor, familyId, true))
    if (left.has(talk.id) || hasAny(talk, names)) change(actor, participants, talk.id, { leftAt: null })
}

type Talk = ReturnType<typeof listTalks>[number]

const hasAny = (talk: Talk, names: ReadonlySet<string>) => talk.names.some((name) => names.has(name))

/** Where guardians of a family are, or were, for students, with the names of all whom they are in it for. */
function listTalks(actor: Actor, familyId: string, areLeft = false) {
  const adults = ownRows(actor, guardians, ["id", "memberId"]).where(eq(guardians.familyId, familyId)).all()
  const memberIds = adults.flatMap(({ memberId }) => memberId ?? [])
  const ids = adults.map(({ id }) => id)
  return ownRows(actor, participants, ["id", "why"])
    .where(
      and(
        like(participants.why, guardianOf(["%"])),
        areLeft ? isNotNull(participants.leftAt) : isNull(participants.leftAt),
        or(inArray(participants.memberId, memberIds), inArray(participants.guardianId, ids)),
      ),
    )
    .all()
    .map(({ id, why }) => ({ id, names: namesIn(why ?? "") }))
}

const namesIn = (why: string) => why.slice(guardianOf([""]).length).split(/,? and |, /)

/** The first names of students, and those they had before: a conversation keeps the one of its day. */
function namesOf(actor: Actor, studentIds: readonly string[]): ReadonlySet<string> {
  const present = ownRows(actor, students, ["firstName"]).where(among(students.id, studentIds)).all()
  const earlier = listChanges(actor, studentIds).flatMap(({ firstName }) => firstName ?? [])
  return new Set([...present.map(({ firstName }) => firstName), ...earlier])
}

/** What guardians left as the student moved out of their family. */
const listLeftWith = (actor: Actor, { familyId, studentId }: About): ReadonlySet<string> =>
  new Set(
    listChanges(actor, [studentId])
      .filter((before) => before.familyId === familyId)
      .flatMap(({ changes = [] }) => changes)
      .filter(({ table, after }) => table === "participants" && after?.leftAt)
      .flatMap(({ ids }) => ids),
  )

const Changed = z.object({
  firstName: z.string().optional(),
  familyId: z.string().optional(),
  changes: RowChange.array().optional(),
})

/** What students were before each of their changes. */
const listChanges = (actor: Actor, studentIds: readonly string[]) =>
  ownRows(actor, events, ["before"])
    .where(and(eq(events.noun, "student"), among(events.nounId, studentIds), eq(events.verb, "change")))
    .all()
    .flatMap(({ before }) => Changed.safeParse(readFacts(before)).data ?? [])
