import { told } from "db/schema/teaching-told"
import { and, asc, gt, inArray, lte, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import type { SessionChange } from "~/models/foundation/outbox/lesson-mail-data"
import { heldMs, queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { today } from "~/utils/zones"
import { listSpentBefore } from "../credit/spent-credits.server"
import { findUntold } from "./closure-untold.server"
import { withMoreChanged } from "./join-changes"
import { forStudents } from "./left-out"
import type { SessionRow } from "./session"
import { listSessionsToTell } from "./session-list.server"
import { mailsAbout, mailsOfMoved } from "./tell-change.server"
import { alike, isSameState, type Known, type KnownAs } from "./told.server"
import { weeklyMoves } from "./weekly-moves.server"

// When its time has come, a lesson is compared with what its people were told of it, and each of them reads the difference, of all
// such lessons in one letter. Where there is none, as after an undo, no letter is written.

type Row = typeof told.$inferSelect

/** What became of a lesson since some readers knew it, and the lesson as it is now where they read that. */
type Difference = KnownAs & {
  change: SessionChange
  present?: SessionRow
  why: string | null
  isWeekly: boolean
}

/** Writes the letters that are due. */
export function tellLessons(actor: Actor, at = now()) {
  const rows = select()
    .from(told)
    // None waits longer than that, unless it was written while the clock was ahead.
    .where(and(own(actor, told), or(lte(told.dueAt, at), gt(told.dueAt, at + heldMs))))
    .orderBy(asc(told.dueAt), asc(told.createdAt), asc(told.id))
    .all()
  const [first] = rows
  if (!first) return
  const ids = [...new Set(rows.map(({ sessionId }) => sessionId))]
  const lessons = new Map(listSessionsToTell(actor, ids).map((lesson) => [lesson.id, asTold(actor, lesson)]))
  const groups = alike(rows).map((group) => ({ ...group, present: lessons.get(group.known.id) }))
  send(actor, groups.flatMap(differencesOf), Math.min(at, first.dueAt ?? at) - heldMs)
  for (const { known, present, rows: those } of groups) {
    const next = nextOf(known, present)
    if (next) change(actor, told, among(those), { known: JSON.stringify(next), dueAt: null })
    else remove(actor, told, among(those))
  }
  remove(actor, told, sql`${told.known} ->> '$.localDate' < ${addDays(today(actor.school.timeZone, at), -1)}`)
}

const among = (rows: readonly Row[]) =>
  inArray(
    told.id,
    rows.map(({ id }) => id),
  )

/** One that moved for a closure is, for its people, where it was until the office tells them. */
const asTold = (actor: Actor, lesson: SessionRow): SessionRow =>
  (lesson.state === "planned" && findUntold(actor, lesson)?.known) || lesson

type Group = { known: Known; present: SessionRow | undefined; rows: readonly Row[]; isFor: KnownAs["isFor"] }

function differencesOf({ known, present, rows: [row], isFor }: Group): Difference[] {
  const { why = null, isWeekly = false } = row ?? {}
  const is = (change: SessionChange, session: SessionRow, more: Pick<Difference, "present"> = {}) => [
    { change, session, isFor, isWeekly, why: present?.cancelReason ?? why, ...more },
  ]
  const isOff = present === undefined || present.state === "cancelled"
  if (known.isNew) return isOff ? [] : is("added", present)
  if (isOff) return known.state === "cancelled" ? [] : is("cancelled", known)
  const isSame = isSameState(known, present)
  if (known.state === "cancelled") return is("restored", isSame ? present : known, { present })
  const back = present.students.filter(({ id }) => known.leftOut?.includes(id))
  return [
    ...(isSame ? [] : is("moved", known, { present })),
    ...(back.length > 0 ? is("restored", forStudents(present, back)) : []),
  ]
}

/** Each reader gets one letter, but for cancellations with other reasons. */
function send(actor: Actor, differences: readonly Difference[], since: number) {
  const together = groupBy(differences, ({ change, present, why }) =>
    JSON.stringify([change, !present, change === "cancelled" && why]),
  )
  const mails = [...together.values()].flatMap((those) => {
    const [{ change, why } = { change: "moved" as const, why: null }] = those
    const present = those.flatMap((one) => one.present ?? [])
    if (change === "moved") return mailsOfMoved(actor, those, present, { leftOutReason: why, since })
    const spent = those.map(({ session: { id } }) => ({ sessionId: id, credits: listSpentBefore(actor, id) }))
    return mailsAbout(actor, change, those, present, {
      ...(change === "cancelled" ? { reason: why, spent } : {}),
      since,
    })
  })
  const weekly = weeklyOf(actor, differences)
  const letters = groupBy(mails, ({ recipient, data }) => JSON.stringify([recipient, data.reason]))
  for (const [first, ...others] of letters.values())
    if (first) {
      const data = others.reduce((all, more) => withMoreChanged(all, more.data), first.data)
      const theirs = weekly.filter(({ lessons: [[when] = [""]] }) => data.lessons.some(([of]) => of === when))
      const soonestAt = Math.min(first.soonestAt, ...others.map((more) => more.soonestAt))
      queueMail({ ...first, soonestAt, data: theirs.length > 0 ? { ...data, weekly: theirs } : data })
    }
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

/** What the readers know once they are told; undefined when they are to know the lesson as it is, whatever becomes of it. */
function nextOf(known: Known, present: SessionRow | undefined): Known | undefined {
  const isOff = present === undefined || present.state === "cancelled"
  if (known.isNew) return isOff ? undefined : present
  if (isOff) return { ...known, state: "cancelled" }
  const coming = new Set(present.students.map(({ id }) => id))
  const before = [...known.students.map(({ id }) => id), ...(known.leftOut ?? [])]
  const leftOut = before.filter((id) => !coming.has(id))
  return leftOut.length > 0 ? { ...present, leftOut } : undefined
}
