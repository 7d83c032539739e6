import { readerUpdates } from "db/schema/teaching-reader-updates"
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows, remove } from "~/models/foundation/access/door.server"
import type { LessonMailData, SessionChange, WeeklyMove } from "~/models/foundation/outbox/lesson-mail-data"
import { changeWaitsUntil } from "~/models/foundation/outbox/mail-wish.server"
import { heldMs, queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { dayName, formatDate, formatTime } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { today } from "~/utils/zones"
import { listSpentBefore } from "../credit/redeem-credit.server"
import { findUntold } from "./closure-untold.server"
import { forStudents } from "./left-out"
import {
  alike,
  amongRows,
  cancellationKey,
  isDue,
  isSameState,
  isUpdateOf,
  type Known,
  type KnownAs,
  knownAfter,
  postponeUpdates,
  type Row,
  takeReaders,
} from "./reader-updates.server"
import type { SessionRow } from "./session"
import { listSessionsToTell } from "./session-list.server"
import { mailsAbout, mailsOfMoved, whenOf } from "./tell-change.server"

// Emails about lessons that changed, made one. Safe in the browser.

type Changed = LessonMailData["session-changed"]

/** What a lesson begins with in an email that is about other changes, too. */
const named: Partial<Record<SessionChange, string>> = { cancelled: "Canceled: ", restored: "Back on: " }

/** What comes later, put into the email that waits for the same recipient. Where their reasons differ, each lesson has its own. */
function withMoreChanged(waiting: Changed, more: Changed): Changed {
  const isAlike = waiting.change === more.change
  const isMixed = !isAlike && [waiting, more].some(({ change }) => change === "changed" || change in named)
  const hasReasons = waiting.reason !== more.reason
  const linesIn = ({ change, lessons, reason }: Changed) =>
    lessons.map(([when, text]): [string, string] => [
      when,
      `${isMixed ? (named[change] ?? "") : ""}${text}${hasReasons && reason ? `. Reason: ${reason}` : ""}`,
    ])
  return {
    ...waiting,
    change: isAlike ? waiting.change : isMixed ? "changed" : "moved",
    reason: hasReasons ? null : waiting.reason,
    lessons: [...linesIn(waiting), ...linesIn(more)],
    calendar: [...(waiting.calendar ?? []), ...(more.calendar ?? [])],
  }
}

// When its time has come, a lesson is compared with what its people were told of it, and each of them reads the difference, of all
// such lessons in one letter. Where there is none, as after an undo, no letter is written.

/** What became of a lesson since some readers knew it, and the lesson as it is now where they read that. */
type Difference = KnownAs & {
  change: SessionChange
  present?: SessionRow
  reason: string | null
  /** Why it is canceled for those whom its move leaves out. */
  leftOutReason: string | null
  isWeekly: boolean
}

/**
 * Writes the letters that are due, one a person but for cancellations with other reasons, to at most so many people. Answers whether
 * others are left.
 */
export function tellLessons(actor: Actor, at = now(), most = Number.POSITIVE_INFINITY): boolean {
  waitWithReader(actor, at)
  const { theirs, isMore } = takeReaders(listRows(actor, and(isDue(at), isUpdateOf("lesson"))), most)
  const since = theirs.map(({ waitingSince, dueAt }) => waitingSince ?? dueAt ?? at)
  write(actor, theirs, Math.min(at, ...since) - heldMs)
  return isMore
}

/**
 * Who gets such changes once a day, or in the morning alone, isn't written to before: what is undone by then they don't read. Lessons
 * that begin soon are told at once.
 */
function waitWithReader(actor: Actor, at: number) {
  // A reading ahead of time, as before a task, writes all.
  const present = Math.min(at, now())
  for (const [reader, rows] of groupBy(
    listRows(
      actor,
      and(
        isDue(present),
        isUpdateOf("lesson"),
        isNull(readerUpdates.toldBy),
        isNull(readerUpdates.waitingSince),
      ),
    ),
    ({ reader }) => reader,
  )) {
    const ids = rows.map(({ sessionId }) => sessionId)
    const lessons = [
      ...listSessionsToTell(actor, ids),
      ...rows.map(({ known }) => JSON.parse(known) as Known),
    ]
    const soonestAt = Math.min(...lessons.flatMap(({ startsAt }) => (startsAt > present ? [startsAt] : [])))
    const dueAt = changeWaitsUntil({ schoolId: actor.school.id, recipient: reader, soonestAt }, present)
    if (dueAt > present) postponeUpdates(actor, rows, dueAt)
  }
}

/** Writes the letters of some keys, one a person, to at most so many people. Answers whether others are left. */
export function tellWith(actor: Actor, keys: readonly string[], most = Number.POSITIVE_INFINITY): boolean {
  const { theirs, isMore } = takeReaders(listRows(actor, inArray(readerUpdates.toldBy, [...keys])), most)
  write(actor, theirs, now(), () => "")
  return isMore
}

const listRows = (actor: Actor, which: SQL | undefined) =>
  ownRows(actor, readerUpdates)
    .where(which)
    .orderBy(asc(readerUpdates.dueAt), asc(readerUpdates.createdAt), asc(readerUpdates.id))
    .all()

type Mail = ReturnType<typeof lettersOf>[number]

function write(
  actor: Actor,
  rows: readonly Row[],
  since: number,
  apart = ({ data }: Mail): string | null => data.reason,
) {
  if (rows.length === 0) return
  const lessons = new Map(
    asTold(
      actor,
      rows.map(({ sessionId }) => sessionId),
    ).map((lesson) => [lesson.id, lesson]),
  )
  const groups = alike(rows).map((group) => ({ ...group, present: lessons.get(group.known.id) }))
  const differences = groups.flatMap(({ rows: [row], ...group }) =>
    differencesOf({ isWeekly: false, why: null, ...row, ...group, saysWhy: Boolean(row?.toldBy) }),
  )
  differences.sort((one, other) => one.session.startsAt - other.session.startsAt)
  const weekly = weeklyOf(actor, differences)
  const letters = groupBy(lettersOf(actor, differences, since), (mail) =>
    JSON.stringify([mail.recipient, apart(mail)]),
  )
  for (const [first, ...others] of letters.values())
    if (first) {
      const data = others.reduce<Changed>((all, more) => withMoreChanged(all, more.data), first.data)
      const theirs = weekly.filter(({ lessons: [[when] = [""]] }) => data.lessons.some(([of]) => of === when))
      const soonestAt = Math.min(first.soonestAt, ...others.map((more) => more.soonestAt))
      const oldAt = Math.max(first.oldAt, ...others.map((more) => more.oldAt))
      queueMail({ ...first, soonestAt, oldAt, data: theirs.length > 0 ? { ...data, weekly: theirs } : data })
    }
  for (const { known, present, rows: those } of groups) {
    const next = knownAfter(known, present)
    if (next)
      change(actor, readerUpdates, amongRows(those), {
        known: JSON.stringify(next),
        dueAt: null,
        toldBy: null,
      })
    else remove(actor, readerUpdates, amongRows(those))
  }
  remove(
    actor,
    readerUpdates,
    and(
      isNull(readerUpdates.dueAt),
      or(isNull(readerUpdates.toldBy), eq(readerUpdates.toldBy, cancellationKey)),
      sql`${readerUpdates.known} ->> '$.localDate' < ${addDays(today(actor.school.timeZone, now()), -1)}`,
    ),
  )
}

/** Lessons as they are; one that moved for a closure is, for its people, where it was until the office tells them. */
function asTold(actor: Actor, ids: readonly string[]): SessionRow[] {
  const lessons = listSessionsToTell(actor, [...new Set(ids)])
  const untold = findUntold(
    actor,
    lessons.filter(({ state }) => state === "planned"),
  )
  return lessons.map((lesson) => untold.get(lesson.id)?.known ?? lesson)
}

type Group = {
  known: Known
  present: SessionRow | undefined
  isFor: KnownAs["isFor"]
  why: string | null
  isWeekly?: boolean
  /** It is said of a move, too. */
  saysWhy: boolean
}

/** What became of a lesson since some readers knew it. */
export function differencesOf({
  known,
  present,
  why,
  saysWhy,
  isWeekly = false,
  isFor,
}: Group): Difference[] {
  const is = (change: SessionChange, session: SessionRow, more: Pick<Difference, "present"> = {}) => [
    {
      ...{ change, session, isFor, isWeekly, leftOutReason: why, ...more },
      reason: change === "cancelled" ? (present?.cancelReason ?? why) : saysWhy ? why : null,
    },
  ]
  const isOff = present === undefined || present.state === "cancelled"
  if (known.isNew) return isOff ? [] : is("added", present)
  if (isOff) return known.state === "cancelled" ? [] : is("cancelled", known)
  const isSame = isSameState(known, present)
  if (known.state === "cancelled") {
    const comes = new Set(present.students.map(({ id }) => id))
    const students = known.students.filter(({ id }) => comes.has(id))
    return is("restored", isSame ? present : { ...known, students }, { present })
  }
  const back = present.students.filter(({ id }) => known.leftOut?.includes(id))
  return [
    ...(isSame ? [] : is("moved", known, { present })),
    ...(back.length > 0 ? is("restored", forStudents(present, back)) : []),
  ]
}

/** The letters about some changes, each of one kind, written to people who were to know of them since an instant (UTC ms). */
export function lettersOf(actor: Actor, differences: readonly Difference[], since: number) {
  const together = groupBy(differences, ({ change, present, reason, leftOutReason }) =>
    JSON.stringify([change, !present, reason, change === "moved" && leftOutReason]),
  )
  return [...together.values()].flatMap((those) => {
    const [
      { change, reason, leftOutReason } = { change: "moved" as const, reason: null, leftOutReason: null },
    ] = those
    const present = those.flatMap((one) => one.present ?? [])
    if (change === "moved") return mailsOfMoved(actor, those, present, { reason, leftOutReason, since })
    const spent = those.map(({ session: { id } }) => ({ sessionId: id, credits: listSpentBefore(actor, id) }))
    return mailsAbout(actor, change, those, present, {
      reason,
      since,
      ...(change === "cancelled" ? { spent } : {}),
    })
  })
}

/** The weekly times that changed, by class. */
function weeklyOf(actor: Actor, differences: readonly Difference[]) {
  const moved = differences.filter(({ change, isWeekly }) => change === "moved" && isWeekly)
  return [...groupBy(moved, ({ session }) => session.classId).values()].flatMap((those) => {
    const each = new Map(those.map(({ session, present }) => [session.id, { session, present }]))
    const before = [...each.values()].map(({ session }) => session)
    return weeklyMoves(
      actor,
      before,
      [...each.values()].flatMap(({ present }) => present ?? []),
    )
  })
}

type When = Pick<SessionRow, "localDate" | "startTime">

/**
 * Which weekly time lessons had and have, for their emails: "Tuesdays 4:15 PM", "Mondays 4:45 PM from Dec 7". Lessons every
 * second week have none. Times are the school's: who reads them in another zone, which may turn its clocks on other days, reads
 * every lesson.
 */
function weeklyMoves(
  actor: Actor,
  before: readonly SessionRow[],
  after: readonly SessionRow[],
): WeeklyMove[] {
  const present = new Map(after.map((session) => [session.id, session]))
  const pairs = before.flatMap((was) => {
    const is = present.get(was.id)
    return is ? [{ was, is }] : []
  })
  const weeklyText = ({ localDate, startTime }: When) =>
    `${dayName(localDate)}s ${formatTime(startTime, actor.school)}`
  const groups = groupBy(pairs, ({ was, is }) => `${weeklyText(was)} ${weeklyText(is)}`)
  return [...groups.values()].flatMap((moved) => {
    const dates = moved.map(({ is }) => is.localDate).sort()
    const [first] = moved
    const [from] = dates
    const isWeekly = dates.some((date) => dates.includes(addDays(date, 7)))
    if (!first || !from || !isWeekly || weeklyText(first.was) === weeklyText(first.is)) return []
    return {
      was: weeklyText(first.was),
      is: `${weeklyText(first.is)} from ${formatDate(from, "day", actor.school)}`,
      lessons: moved.map(({ was, is }): [string, string] => [
        whenOf(actor, was, null),
        whenOf(actor, is, null),
      ]),
    }
  })
}
