import { students } from "db/schema/people"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { and, asc } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { viewerOf } from "~/models/foundation/aside/viewer"
import { listUnwanting } from "~/models/foundation/outbox/mail-wish.server"
import { listReturned } from "~/models/foundation/outbox/returned-address.server"
import { isSampleAddress } from "~/models/foundation/sample-record/sample-address"
import { isPhoneReader } from "~/models/foundation/told/phone-reader"
import { listContacts } from "~/models/people/family/contacts.server"
import { readAside } from "~/providers/threads/aside.server"
import { now } from "~/utils/clock.server"
import { findClosure } from "../closure/closure.server"
import { findUntold } from "../session/closure-untold.server"
import { differencesOf, lettersOf } from "../session/compose-told.server"
import { listSessionsToTell } from "../session/session-list.server"
import { asKnown } from "../session/told.server"
import { type ClosureLetter, type ClosureLetters, lettersOfPage } from "./closure-lesson"
import { isWaiting, together } from "./closure-notice.server"

const atOnce = 200

/** Who would get which email if the office sent those that wait for a closure; nothing is changed. Read aside. */
export const findClosureLetters = (
  actor: Actor,
  closureId: string,
  page: number,
): Promise<ClosureLetters> => {
  const input = { schoolId: actor.school.id, viewer: viewerOf(actor), closureId, page }
  return readAside({
    name: "closure-letters",
    isLong: true,
    input,
    here: () => listClosureLetters(actor, closureId, page),
  })
}

/** The same in this process: families first, then teachers, each by name. */
export function listClosureLetters(actor: Actor, closureId: string, page: number): ClosureLetters {
  const letters = new Map<string, ClosureLetter>()
  const studentIds = new Set<string>()
  for (const differences of listDifferences(actor, closureId)) {
    for (const { session } of differences) for (const { id } of session.students) studentIds.add(id)
    for (const { recipient, data } of lettersOf(actor, differences, now())) {
      const { recipientName: name, forTeacher } = data
      const letter = letters.get(recipient) ?? {
        email: recipient,
        name,
        forTeacher,
        moved: [],
        cancelled: [],
      }
      letter[data.change === "cancelled" ? "cancelled" : "moved"].push(...data.lessons)
      letters.set(recipient, letter)
    }
  }
  const about = { template: "session-changed" as const, schoolId: actor.school.id }
  const unwanting = listUnwanting(about, [...letters.keys()])
  const wanted = [...letters.values()]
    .filter(({ email }) => !unwanting.has(email) && !isSampleAddress(email) && !isPhoneReader(email))
    .sort(inOrder)
  const returned = new Set(listReturned(wanted))
  const told = wanted.filter((letter) => !returned.has(letter))
  const addresses = new Set(told.map(({ email }) => email))
  return {
    ...countFamilies(actor, [...studentIds], addresses),
    teachers: told.filter(({ forTeacher }) => forTeacher).length,
    people: told.length,
    unwanting: unwanting.size,
    returned: [...returned].map(({ name }) => name),
    letters: told.slice((page - 1) * lettersOfPage, page * lettersOfPage),
  }
}

const inOrder = (one: ClosureLetter, other: ClosureLetter) =>
  Number(one.forTeacher) - Number(other.forTeacher) ||
  one.name.localeCompare(other.name) ||
  one.email.localeCompare(other.email)

/** What is told of the lessons that wait, many at once. */
function* listDifferences(actor: Actor, closureId: string) {
  const closure = findClosure(actor, closureId)
  if (!closure) return
  const names = new Map(together(actor, closure).map(({ id, name }) => [id, name]))
  const ids = [...names.keys()]
  const waiting = select({ sessionId: closedLessons.sessionId })
    .from(closedLessons)
    .where(and(own(actor, closedLessons), isWaiting(actor, ids)))
    .orderBy(asc(closedLessons.createdAt), asc(closedLessons.id))
    .all()
    .map(({ sessionId }) => sessionId)
  for (let from = 0; from < waiting.length; from += atOnce) {
    const lessons = listSessionsToTell(actor, waiting.slice(from, from + atOnce))
    const present = new Map(lessons.map((lesson) => [lesson.id, lesson]))
    const untold = findUntold(actor, lessons)
    const before = [...untold.values()].map(({ known }) => known)
    yield asKnown(actor, before).flatMap(({ session: known, isFor }) =>
      differencesOf({
        ...{ known, isFor, present: present.get(known.id), saysWhy: true },
        why: names.get(untold.get(known.id)?.closureId ?? "") ?? null,
      }),
    )
  }
}

/** The families of some students of whom someone is written to, and those without an address. */
function countFamilies(actor: Actor, studentIds: readonly string[], addresses: ReadonlySet<string>) {
  const contacts = listContacts(actor, studentIds)
  const familyOf = new Map(
    select({ id: students.id, familyId: students.familyId })
      .from(students)
      .where(and(own(actor, students), among(students.id, studentIds)))
      .all()
      .map(({ id, familyId }) => [id, familyId]),
  )
  const [told, unreached] = [new Set<string>(), new Set<string>()]
  for (const [id, familyId] of familyOf) {
    const known = contacts.get(id) ?? []
    if (known.length === 0) unreached.add(familyId)
    else if (known.some(({ email }) => addresses.has(email))) told.add(familyId)
  }
  return { families: told.size, withoutEmail: [...unreached].filter((id) => !told.has(id)).length }
}
