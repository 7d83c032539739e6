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
import { alike, isSameState, type Known, type KnownAs, knownOf, lessonAt, stateOf } from "./told.server"

// When its time has come, a lesson is compared with what its people were told of it, and each of them reads the difference, of all
// such lessons in one letter. Where there is none, as after an undo, no letter is written.

/** What became of a lesson since some readers knew it, and the lesson as it is now where they read that. */
type Difference = KnownAs & { change: SessionChange; present?: SessionRow }

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
  const lessons = listSessionsToTell(actor, [...new Set(rows.map(({ sessionId }) => sessionId))])
  const present = new Map(lessons.map((lesson) => [lesson.id, asTold(actor, lesson)]))
  const groups = alike(rows)
  const differences = groups.flatMap((group) => {
    const lesson = present.get(group.sessionId)
    return lesson ? differencesOf(actor, lesson, group) : []
  })
  send(actor, differences, Math.min(at, first.dueAt ?? at) - heldMs)
  change(actor, told, among(rows), { dueAt: null })
  for (const { sessionId, known, readers } of groups) {
    const lesson = present.get(sessionId)
    if (!lesson) continue
    const those = among(rows.filter((row) => row.sessionId === sessionId && readers.has(row.reader)))
    const next = nextOf(lesson, known)
    if (next) change(actor, told, those, { known: JSON.stringify(next) })
    else remove(actor, told, those)
  }
  remove(actor, told, sql`${told.known} ->> '$.date' < ${addDays(today(actor.school.timeZone, at), -1)}`)
}

const among = (rows: readonly { id: string }[]) =>
  inArray(
    told.id,
    rows.map(({ id }) => id),
  )

/** One that moved for a closure is, for its people, where it was until the office tells them. */
const asTold = (actor: Actor, lesson: SessionRow): SessionRow =>
  (lesson.state === "planned" && findUntold(actor, lesson)?.known) || lesson

function differencesOf(
  actor: Actor,
  present: SessionRow,
  { known, isFor }: { known: Known; isFor: KnownAs["isFor"] },
): Difference[] {
  if (present.state === "cancelled")
    return known.isCanceled ? [] : [{ change: "cancelled", session: lessonAt(actor, present, known), isFor }]
  const isSame = isSameState(known, stateOf(present))
  const session = isSame ? present : lessonAt(actor, present, known)
  if (known.isCanceled) return [{ change: "restored", session, present, isFor }]
  const back = present.students.filter(({ id }) => known.leftOut.includes(id))
  return [
    ...(isSame ? [] : [{ change: "moved" as const, session, present, isFor }]),
    ...(back.length > 0 ? [{ change: "restored" as const, session: forStudents(present, back), isFor }] : []),
  ]
}

/** Each reader gets one letter, but for cancellations with other reasons. */
function send(actor: Actor, differences: readonly Difference[], since: number) {
  const reasonOf = ({ change, session }: Difference) => (change === "cancelled" ? session.cancelReason : null)
  const told = groupBy(differences, (one) => JSON.stringify([one.change, !one.present, reasonOf(one)]))
  const mails = [...told.values()].flatMap((those) => {
    const [first] = those
    if (!first) return []
    const present = those.flatMap((one) => one.present ?? [])
    if (first.change === "moved") return mailsOfMoved(actor, those, present, { since })
    const spent = those.map(({ session: { id } }) => ({ sessionId: id, credits: listSpentBefore(actor, id) }))
    return mailsAbout(actor, first.change, those, present, { reason: reasonOf(first), spent, since })
  })
  const letters = groupBy(mails, ({ recipient, data }) => JSON.stringify([recipient, data.reason]))
  for (const [first, ...others] of letters.values())
    if (first)
      queueMail({ ...first, data: others.reduce((all, { data }) => withMoreChanged(all, data), first.data) })
}

/** What the readers know once they are told; undefined when that is the lesson as it is. */
function nextOf(present: SessionRow, known: Known): Known | undefined {
  if (present.state === "cancelled") return { ...known, isCanceled: true }
  const coming = new Set(present.students.map(({ id }) => id))
  const leftOut = [...known.students, ...known.leftOut].filter((id) => !coming.has(id))
  return leftOut.length > 0 ? knownOf(present, leftOut) : undefined
}
