import { sessions } from "db/schema/teaching-sessions"
import { told } from "db/schema/teaching-told"
import { and, eq, exists, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addAll, change, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { heldMs } from "~/models/foundation/outbox/outbox.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { findUntold, type Untold } from "./closure-untold.server"
import { teachersIn } from "./lesson-change"
import { lessonIn, type Place, withStudents } from "./lesson-in.server"
import type { SessionRow } from "./session"
import { listSessionsToTell } from "./session-list.server"
import { findOwnAddress, teachersOf } from "./told-teachers.server"

// What each reader was told of a lesson, or saw before its first change. A change only says that they are to be told in two minutes;
// by then the lesson is compared with what they know (compose-told.server.ts), so an undo has nothing to say.

/** A lesson as a reader knows it. */
export type Known = Place & {
  isCanceled: boolean
  /** Who comes, and who was left out of it when it moved. */
  students: string[]
  leftOut: string[]
}

export const stateOf = ({ localDate, coTeachers = [], ...session }: SessionRow): Place => ({
  date: localDate,
  startTime: session.startTime,
  minutes: session.minutes,
  teacherId: session.teacherId,
  roomId: session.roomId,
  coTeachers: coTeachers.map(({ id, name }) => ({ id, name })),
})

export const knownOf = (session: SessionRow, leftOut: string[] = []): Known => ({
  ...stateOf(session),
  isCanceled: session.state === "cancelled",
  students: session.students.map(({ id }) => id),
  leftOut,
})

export const isSameState = (one: Place | undefined, other: Place): boolean =>
  one !== undefined && slotText(one) === slotText(other)

const slotText = ({ date, startTime, minutes, teacherId, roomId, coTeachers = [] }: Place) =>
  JSON.stringify([date, startTime, minutes, teacherId, roomId, coTeachers])

const ofLessons = (ids: readonly string[]) =>
  sql`${told.sessionId} in (select value from json_each(${JSON.stringify(ids)}))`
const ofReaders = (readers: Iterable<string>) =>
  sql`${told.reader} in (select value from json_each(${JSON.stringify([...readers])}))`
/** Their difference waits to be told. */
const isWaiting = () => isNotNull(told.dueAt)

/** A lesson's people are told in two minutes what is different from `before`, or from what they know: all but the one who acts. */
export function tellSoon(
  actor: Actor,
  before: SessionRow,
  untold: Untold | undefined = findUntold(actor, before),
) {
  const [present] = listSessionsToTell(actor, [before.id])
  if (!present || Math.max(before.startsAt, present.startsAt) <= now()) return
  const seen = untold?.known ?? before
  const known = JSON.stringify(knownOf(seen))
  // What another letter tells is known by then; that of a closure isn't written yet.
  change(actor, told, and(ofLessons([before.id]), ne(told.toldBy, untold?.closureId ?? "")), { known })
  remove(actor, told, and(ofLessons([before.id]), ofReaders(findOwnAddress(actor))))
  const contacts = listContacts(
    actor,
    seen.students.map(({ id }) => id),
  )
  const staff = teachersOf(actor, [seen, before, present].flatMap(teachersIn))
  const readers = new Set([...contacts.values(), ...staff.values()].flat().map(({ email }) => email))
  for (const { reader } of listRows(actor, [before.id])) readers.delete(reader)
  addAll(
    actor,
    told,
    [...readers].map((reader) => ({ sessionId: before.id, reader, known })),
  )
  setDue(actor, ofLessons([before.id]))
}

function setDue(actor: Actor, which: SQL | undefined, known?: SQL) {
  const dueAt = now() + heldMs
  if (change(actor, told, which, { dueAt, toldBy: null, ...(known && { known }) }) === 0) return
  const schoolId = actor.school.id
  queueJob({ kind: "tell-lessons", schoolId, dueAt, uniqueKey: `tell-lessons@${schoolId}@${dueAt}` })
}

const asCanceled = (isCanceled: boolean) =>
  sql`json_set(${told.known}, '$.isCanceled', json(${`${isCanceled}`}))`

/** A lesson is canceled or removed, which other letters tell: what its people don't know yet waits until it is back. */
export const pauseTold = (actor: Actor, sessionId: string) =>
  change(actor, told, and(ofLessons([sessionId]), isWaiting()), { dueAt: null, known: asCanceled(true) })

/** Lessons are back: their people are told what they didn't know yet. */
export function resumeTold(actor: Actor, sessionIds: readonly string[]) {
  const isBack = exists(
    select({ id: sessions.id })
      .from(sessions)
      .where(and(own(actor, sessions), joined(sessions, told.sessionId), eq(sessions.state, "planned"))),
  )
  const isPaused = and(isNull(told.dueAt), isNull(told.toldBy))
  setDue(actor, and(ofLessons(sessionIds), isPaused, isBack), asCanceled(false))
}

/** The letters of a key tell some readers of a lesson, or all, what they don't know yet. */
export const leaveToldTo = (actor: Actor, sessionId: string, key: string, readers?: ReadonlySet<string>) =>
  change(actor, told, and(ofLessons([sessionId]), isWaiting(), readers && ofReaders(readers)), {
    dueAt: null,
    toldBy: key,
  })

/** How each reader knows the lessons that the letters of a key tell them of, by lesson. */
export const listLeftTo = (actor: Actor, key: string, sessionId?: string) =>
  byLesson(listRows(actor, sessionId === undefined ? undefined : [sessionId], key))

/** They are told by the letters of a key. */
export const endLeftTo = (actor: Actor, sessionId: string, key: string) =>
  remove(actor, told, and(ofLessons([sessionId]), eq(told.toldBy, key)))

/**
 * What the letters of a key told of a lesson is undone: its readers are told what they don't know. Those who have their letter
 * (`by`) know the lesson as it was by then. Answers whom it is about.
 */
export function tellAfterUndo(
  actor: Actor,
  sessionId: string,
  key: string,
  by?: { readers: ReadonlySet<string>; as: SessionRow },
): ReadonlySet<string> {
  const left = and(ofLessons([sessionId]), eq(told.toldBy, key))
  const readers = listRows(actor, [sessionId], key).map(({ reader }) => reader)
  if (by) change(actor, told, and(left, ofReaders(by.readers)), { known: JSON.stringify(knownOf(by.as)) })
  setDue(actor, left)
  return new Set(readers)
}

/** Other letters have told these readers of lessons what they didn't know. */
export const endTold = (
  actor: Actor,
  lessons: readonly { id: string }[],
  mails: readonly { recipient: string }[],
) =>
  remove(
    actor,
    told,
    and(
      ofLessons(lessons.map(({ id }) => id)),
      ofReaders(mails.map(({ recipient }) => recipient)),
      isNull(told.toldBy),
    ),
  )

/** Who isn't told yet of changes to lessons, and how they know them, by lesson. */
export const listUnread = (actor: Actor, sessionIds: readonly string[]) =>
  byLesson(listRows(actor, sessionIds).filter(({ dueAt }) => dueAt !== null))

function listRows(actor: Actor, sessionIds?: readonly string[], toldBy?: string) {
  return select()
    .from(told)
    .where(
      and(
        own(actor, told),
        sessionIds && ofLessons(sessionIds),
        toldBy === undefined ? undefined : eq(told.toldBy, toldBy),
      ),
    )
    .all()
}

type Row = typeof told.$inferSelect

const byLesson = (rows: readonly Row[]): ReadonlyMap<string, ReadonlyMap<string, Known>> =>
  new Map(
    [...groupBy(rows, ({ sessionId }) => sessionId)].map(([id, those]) => [
      id,
      new Map(those.map(({ reader, known }) => [reader, JSON.parse(known) as Known])),
    ]),
  )

/** A lesson as some of its people know it. */
export type KnownAs = { session: SessionRow; isFor: (reader: string) => boolean }

/**
 * Lessons as each reader knows them, and as they are for everyone else. What is over at the time that a reader knows is said of the
 * time that it has.
 */
export function asKnown(actor: Actor, lessons: readonly SessionRow[]): KnownAs[] {
  const rows =
    lessons.length === 0
      ? []
      : listRows(
          actor,
          lessons.map(({ id }) => id),
        ).filter(({ toldBy }) => toldBy === null)
  return lessons.flatMap((session) => {
    const apart = alike(rows.filter(({ sessionId }) => sessionId === session.id)).flatMap(
      ({ known, isFor }): KnownAs[] => {
        const before = lessonAt(actor, session, known)
        return before.startsAt > now() ? [{ session: before, isFor }] : []
      },
    )
    return [...apart, { session, isFor: (reader) => !apart.some(({ isFor }) => isFor(reader)) }]
  })
}

/** Readers who know a lesson alike. */
export const alike = (rows: readonly Row[]) =>
  [...groupBy(rows, ({ sessionId, known }) => `${sessionId} ${known}`).values()].flatMap(
    ([first, ...others]) => {
      if (!first) return []
      const readers = new Set([first, ...others].map(({ reader }) => reader))
      const known = JSON.parse(first.known) as Known
      return [{ sessionId: first.sessionId, known, readers, isFor: (reader: string) => readers.has(reader) }]
    },
  )

/** The lesson as a reader knows it. */
export function lessonAt(actor: Actor, session: SessionRow, known: Known): SessionRow {
  const lesson = withStudents(actor, lessonIn(actor, session, known), known.students, "make_up")
  const isKnown = new Set(known.students)
  return { ...lesson, students: lesson.students.filter(({ id }) => isKnown.has(id)) }
}
