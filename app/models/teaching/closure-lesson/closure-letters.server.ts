import { students } from "db/schema/people"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { and, asc, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { viewerOf } from "~/models/foundation/aside/viewer"
import { listUnwanting } from "~/models/foundation/outbox/mail-choice.server"
import { listReturned } from "~/models/foundation/outbox/returned-address.server"
import { isSampleAddress } from "~/models/foundation/sample-record/sample-address"
import { listContacts } from "~/models/people/family/contacts.server"
import { readAside } from "~/providers/threads/aside.server"
import { groupBy } from "~/utils/group-by"
import { findClosure } from "../closure/closure.server"
import { listSessionsToTell } from "../session/session-list.server"
import { mailsOf } from "../session/tell-change.server"
import { listLeftTo } from "../session/told.server"
import { type ClosureLetter, type ClosureLetters, lettersOfPage } from "./closure-lesson"
import { type ClosureNotice, isWaiting, noticesOf, together } from "./closure-notice.server"

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
  for (const { change, before, choice } of listNotices(actor, closureId)) {
    for (const { students: those } of before) for (const { id } of those) studentIds.add(id)
    for (const { recipient, data } of mailsOf(actor, change, before, choice)) {
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
    .filter(({ email }) => !unwanting.has(email) && !isSampleAddress(email))
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

/** What is told of the lessons that wait, many at once where it is told alike. */
function* listNotices(actor: Actor, closureId: string) {
  const closure = findClosure(actor, closureId)
  if (!closure) return
  const closures = new Map(together(actor, closure).map((each) => [each.id, each]))
  const unread = new Map([...closures.keys()].flatMap((id) => [...listLeftTo(actor, id)]))
  const waiting = select({
    sessionId: closedLessons.sessionId,
    closureId: closedLessons.closureId,
    was: closedLessons.was,
    spent: closedLessons.spent,
  })
    .from(closedLessons)
    .where(and(own(actor, closedLessons), isWaiting(actor, [...closures.keys()])))
    .orderBy(asc(closedLessons.createdAt), asc(closedLessons.id))
    .all()
  for (let from = 0; from < waiting.length; from += atOnce) {
    const closed = new Map(waiting.slice(from, from + atOnce).map((each) => [each.sessionId, each]))
    const notices = listSessionsToTell(actor, [...closed.keys()]).flatMap((session) => {
      const of = closed.get(session.id)
      const known = unread.get(session.id)
      return of ? noticesOf(actor, closures.get(of.closureId) ?? closure, of, session, known) : []
    })
    const [apart, together] = [notices.filter(isApart), notices.filter((notice) => !isApart(notice))]
    const alike = groupBy(together, ({ change, choice }) => `${change} ${choice.part}`)
    for (const those of [...alike.values(), ...apart.map((notice) => [notice])]) yield asOne(those)
  }
}

/** Whether only some of the lesson's people read it so. */
const isApart = ({ choice }: ClosureNotice) => choice.only !== undefined

const asOne = (alike: readonly ClosureNotice[]) => ({
  change: alike[0]?.change ?? ("cancelled" as const),
  before: alike.map(({ before }) => before),
  choice: {
    reason: alike[0]?.choice.reason,
    only: alike[0]?.choice.only,
    spent: alike.flatMap(({ choice }) => choice.spent ?? []),
  },
})

/** The families of some students of whom someone is written to, and those without an address. */
function countFamilies(actor: Actor, studentIds: readonly string[], addresses: ReadonlySet<string>) {
  const contacts = listContacts(actor, studentIds)
  const familyOf = new Map(
    select({ id: students.id, familyId: students.familyId })
      .from(students)
      .where(
        and(
          own(actor, students),
          sql`${students.id} in (select value from json_each(${JSON.stringify(studentIds)}))`,
        ),
      )
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
