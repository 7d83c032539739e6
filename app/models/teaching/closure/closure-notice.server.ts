import { transact } from "db/client.server"
import { students } from "db/schema/people"
import { closures } from "db/schema/teaching"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { sessions } from "db/schema/teaching-sessions"
import {
  and,
  asc,
  count,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  type Placeholder,
  sql,
} from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, joined, type Owner, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import { listBounced } from "~/models/foundation/outbox/bounce.server"
import { listUnwanting } from "~/models/foundation/outbox/mail-wish.server"
import { isSampleAddress } from "~/models/foundation/sample-record/sample-address"
import { isUnderWay, type TaskKind } from "~/models/foundation/task/task"
import { listTasksUnderWay, type Task } from "~/models/foundation/task/task.server"
import { isPhoneRecipient } from "~/models/foundation/text-message/phone-recipient"
import { listContacts } from "~/models/people/family/contacts.server"
import { readInBackground } from "~/providers/threads/background-read.server"
import { now } from "~/utils/clock.server"
import { formatDate, formatTime } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { type ClosureFacts, closureKey, findClosure, listAddedWith } from "../closed-days/closed-days.server"
import { findUntold } from "../session/closure-untold.server"
import { differencesOf, lettersOf } from "../session/compose-updates.server"
import { asKnown } from "../session/reader-updates.server"
import { sessionTitle } from "../session/session"
import { listSessionsToTell } from "../session/session-list.server"
import { type ClosureLetter, type ClosureLetters, lettersOfPage, type UntoldLesson } from "./closure-lesson"
import { MovedFrom } from "./undo-closure.server"

// Which lessons of a closure no one was told about yet.

/** A closure with those that were added with it: their emails are one. */
export const together = (actor: Actor, closure: ClosureFacts): ClosureFacts[] => [
  closure,
  ...listAddedWith(actor, closure),
]

export const idsTogether = (actor: Actor, closure: ClosureFacts): string[] =>
  together(actor, closure).map(({ id }) => id)

/** UTC ms, or where a statement that is prepared once is given it. */
type Present = number | Placeholder

/** The lessons to come of some closures, or of all, for which the office hasn't decided whether their people are told. */
export const isWaiting = (owner: Owner, closureIds?: readonly string[], present: Present = now()) =>
  and(
    closureIds && inArray(closedLessons.closureId, [...closureIds]),
    isNull(closedLessons.toldAt),
    isNull(closedLessons.silencedAt),
    isToCome(owner, present),
  )

/** The lesson is to come, and still as the closure left it: what changed since, its people know. */
const isToCome = (owner: Owner, present: Present = now()) =>
  exists(
    select({ id: sessions.id })
      .from(sessions)
      .where(
        and(
          own(owner, sessions),
          joined(sessions, closedLessons.sessionId),
          gt(sessions.startsAt, present),
          sql`(${sessions.state} = 'cancelled') = (${closedLessons.was} is null)`,
        ),
      ),
  )

// The tasks that cancel, move or tell of the lessons of closures, and the closures they are of.

const kinds: readonly TaskKind[] = ["cancel-lessons", "move-lessons", "tell-closure"]
const About = z.object({ closureId: z.string().optional(), addedAs: z.string().optional() })

/** The task that is at work on the lessons of a closure, or of those that were added with it. */
export function findWorkOn(actor: Actor, closure: ClosureFacts): { id: string; kind: TaskKind } | undefined {
  const ids = new Set(together(actor, closure).map(({ id }) => id))
  return listTasksUnderWay(actor, kinds).find((task) => {
    const about = About.safeParse(task.about).data
    const isOfIt = about?.addedAs ? about.addedAs === closure.addedAs : ids.has(about?.closureId ?? "")
    return isOfIt && isUnderWay(task)
  })
}

/** The closure whose lessons a task changed; of several that were added as one, the first that is still there. */
export function closureOfTask(actor: Actor, { kind, about }: Task): string | undefined {
  if (!kinds.includes(kind)) return undefined
  const { closureId, addedAs } = About.safeParse(about).data ?? {}
  if (closureId) return findClosure(actor, closureId)?.id
  if (!addedAs) return undefined
  return ownRows(actor, closures, ["id"])
    .where(eq(closures.addedAs, addedAs))
    .orderBy(asc(closures.startsOn), asc(closures.id))
    .get()?.id
}

// The closures whose emails wait for the office: named until it has sent them or decided that no one is told.

/** Each closure with lessons to come that were canceled or moved for it without a word, how many they are, and how many moved. */
export const listWaitingClosures = (actor: Actor) => knownQuery.all(actor, { now: now() })

const knownQuery = query((p: Params<{ now: number }>, _own, school) => waitingQuery(school, p.now))

/** Exported for the test that reads its plan. */
export const waitingQuery = (owner: Owner, present: number | Placeholder = now()) =>
  select({
    id: closures.id,
    name: closures.name,
    addedAs: closures.addedAs,
    lessons: count(),
    moved: count(closedLessons.was),
  })
    .from(closedLessons)
    .innerJoin(closures, joined(closures, closedLessons.closureId))
    .where(and(own(owner, closedLessons), isWaiting(owner, undefined, present)))
    .groupBy(closedLessons.closureId)
    .orderBy(asc(closures.startsOn), asc(closures.id))

/** The same with those that were added together as one, as their emails are. */
export const listWaitingEmails = (actor: Actor) =>
  [...groupBy(listWaitingClosures(actor), closureKey).values()].flatMap((added) => {
    const [first, ...others] = added
    const lessons = added.reduce((sum, each) => sum + each.lessons, 0)
    const moved = added.reduce((sum, each) => sum + each.moved, 0)
    return first ? [{ id: first.id, name: first.name, others: others.length, lessons, moved }] : []
  })

const mostShown = 100

/** What became of the lessons of a closure, and of those added with it, that no one was told about yet; by their old times. */
export function listUntold(actor: Actor, closure: ClosureFacts): UntoldLesson[] {
  const rows = ownRows(actor, closedLessons, ["sessionId", "was"])
    .where(isWaiting(actor, idsTogether(actor, closure)))
    .orderBy(asc(closedLessons.createdAt), asc(closedLessons.id))
    .limit(mostShown)
    .all()
  const wasOf = new Map(rows.map(({ sessionId, was }) => [sessionId, was]))
  return listSessionsToTell(actor, [...wasOf.keys()])
    .map((session) => {
      const text = wasOf.get(session.id)
      const { date, startTime } = text
        ? MovedFrom.parse(JSON.parse(text))
        : { date: session.localDate, startTime: session.startTime }
      const isCanceled = session.state === "cancelled"
      const becomes = `${formatDate(session.localDate, "short")}, ${formatTime(session.startTime)}`
      return {
        id: session.id,
        title: sessionTitle(session),
        sort: `${date} ${startTime}`,
        was: `${formatDate(date, "short")}, ${formatTime(startTime)}`,
        becomes: isCanceled
          ? "canceled"
          : `moved to ${becomes}${session.roomName ? ` in ${session.roomName}` : ""}`,
      }
    })
    .sort((one, other) => one.sort.localeCompare(other.sort))
    .map(({ sort: _, ...lesson }) => lesson)
}

// The office may decide that no one is emailed about the lessons of a closure, and think better of it while they are to come.

const isSilenced = (actor: Actor, ids: readonly string[]) =>
  and(
    own(actor, closedLessons),
    inArray(closedLessons.closureId, [...ids]),
    isNull(closedLessons.toldAt),
    isNotNull(closedLessons.silencedAt),
    isToCome(actor),
  )

/** Drops the emails that wait for a closure and for those that were added with it. Answers how many lessons they were about. */
export const silenceClosure = (actor: Actor, closure: ClosureFacts): number =>
  transact(() => {
    const changes = change(actor, closedLessons, isWaiting(actor, idsTogether(actor, closure)), {
      silencedAt: now(),
    })
    note(actor, closure, "silence", changes)
    return changes
  })

/** Lets the emails that were dropped wait again. Answers how many lessons they are about. */
export const holdAgain = (actor: Actor, closure: ClosureFacts): number =>
  transact(() => {
    const changes = change(actor, closedLessons, isSilenced(actor, idsTogether(actor, closure)), {
      silencedAt: null,
    })
    note(actor, closure, "hold", changes)
    return changes
  })

/** Of how many lessons to come the office decided that no one is emailed. */
export const countSilenced = (actor: Actor, closure: ClosureFacts): number =>
  select({ n: count() })
    .from(closedLessons)
    .where(isSilenced(actor, idsTogether(actor, closure)))
    .get()?.n ?? 0

const note = (actor: Actor, { id, name }: ClosureFacts, verb: "silence" | "hold", lessons: number) =>
  lessons > 0 && recordEvent(actor, `closure.${verb}`, id, { after: { name, lessons } })

const atOnce = 200

/** Who would get which email if the office sent those that wait for a closure; nothing is changed. Read in the background. */
export const findClosureLetters = (actor: Actor, closureId: string, page: number): Promise<ClosureLetters> =>
  readInBackground({
    ...schoolWork(actor, "closure-letters", listClosureLetters, closureId, page),
    isLong: true,
  })

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
    .filter(({ email }) => !unwanting.has(email) && !isSampleAddress(email) && !isPhoneRecipient(email))
    .sort(inOrder)
  const returned = new Set(listBounced(wanted))
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
  const waiting = ownRows(actor, closedLessons, ["sessionId"])
    .where(isWaiting(actor, ids))
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
    ownRows(actor, students, ["id", "familyId"])
      .where(among(students.id, studentIds))
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
