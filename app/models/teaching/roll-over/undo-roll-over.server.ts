import { transact } from "db/client.server"
import { resourceShares } from "db/schema/learning-resources"
import {
  classes,
  classPrices,
  classTeachers,
  enrollments,
  laterTeachers,
  ownPrices,
  schedules,
  waitingSpots,
} from "db/schema/teaching"
import { classChanges } from "db/schema/teaching-class-changes"
import { classEndings } from "db/schema/teaching-class-endings"
import { classPrerequisites } from "db/schema/teaching-prerequisites"
import { renewals } from "db/schema/teaching-renewals"
import { scheduleChanges } from "db/schema/teaching-schedule-changes"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { and, count, eq, gt, inArray, isNotNull, ne, or } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { find, hasRow, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { RowChange } from "~/models/foundation/access/row-changes.server"
import { undo } from "~/models/foundation/access/undo.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { forgetAnswers } from "~/models/foundation/custom-field/answers.server"
import type { ItemOutcome } from "~/models/foundation/task/run-task.server"
import { listStudentsNamed } from "~/models/people/student/student.server"
import { addDays, laterOf } from "~/utils/dates"
import { countOf } from "~/utils/formats"
import { statusesBack } from "../class/active-by-enrolling.server"
import { restoreClass } from "../class/end-class.server"
import { leftText, listStays, ofThoseNow, partLeft, restoreStays, Stay } from "../class/restore-stays.server"
import { removeFees } from "../price/fees-follow.server"
import { giveBack, restoreSeated, Seated } from "./carry-lessons.server"

// A class that a roll-over made stays once something else refers to it: whoever undoes it reads what, and what to undo first.

/** Why a class can't be removed. */
function whyItStays(actor: Actor, classId: string): string {
  if (isContinued(actor, classId))
    return "The new class continues in a later term. Undo that roll-over first."
  if (hasAttendance(actor, classId)) return "The new class has attendance, notes or invoices, so it stays."
  if (hasSeats(actor, classId))
    return "The new class has reported absences, guests, make-ups or credits, so it stays."
  if (hasNewTime(actor, classId)) return "A weekly time of the new class has changed. Undo that change first."
  return "The new class has attendance, notes or invoices, so it stays."
}

const isContinued = (actor: Actor, classId: string): boolean =>
  hasRow(actor, classes, eq(classes.continuesId, classId))

const hasAttendance = (actor: Actor, classId: string): boolean =>
  hasRow(
    actor,
    sessions,
    and(eq(sessions.classId, classId), or(isNotNull(sessions.registerTakenAt), gt(sessions.markedCount, 0))),
  )

const hasSeats = (actor: Actor, classId: string): boolean =>
  select({ id: seats.id })
    .from(sessions)
    .innerJoin(seats, joined(sessions, seats.sessionId))
    .where(and(own(actor, sessions), eq(sessions.classId, classId)))
    .limit(1)
    .get() !== undefined

const hasNewTime = (actor: Actor, classId: string): boolean =>
  hasRow(actor, scheduleChanges, eq(scheduleChanges.classId, classId))

// A roll-over taken back: the class of the next term is gone as if it had never been, and the earlier one continues.

/** What the earlier class was, and the class that was made from it. */
export const Before = z.object({
  taskId: z.string(),
  classId: z.string(),
  lastDay: z.string(),
  endedOn: z.string().nullable(),
  isEnded: z.boolean(),
  stays: z.array(Stay),
  seated: Seated.default([]),
  /** What became of the lessons that went into it. */
  carried: RowChange.array().default([]),
})
export type Before = z.output<typeof Before>

export function undoRollOver(actor: Actor, earlierId: string, kept: Before): ItemOutcome {
  const before = { ...kept, stays: ofThoseNow(actor, kept.stays) }
  return allOrNothing((): ItemOutcome => {
    const answers = countAnswers(actor, before.classId)
    restoreAbsences(actor, before.classId)
    const isBack = giveBack(actor, before.carried, { ...before, earlierId })
    if (!isBack || !removeClass(actor, before.classId))
      return { ok: false, reason: whyItStays(actor, before.classId) }
    const inSchool = partLeft(actor, before.stays, (stay) => stay)
    const inClass = partDropped(actor, inSchool.back, before)
    if (before.isEnded) {
      const refusal = bringBack(actor, earlierId, { ...before, stays: inClass.back })
      if (refusal) return { ok: false, reason: refusal }
    }
    recordEvent(actor, "class.undo-roll-over", earlierId)
    const back = [`${countOf(inClass.back.length, "student")} back`, ...answers].join(", ")
    const left = [leftText(inSchool.left), leftText(inClass.left, "class")].filter(Boolean).join(" ")
    return { ok: true, note: left ? `${back}. ${left}` : back, made: earlierId }
  })
}

/** Those whose enrollment is as the roll-over left it, and the names of students who were dropped from the class since. */
function partDropped(actor: Actor, stays: readonly Stay[], { lastDay, isEnded }: Before) {
  const ends = new Map(
    listStays(actor, { classId: stays[0]?.classId ?? "" }, "").map(({ id, endsOn }) => [id, endsOn] as const),
  )
  const isAsLeft = ({ id, startsOn, endsOn }: Stay) =>
    ends.has(id) && (ends.get(id) === endsOn || (isEnded && ends.get(id) === laterOf(startsOn, lastDay)))
  const dropped = stays.filter((stay) => !isAsLeft(stay))
  return {
    back: stays.filter(isAsLeft),
    left: listStudentsNamed(
      actor,
      dropped.map(({ studentId }) => studentId),
    ).map(({ name }) => name),
  }
}

function bringBack(
  actor: Actor,
  earlierId: string,
  { classId, lastDay, endedOn, stays, seated }: Before,
): string | undefined {
  const found = find(actor, classes, earlierId)
  if (found?.endedOn !== lastDay) return "The earlier class was changed again."
  if (!restoreClass(actor, earlierId, { notBefore: addDays(lastDay, 1), endedOn }).ok)
    return "The earlier class can’t continue."
  // Who joined since had its end from the class alone. IDs are in order of time.
  const since = listStays(actor, { classId: earlierId }, addDays(lastDay, -1))
    .filter((stay) => stay.id > classId && stay.endsOn === lastDay)
    .map((stay) => ({ ...stay, endsOn: endedOn }))
  const refusal = restoreStays(actor, [...stays, ...since])
  if (refusal) return refusal
  if (!restoreSeated(actor, seated)) return "The time of one of its lessons is taken."
  return undefined
}

/** Gives those who declined the absences back that they had reported in lessons to come, with their credits. */
function restoreAbsences(actor: Actor, classId: string) {
  const declined = select({ absences: renewals.absences })
    .from(renewals)
    .where(and(own(actor, renewals), eq(renewals.classId, classId), isNotNull(renewals.absences)))
    .all()
  for (const { absences } of declined) undo(actor, RowChange.array().parse(JSON.parse(absences ?? "[]")))
}

/** The families' answers that go with the class, for the result. */
function countAnswers(actor: Actor, classId: string): string[] {
  const found = ownRows(actor, renewals, { n: count() })
    .where(and(eq(renewals.classId, classId), ne(renewals.state, "asked")))
    .get()
  return found?.n ? [`${countOf(found.n, "answer")} deleted`] : []
}

const studentsOf = (actor: Actor, classId: string): string[] =>
  ownRows(actor, enrollments, ["studentId"])
    .where(eq(enrollments.classId, classId))
    .all()
    .map(({ studentId }) => studentId)

/** Removes a class with everything that was planned for it; false when something else refers to it by now. */
function removeClass(actor: Actor, classId: string): boolean {
  const ofClass = select({ id: sessions.id })
    .from(sessions)
    .where(and(own(actor, sessions), eq(sessions.classId, classId)))
  const stays = select({ id: enrollments.id })
    .from(enrollments)
    .where(and(own(actor, enrollments), eq(enrollments.classId, classId)))
  try {
    return transact(() => {
      const studentIds = studentsOf(actor, classId)
      if (
        !removeFees(
          actor,
          stays.all().map(({ id }) => id),
        )
      )
        return false
      remove(actor, bookings, inArray(bookings.sessionId, ofClass))
      remove(actor, ownPrices, inArray(ownPrices.enrollmentId, stays))
      for (const table of [
        renewals,
        waitingSpots,
        enrollments,
        sessions,
        classEndings,
        classChanges,
        schedules,
        classPrices,
        classTeachers,
        classPrerequisites,
        laterTeachers,
        resourceShares,
      ])
        remove(actor, table, eq(table.classId, classId))
      forgetAnswers(actor, [classId])
      statusesBack(actor, studentIds)
      return remove(actor, classes, classId) > 0
    })
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith("SQLITE_CONSTRAINT")) return false
    throw error
  }
}
