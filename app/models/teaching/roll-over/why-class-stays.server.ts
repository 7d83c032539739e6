import { classes } from "db/schema/teaching"
import { scheduleChanges } from "db/schema/teaching-schedule-changes"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, gt, isNotNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"

// A class that a roll-over made stays once something else refers to it: whoever undoes it reads what, and what to undo first.

/** Why a class can't be removed. */
export function whyItStays(actor: Actor, classId: string): string {
  if (isContinued(actor, classId))
    return "The new class continues in a later term. Undo that roll-over first."
  if (hasAttendance(actor, classId)) return "The new class has attendance, notes or invoices, so it stays."
  if (hasSeats(actor, classId))
    return "The new class has reported absences, guests, make-ups or credits, so it stays."
  if (hasNewTime(actor, classId)) return "A weekly time of the new class has changed. Undo that change first."
  return "The new class has attendance, notes or invoices, so it stays."
}

const isContinued = (actor: Actor, classId: string): boolean =>
  select({ id: classes.id })
    .from(classes)
    .where(and(own(actor, classes), eq(classes.continuesId, classId)))
    .limit(1)
    .get() !== undefined

const hasAttendance = (actor: Actor, classId: string): boolean =>
  select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        eq(sessions.classId, classId),
        or(isNotNull(sessions.registerTakenAt), gt(sessions.markedCount, 0)),
      ),
    )
    .limit(1)
    .get() !== undefined

const hasSeats = (actor: Actor, classId: string): boolean =>
  select({ id: seats.id })
    .from(sessions)
    .innerJoin(seats, joined(sessions, seats.sessionId))
    .where(and(own(actor, sessions), eq(sessions.classId, classId)))
    .limit(1)
    .get() !== undefined

const hasNewTime = (actor: Actor, classId: string): boolean =>
  select({ id: scheduleChanges.id })
    .from(scheduleChanges)
    .where(and(own(actor, scheduleChanges), eq(scheduleChanges.classId, classId)))
    .limit(1)
    .get() !== undefined
