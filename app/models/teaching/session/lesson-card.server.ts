import { guardians, students } from "db/schema/people"
import { and, asc } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { among, columns, joined } from "~/models/foundation/access/own.server"
import { fullName } from "~/utils/names"
import { findCancelCredits } from "../credit/cancel-credits.server"
import { listReasons } from "../lesson-reason/lesson-reason.server"
import { listMoveAnswers } from "../move-answer/move-answer.server"
import { sessionTitle } from "./session"
import { listConflicts } from "./session-clashes.server"
import { findSession } from "./session-list.server"
import { skippedStart } from "./skipped-time.server"

// What an office wants to know of a lesson while it looks at the week: who is in it, whom to call, what to watch for.

const mostPeople = 12

/** A lesson with its people's medical notes, and the guardians of a lesson for one family. Undefined when it is not the school's. */
export function findLessonCard(actor: Actor, sessionId: string) {
  const session = findSession(actor, sessionId)
  if (!session) return undefined
  const studentIds = session.students.slice(0, mostPeople).map(({ id }) => id)
  const found = peopleQuery.all(actor, { studentIds: JSON.stringify(studentIds) })
  const people = unique(found.map(({ person }) => person))
  const families = new Set(people.map(({ familyId }) => familyId))
  const guardiansToCall =
    families.size === 1 ? unique(found.flatMap(({ guardian }) => guardian ?? [])).slice(0, 2) : []
  return {
    session,
    title: sessionTitle(session),
    conflicts: listConflicts(actor, session),
    // A lesson that was never changed wasn't moved.
    moveAnswers: session.revision > 0 ? listMoveAnswers(actor, session) : { confirmed: [], declined: [] },
    reasons: listReasons(actor, session.id),
    skipped: skippedStart(actor, session),
    credits: findCancelCredits(actor, session),
    guardians: guardiansToCall,
    medical: people.flatMap((person) =>
      person.medicalNotes ? [{ name: fullName(person), note: person.medicalNotes }] : [],
    ),
  }
}

const peopleQuery = query((p: Params<{ studentIds: string }>, own) =>
  select({
    person: columns(students, "id", "firstName", "lastName", "medicalNotes", "familyId"),
    guardian: columns(guardians, "id", "name", "relation", "phone"),
  })
    .from(students)
    .leftJoin(guardians, joined(guardians.familyId, students.familyId))
    .where(and(own(students), among(students.id, p.studentIds)))
    .orderBy(asc(guardians.createdAt), asc(guardians.id)),
)

const unique = <Row extends { id: string }>(rows: Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]
