import { classes } from "db/schema/teaching"
import { readerUpdates } from "db/schema/teaching-reader-updates"
import { sessions } from "db/schema/teaching-sessions"
import {
  and,
  eq,
  exists,
  gt,
  gte,
  isNotNull,
  isNull,
  lte,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addAll, change, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { mailLeavesAt } from "~/models/foundation/outbox/mail-wish.server"
import { heldMs } from "~/models/foundation/outbox/outbox.server"
import { listUnreached } from "~/models/foundation/outbox/reach.server"
import { isPhoneRecipient } from "~/models/foundation/text-message/phone-recipient"
import { listReaders } from "~/models/people/family/contacts.server"
import type { Waiting } from "~/texts/foundation/leaving"
import { now, todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { localUntil } from "~/utils/zones"
import { takeUntold, type Untold } from "./closure-untold.server"
import { teachersIn } from "./lesson-change"
import type { Recipients } from "./rule-effect"
import type { SessionRow } from "./session"
import { listSessionsToTell } from "./session-list.server"
import { findOwnAddress, teachersOf } from "./teacher-recipients.server"

// What each reader was told of a lesson, or saw before its first change. A change only says that they are to be told in two minutes;
// by then the lesson is compared with what they know (compose-updates.server.ts), so an undo has nothing to say.

/** A lesson as a reader knows it. */
export type Known = SessionRow & {
  /** They don't: it was added. */
  isNew?: boolean
  /** Who was left out of it when it moved, as they read. */
  leftOut?: string[]
  /** The other letters that told them so, which tell of its undo, too. */
  toldAs?: string
}

/** Whether two lessons are at the same time and place, also online, given by the same people. */
export const isSameState = (one: SessionRow | undefined, other: SessionRow): boolean =>
  one !== undefined && slotText(one) === slotText(other)

const slotText = ({ localDate, startTime, minutes, onlineLink, coTeachers = [], ...at }: SessionRow) =>
  JSON.stringify([
    ...[localDate, startTime, minutes, at.teacherId, at.roomId, onlineLink],
    coTeachers.map(({ id }) => id),
  ])

const ofLessons = (ids: readonly string[]) => among(readerUpdates.sessionId, ids)
const ofReaders = (readers: Iterable<string>) => among(readerUpdates.reader, [...readers])
/** Their difference waits to be told. */
const isWaiting = () => isNotNull(readerUpdates.dueAt)
/** That a lesson was added is told by no other letter. */
const isOfOld = () => sql`coalesce(${readerUpdates.known} ->> '$.isNew', 0) = 0`

/** `toldBy` of what is told with a cancellation or removal, by whatever letter, or once another closure is sent or undone. */
export const cancellationKey = "its end"

type UpdateOptions = {
  /** They were added: no one knows them yet. */
  isNew?: boolean
  /** Why they are canceled, where the lessons don't say it themselves; with a key also why they move. */
  why?: string | null
  /** Each follows its weekly time as the change made it. */
  isWeekly?: boolean
  /** Lessons that are back, which had been removed. */
  back?: readonly string[]
  /** Addresses of those who know it, beside the one who acts: a teacher who leaves. */
  knowing?: readonly string[]
  /** Only those who come to the lessons as given, and their teachers: what others know of them stays. */
  only?: boolean
  /** They aren't told in two minutes, but once all that is told with this key is (compose-updates.server.ts). */
  key?: string
}

/**
 * The people of lessons are told in two minutes what is different from `before`, or from what they know: all but the one who acts.
 * What became of a lesson for a closure of which no one was told is told with it. Answers who.
 */
export function queueUpdates(
  actor: Actor,
  before: readonly SessionRow[],
  {
    isNew = false,
    why = null,
    isWeekly = false,
    back = [],
    knowing = [],
    only = false,
    key,
  }: UpdateOptions = {},
): Notified {
  const ids = before.map(({ id }) => id)
  const present = new Map(listSessionsToTell(actor, ids).map((session) => [session.id, session]))
  const coming = before.filter((was) => Math.max(was.startsAt, present.get(was.id)?.startsAt ?? 0) > now())
  const untold = key === cancellationKey ? undefined : takeUntold(actor, coming)
  const seen = new Map(
    coming.map((session) => [session.id, only ? session : asSeen(actor, session, untold?.get(session.id))]),
  )
  const contacts = listReaders(
    actor,
    [...seen.values()].flatMap(({ students }) => students.map(({ id }) => id)),
  )
  const giving = (was: SessionRow) => [seen.get(was.id), was, present.get(was.id)].flatMap(teachersIn)
  const staff = teachersOf(actor, coming.flatMap(giving))
  const known = new Set(listRows(actor, ids).map(({ sessionId, reader }) => `${sessionId} ${reader}`))
  const reached = new Set<string>()
  const rows = coming.flatMap((was) => {
    const as = seen.get(was.id) ?? was
    const readers = [
      ...as.students.flatMap(({ id }) => contacts.get(id) ?? []),
      ...giving(was).flatMap((id) => staff.get(id) ?? []),
    ]
    for (const { email } of readers) reached.add(email)
    return [...new Set(readers.map(({ email }) => email))]
      .filter((reader) => !known.has(`${was.id} ${reader}`))
      .map((reader) => ({ sessionId: was.id, reader, known: JSON.stringify({ ...as, isNew }) }))
  })
  addAll(actor, readerUpdates, rows)
  remove(actor, readerUpdates, and(ofLessons(ids), ofReaders([...findOwnAddress(actor), ...knowing])))
  const those = ofLessons([...coming.map(({ id }) => id), ...back])
  setDue(actor, only ? and(those, ofReaders(reached)) : those, { why, isWeekly }, key)
  const begins = coming.flatMap((was) => [was.startsAt, present.get(was.id)?.startsAt ?? 0])
  return {
    families: [...contacts.values()].flat(),
    teachers: [...staff.values()],
    soonestAt: soonestOf(begins.filter((at) => at > now())),
  }
}

const soonestOf = (begins: readonly number[]): number | null =>
  begins.length > 0 ? begins.reduce((one, other) => Math.min(one, other)) : null

/** The same people told of two things. */
export const joinNotified = (one: Notified, other: Notified): Notified => ({
  families: [...one.families, ...other.families],
  teachers: [...one.teachers, ...other.teachers],
  soonestAt: soonestOf([one, other].flatMap(({ soonestAt }) => soonestAt ?? [])),
})

/** A lesson as its people know it who weren't told otherwise. */
function asSeen(actor: Actor, session: SessionRow, untold: Untold | undefined): SessionRow {
  const as = untold?.known ?? session
  const knowing = and(
    isNull(readerUpdates.dueAt),
    isNull(readerUpdates.toldBy),
    sql`${readerUpdates.known} ->> '$.state' = 'planned'`,
  )
  const leftOut = sql`json(coalesce(${readerUpdates.known} -> '$.leftOut', '[]'))`
  change(actor, readerUpdates, and(ofLessons([session.id]), knowing), {
    known: sql`json_set(${JSON.stringify(as)}, '$.leftOut', ${leftOut})`,
  })
  const state = sql`json_set(${readerUpdates.known}, '$.state', ${as.state})`
  change(actor, readerUpdates, and(ofLessons([session.id]), eq(readerUpdates.toldBy, cancellationKey)), {
    known: state,
  })
  return as
}

/** Lessons that were added are removed: who knows of them is told why. */
export const queueRemovalUpdates = (actor: Actor, added: readonly { id: string }[], why: string) =>
  setDue(actor, ofLessons(added.map(({ id }) => id)), { why })

type Person = { name: string; email: string }
/** When the first lesson begins that it is about (UTC ms); without one no email of it waits. */
type Notified = { families: Person[]; teachers: Person[]; soonestAt?: number | null }

/** Of the people who are told, once, those whom an email reaches, and when it leaves to those for whom it waits. */
export function reachedOf(actor: Actor, { families, teachers, soonestAt = null }: Notified): Recipients {
  const about = { template: "session-changed" as const, schoolId: actor.school.id }
  const unreached = listUnreached(
    about,
    [...families, ...teachers].map(({ email }) => email),
  )
  const each = new Map([...teachers, ...families].map(({ name, email }) => [email, { name, email }]))
  const isFamily = new Set(families.map(({ email }) => email))
  const reached = [...each.values()]
    .filter(({ email }) => !unreached.has(email))
    .map((person) => ({ ...person, ...waitsOf(actor, person.email, soonestAt) }))
  return {
    families: reached.filter(({ email }) => isFamily.has(email)),
    teachers: reached.filter(({ email }) => !isFamily.has(email)),
  }
}

/** When an email about a lesson leaves to a reader, where that isn't in two minutes. */
export function waitsOf(
  actor: Actor,
  recipient: string,
  soonestAt: number | null,
  template: "session-changed" | "lessons-arranged" = "session-changed",
): Waiting {
  const { id: schoolId, timeZone: zone } = actor.school
  const at = now() + heldMs
  const leaving = mailLeavesAt({ template, schoolId, recipient, soonestAt }, at)
  return leaving.at > at ? { waits: localUntil(leaving.at, zone, now()) } : {}
}

/** When the emails leave to those who are about to be told of a lesson. */
export function listWaits(actor: Actor, { id, startsAt }: Pick<SessionRow, "id" | "startsAt">): Waiting[] {
  const rows = listRows(actor, [id], isWaiting())
  const begins = rows.map(({ known }) => (JSON.parse(known) as Known).startsAt)
  const soonestAt = soonestOf([...begins, startsAt].filter((at) => at > now()))
  const readers = rows.map(({ reader }) => reader).filter((reader) => !isPhoneRecipient(reader))
  return readers.map((reader) => waitsOf(actor, reader, soonestAt))
}

function setDue(
  actor: Actor,
  which: SQL | undefined,
  telling: Pick<UpdateOptions, "why" | "isWeekly"> = {},
  key: string | null = null,
) {
  if (key === null) due(actor, which, { ...telling, toldBy: null })
  else change(actor, readerUpdates, which, { ...telling, dueAt: null, toldBy: key })
}

function due(
  actor: Actor,
  which: SQL | undefined,
  set: Pick<UpdateOptions, "why" | "isWeekly"> & { toldBy?: null },
) {
  const dueAt = now() + heldMs
  if (change(actor, readerUpdates, which, { ...set, dueAt, waitingSince: null }) > 0) tellAt(actor, dueAt)
}

function tellAt(actor: Actor, dueAt: number) {
  const schoolId = actor.school.id
  queueJob({ kind: "tell-lessons", schoolId, dueAt, uniqueKey: `tell-lessons@${schoolId}@${dueAt}` })
}

/** What the people of a lesson don't know yet is told with a key. */
export const deferUpdates = (actor: Actor, sessionId: string, key: string) =>
  change(actor, readerUpdates, and(ofLessons([sessionId]), isWaiting(), isOfOld()), {
    dueAt: null,
    toldBy: key,
  })

/** A lesson is canceled or removed, which other letters tell: what its people don't know yet waits until it is back. */
export const pauseUpdates = (actor: Actor, sessionId: string) =>
  change(actor, readerUpdates, and(ofLessons([sessionId]), isUnread(), isOfOld()), {
    dueAt: null,
    toldBy: cancellationKey,
  })

/** A lesson is as it was: whoever knows it otherwise is told in two minutes, or with a key; not what other letters still tell. */
export const queueIfDifferent = (actor: Actor, sessionId: string, key?: string) =>
  setDue(
    actor,
    and(
      ofLessons([sessionId]),
      or(isBack(actor), isNotNull(readerUpdates.dueAt), ne(readerUpdates.toldBy, cancellationKey)),
    ),
    { why: null },
    key,
  )

/**
 * What other letters told of a lesson (`toldAs`) is undone, which they tell with a key; those who knew it otherwise before learn the
 * difference in two minutes.
 */
export function queueUndoUpdates(
  actor: Actor,
  was: SessionRow,
  is: SessionRow,
  { toldAs, key }: { toldAs: string; key: string },
) {
  const ofLesson = ofLessons([was.id])
  remove(
    actor,
    readerUpdates,
    and(
      ofLesson,
      isNull(readerUpdates.dueAt),
      isNull(readerUpdates.toldBy),
      sql`${readerUpdates.known} ->> '$.toldAs' = ${toldAs}`,
    ),
  )
  const behind = listRows(actor, [was.id]).map(({ reader }) => reader)
  const students = new Map([...is.students, ...was.students].map((student) => [student.id, student]))
  queueUpdates(actor, [{ ...was, students: [...students.values()] }], { key })
  setDue(actor, and(ofLesson, ofReaders(behind)))
}

/** Lessons are back: their people are told what they didn't know yet. */
export function resumeUpdates(actor: Actor, sessionIds: readonly string[]) {
  setDue(actor, and(ofLessons(sessionIds), eq(readerUpdates.toldBy, cancellationKey), isBack(actor)))
}

const isBack = (actor: Actor) =>
  exists(
    select({ id: sessions.id })
      .from(sessions)
      .where(
        and(own(actor, sessions), joined(sessions, readerUpdates.sessionId), eq(sessions.state, "planned")),
      ),
  )

/** What is told with a key is due in two minutes. */
export const queueUpdatesOfKey = (actor: Actor, key: string) => due(actor, eq(readerUpdates.toldBy, key), {})

/** What the items of a task tell is due in two minutes once no more of them are done. */
export function queueTaskUpdates(actor: Actor, taskId: string): false {
  queueUpdatesOfKey(actor, taskId)
  return false
}

/** What was to be told with a key is told as every change. */
export const releaseKey = (actor: Actor, key: string) => setDue(actor, eq(readerUpdates.toldBy, key))

/** What was to be told with a key is told with another. */
export const moveToKey = (actor: Actor, from: string, toldBy: string) =>
  change(actor, readerUpdates, eq(readerUpdates.toldBy, from), { dueAt: null, toldBy })

/** What is told with a key waits until something else makes it due. */
export const holdKey = (actor: Actor, key: string) =>
  change(actor, readerUpdates, eq(readerUpdates.toldBy, key), { dueAt: null })

/** Of what it is told. */
export const isUpdateOf = (noun: Row["noun"]) => eq(readerUpdates.noun, noun)

type Reading = { known?: object; key?: string }

/** People are told of something beside lessons in two minutes, or with a key. */
export function queueReaderUpdates(
  actor: Actor,
  noun: Row["noun"],
  id: string,
  readers: readonly string[],
  { known = {}, key }: Reading = {},
) {
  const rows = [...new Set(readers)].map((reader) => ({
    ...{ noun, sessionId: id, reader, known: JSON.stringify(known) },
  }))
  addAll(actor, readerUpdates, rows, "there")
  setDue(actor, ofLessons([id]), {}, key)
}

/** Who is to be told of such things by now, or with a key. */
export const listDueUpdates = (actor: Actor, noun: Row["noun"], by: number | string) =>
  listRows(
    actor,
    undefined,
    and(isUpdateOf(noun), typeof by === "number" ? isDue(by) : eq(readerUpdates.toldBy, by)),
  )

/** They were told, and an undo is told to them. */
export const markSent = (actor: Actor, rows: readonly Row[]) =>
  change(actor, readerUpdates, amongRows(rows), { dueAt: null, toldBy: null })

/** What is known of some things, and who waits to be told of them. */
export const listUpdates = (actor: Actor, ids: readonly string[]) =>
  listRows(actor, ids).map((row) => ({ ...row, isWaiting: row.dueAt !== null || row.toldBy !== null }))

/** Something is taken back. Answers who was told of it; the others aren't any more. */
export function withdrawUpdates(actor: Actor, ids: readonly string[]): ReadonlySet<string> {
  const rows = listUpdates(actor, ids)
  removeUpdates(actor, rows)
  return new Set(rows.flatMap(({ reader, isWaiting }) => (isWaiting ? [] : [reader])))
}

type ClassUpdate = {
  /** The class as they know it who aren't to be told of it already. */
  known?: object
  readers?: readonly string[]
  /** They are told nothing. */
  knowing: readonly string[]
  key?: string | undefined
}

/** People of a class, and who was told of it before, are told in two minutes, or with a key, what they don't know of it. */
export function queueClassUpdates(
  actor: Actor,
  classId: string,
  { known = {}, readers = [], knowing, key }: ClassUpdate,
) {
  const ofClass = ofLessons([classId])
  remove(actor, readerUpdates, and(ofClass, ofReaders(knowing)))
  const rows = listRows(actor, [classId])
  const isKnown = new Set([...rows.map(({ reader }) => reader), ...knowing])
  const isWithin = new Set(readers)
  // Of these people, those who wait to be told, and those who come to them, are told from where the first of them know it.
  const from = rows.find(
    ({ reader, dueAt, toldBy }) => isWithin.has(reader) && (dueAt !== null || toldBy !== null),
  )?.known
  const as = { noun: "class" as const, sessionId: classId, known: from ?? JSON.stringify(known) }
  // Who was told knows it as it was before.
  change(
    actor,
    readerUpdates,
    and(ofClass, ofReaders(readers), isNull(readerUpdates.dueAt), isNull(readerUpdates.toldBy)),
    {
      known: JSON.stringify(known),
    },
  )
  const others = [...isWithin].filter((reader) => !isKnown.has(reader))
  addAll(
    actor,
    readerUpdates,
    others.map((reader) => ({ ...as, reader })),
  )
  setDue(actor, ofClass, {}, key)
}

/** Of a class that is over there is nothing to tell. */
export function forgetEndedClasses(actor: Actor) {
  const goesOn = or(isNull(classes.endedOn), gte(classes.endedOn, todayOf(actor)))
  const going = select({ id: classes.id })
    .from(classes)
    .where(and(own(actor, classes), joined(classes, readerUpdates.sessionId), goesOn))
  remove(
    actor,
    readerUpdates,
    and(isUpdateOf("class"), isNull(readerUpdates.dueAt), isNull(readerUpdates.toldBy), notExists(going)),
  )
}

/** They know a class now as it is. */
export const setKnown = (actor: Actor, rows: readonly Row[], known: object) =>
  change(actor, readerUpdates, amongRows(rows), { known: JSON.stringify(known) })

/** Whether no one was told yet of what is told with a key. */
export function isKeyUnsent(actor: Actor, key: string): boolean {
  const rows = listWithKey(actor, key)
  return rows.length > 0 && rows.every(({ dueAt }) => dueAt === null || dueAt > now())
}

/** What is due of lessons with a key. */
export const listDueWithKey = (actor: Actor, at: number) =>
  listRows(actor, undefined, and(isUpdateOf("lesson"), isNotNull(readerUpdates.toldBy), isDue(at)))

/** What is told with a key. */
export const listWithKey = (actor: Actor, key: string) =>
  listRows(actor, undefined, eq(readerUpdates.toldBy, key))

/** What the letters of a key don’t tell is told as every change. */
export const releaseUpdates = (actor: Actor, rows: readonly Row[]) =>
  change(actor, readerUpdates, amongRows(rows), { toldBy: null })

/** The letters of a key have told this. */
export const removeUpdates = (actor: Actor, rows: readonly Row[]) =>
  remove(actor, readerUpdates, amongRows(rows))

/** A step writes so many letters, which holds up no request. */
export const lettersAtOnce = 20

/** The rows of so many people, and whether there are others. */
export function takeReaders(rows: readonly Row[], most: number): { theirs: Row[]; isMore: boolean } {
  const waiting = [...new Set(rows.map(({ reader }) => reader))]
  const readers = new Set(waiting.slice(0, most))
  return { theirs: rows.filter(({ reader }) => readers.has(reader)), isMore: readers.size < waiting.length }
}

/** It is due; none waits longer than two minutes, unless it was written while the clock was ahead. */
export const isDue = (at: number) =>
  or(
    lte(readerUpdates.dueAt, at),
    and(
      gt(readerUpdates.dueAt, at + heldMs),
      or(isNull(readerUpdates.waitingSince), gt(readerUpdates.waitingSince, at)),
    ),
  )

/** These rows wait for their reader until then (UTC ms). */
export function postponeUpdates(actor: Actor, rows: readonly Row[], dueAt: number) {
  change(actor, readerUpdates, amongRows(rows), { dueAt, waitingSince: now() })
  tellAt(actor, dueAt)
}

/**
 * Other letters have told these people of a lesson. Those who were behind, and knew it otherwise than it was before that, know it now as
 * it is, and are told as of every change what becomes of it. Such letters tell the others of its undo; they are kept where it was moved
 * to a day from which it leaves someone out.
 */
export function settleUpdates(
  actor: Actor,
  key: string,
  lesson: SessionRow,
  rows: readonly Row[],
  isBehind: (known: SessionRow) => boolean,
) {
  for (const { known, rows: those } of alike(rows)) {
    const next = knownAfter(known, lesson)
    const kept = isBehind(known)
      ? (next ?? lesson)
      : next && lesson.state === "planned" && { ...next, toldAs: key }
    const theirs = amongRows(those)
    if (kept) change(actor, readerUpdates, theirs, { known: JSON.stringify(kept), dueAt: null, toldBy: null })
    else remove(actor, readerUpdates, theirs)
  }
}

export const amongRows = (rows: readonly Row[]) =>
  among(
    readerUpdates.id,
    rows.map(({ id }) => id),
  )

/** What readers know once they are told; undefined when they are to know the lesson as it is, whatever becomes of it. */
export function knownAfter(known: Known, present: SessionRow | undefined): Known | undefined {
  const isOff = present === undefined || present.state === "cancelled"
  if (known.isNew) return isOff ? undefined : present
  if (isOff) return { ...known, state: "cancelled" }
  const coming = new Set(present.students.map(({ id }) => id))
  const before = [...known.students.map(({ id }) => id), ...(known.leftOut ?? [])]
  const leftOut = before.filter((id) => !coming.has(id))
  return leftOut.length > 0 ? { ...present, leftOut } : undefined
}

/** Its reader doesn’t know it yet. */
const isUnread = () => or(isWaiting(), isNotNull(readerUpdates.toldBy))

/** Who isn't told yet of changes to lessons, and how they know them, by lesson. */
export const listUnsentUpdates = (actor: Actor, sessionIds: readonly string[]) =>
  byLesson(listRows(actor, sessionIds, and(isWaiting(), isOfOld())))

const listRows = (actor: Actor, sessionIds?: readonly string[], which?: SQL) =>
  ownRows(actor, readerUpdates)
    .where(and(sessionIds && ofLessons(sessionIds), which))
    .all()

export type Row = typeof readerUpdates.$inferSelect

type KnownOn = Known & { date: string }

function byLesson(rows: readonly Row[]): ReadonlyMap<string, ReadonlyMap<string, KnownOn>> {
  const known = alike(rows).flatMap((group) => group.rows.map(({ reader }) => ({ reader, as: group.known })))
  return new Map(
    [...groupBy(known, ({ as }) => as.id)].map(([id, those]) => [
      id,
      new Map(those.map(({ reader, as }) => [reader, { ...as, date: as.localDate }])),
    ]),
  )
}

/** A lesson as some of its people know it. */
export type KnownAs = { session: SessionRow; isFor: (reader: string) => boolean }

/**
 * Lessons as each reader knows them, and as they are for everyone else. What is over at the time that a reader knows is said of the
 * time that it has.
 */
export function asKnown(actor: Actor, lessons: readonly SessionRow[]): KnownAs[] {
  const ids = lessons.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : listRows(actor, ids, isUnread())
  const apart = groupBy(alike(rows), ({ known }) => known.id)
  return lessons.flatMap((session) => {
    const those = (apart.get(session.id) ?? []).flatMap(({ known, isFor }) =>
      known.startsAt > now() ? [{ session: known, isFor }] : [],
    )
    return [...those, { session, isFor: (reader: string) => !those.some(({ isFor }) => isFor(reader)) }]
  })
}

/** Readers who know a lesson, or a class, alike. */
export const alike = <As = Known>(rows: readonly Row[]) =>
  [...groupBy(rows, ({ known }) => known).entries()].map(([text, those]) => {
    const readers = new Set(those.map(({ reader }) => reader))
    return { rows: those, known: JSON.parse(text) as As, isFor: (reader: string) => readers.has(reader) }
  })
