import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { quietHours } from "db/schema/foundation-mail"
import { members } from "db/schema/people"
import { and, eq, isNull } from "drizzle-orm"
import type { Actor } from "../access/actor"
import { addOrChange, ownRows, remove, select } from "../access/door.server"
import { columns, joined, ofSchool } from "../access/own.server"
import { recordEvent } from "../audit/audit.server"
import { afterQuietHours, type Hours, isQuietAt, nextDaily, usualHours } from "./quiet-hours"

// When something that is told may leave: the one place. The outboxes of emails, texts and notifications ask when they take it up, so
// that what was chosen since counts, and what a stopped machine left waits for the same hours.

const hourMs = 3_600_000
/** What is about a lesson that begins so soon is told in quiet hours, too. */
export const todayMs = 12 * hourMs

type Reader = { schoolId: string; memberId: string | null }

const hoursIn = columns(quietHours, "startsAt", "endsAt", "dailyAt")

/** The school's hours, for all who chose none. */
export const findSchoolHours = (schoolId: string): Hours =>
  select(hoursIn)
    .from(quietHours)
    .where(and(ofSchool(schoolId, quietHours), isNull(quietHours.memberId)))
    .get() ?? usualHours

/** A reader's hours and the zone of their clock: their own, or the school's. */
function clockOf({ schoolId, memberId }: Reader): { hours: Hours; zone: string } {
  const own =
    memberId === null
      ? undefined
      : select({ zone: users.timeZone, ...hoursIn })
          .from(members)
          .innerJoin(users, eq(users.id, members.userId))
          .leftJoin(quietHours, joined(members, quietHours.memberId))
          .where(ofSchool(schoolId, members, memberId))
          .get()
  const { startsAt, endsAt, dailyAt } = own ?? {}
  const hours = startsAt && endsAt && dailyAt ? { startsAt, endsAt, dailyAt } : findSchoolHours(schoolId)
  return { hours, zone: own?.zone ?? zoneOf(schoolId) }
}

const zoneOf = (schoolId: string): string =>
  select({ zone: schools.timeZone }).from(schools).where(eq(schools.id, schoolId)).get()?.zone ?? "UTC"

/** The instant (UTC ms) itself, or the end of the reader's quiet hours that it falls into. */
export function quietUntil(reader: Reader, at: number): number {
  const { hours, zone } = clockOf(reader)
  return afterQuietHours(at, hours, zone)
}

/** It is about what begins too soon after an instant to wait until then. */
const isTooSoon = (soonestAt: number | null, until: number, at: number) =>
  soonestAt !== null && soonestAt <= Math.max(at + todayMs, until + hourMs)

/** Whether something waits for the reader's morning, or for their daily email, and when what it is about begins (UTC ms). */
export type Patience = { waitsAtNight: boolean; isDaily: boolean; soonestAt: number | null }
/** UTC ms; with `isDaily` it leaves within the daily email. */
export type Leaving = { at: number; isDaily: boolean }

/** When something may leave: now, after its reader's quiet hours, or with their daily email. What is about a lesson soon never waits. */
export function leavesAt(
  reader: Reader,
  { waitsAtNight, isDaily, soonestAt }: Patience,
  at: number,
): Leaving {
  const { hours, zone } = clockOf(reader)
  if (isDaily) {
    const daily = afterQuietHours(nextDaily(at, hours, zone), hours, zone)
    if (!isTooSoon(soonestAt, daily + todayMs, at)) return { at: daily, isDaily }
  }
  const until = waitsAtNight ? afterQuietHours(at, hours, zone) : at
  return { at: isTooSoon(soonestAt, until, at) ? at : until, isDaily: false }
}

/** The person's own hours, or the school's where they chose none. */
export function findOwnHours(actor: Actor): { hours: Hours; isOwn: boolean } {
  const { memberId, school } = actor
  const found =
    memberId === null
      ? undefined
      : ownRows(actor, quietHours, hoursIn).where(eq(quietHours.memberId, memberId)).get()
  return { hours: found ?? findSchoolHours(school.id), isOwn: found !== undefined }
}

/** The person's own quiet hours and the time of their daily email. */
export function chooseOwnHours(actor: Actor, hours: Hours) {
  const { memberId } = actor
  if (memberId)
    addOrChange(actor, quietHours, { memberId, ...hours }, { as: [quietHours.memberId], to: hours })
}

/** The person's own hours go: the school's hold for them. */
export function forgetOwnHours(actor: Actor) {
  if (actor.memberId) remove(actor, quietHours, eq(quietHours.memberId, actor.memberId))
}

/**
 * The school's quiet hours and time of the daily email, for all who chose none. Refuses quiet hours in which its lesson reminders leave,
 * as those of tomorrow's lessons would come too late, or its birthday emails.
 */
export function chooseSchoolHours(
  actor: Actor,
  hours: Hours,
): { ok: true } | { ok: false; reason: "reminders" | "birthdays"; at: string } {
  return transact(() => {
    const before = findSchoolHours(actor.school.id)
    if (JSON.stringify(before) === JSON.stringify({ ...before, ...hours })) return { ok: true }
    const school = select({
      remindersAt: schools.lessonReminderAt,
      birthdayAt: schools.birthdayAt,
      birthdayEmails: schools.birthdayEmails,
    })
      .from(schools)
      .where(eq(schools.id, actor.school.id))
      .get()
    const isLost = (at: string) => isQuietAt(at, hours) && !isQuietAt(at, before)
    if (school && isLost(school.remindersAt))
      return { ok: false, reason: "reminders", at: school.remindersAt }
    if (school && school.birthdayEmails !== "off" && isLost(school.birthdayAt))
      return { ok: false, reason: "birthdays", at: school.birthdayAt }
    addOrChange(
      actor,
      quietHours,
      { memberId: null, ...hours },
      { as: [], of: isNull(quietHours.memberId), to: hours },
    )
    recordEvent(actor, "school.change-told-hours", actor.school.id, { before, after: hours })
    return { ok: true }
  })
}
