import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { birthdayReaders } from "db/schema/choices"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { changeSchool, select } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { isQuietAt, type QuietHours } from "~/models/foundation/notification-preferences/quiet-hours"
import { findSchoolHours } from "~/models/foundation/notification-preferences/quiet-hours.server"

// From when on, by the school's clock, its reminders leave. Whether they do is said by its policies, for birthdays beside their time.

/** Who can be emailed about birthdays. */
export const birthdayChoices = birthdayReaders

/** Times are `HH:MM`; the lessons of a day are reminded of so many days before it. */
export type ReminderTimes = {
  lessonReminderAt: string
  lessonReminderDays: number
  missingEveningAt: string
  missingMorningAt: string
  creditWarningAt: string
  birthdayAt: string
  /** Who is emailed about birthdays of students. */
  birthdayEmails: (typeof birthdayReaders)[number]
}

const columns = {
  lessonReminderAt: schools.lessonReminderAt,
  lessonReminderDays: schools.lessonReminderDays,
  missingEveningAt: schools.missingEveningAt,
  missingMorningAt: schools.missingMorningAt,
  creditWarningAt: schools.creditWarningAt,
  birthdayAt: schools.birthdayAt,
  birthdayEmails: schools.birthdayEmails,
}

export function findReminderTimes(actor: Actor): ReminderTimes {
  const found = select(columns).from(schools).where(eq(schools.id, actor.school.id)).get()
  if (!found) throw new Error(actor.school.id)
  return found
}

const clockTimes = [
  "lessonReminderAt",
  "missingEveningAt",
  "missingMorningAt",
  "creditWarningAt",
  "birthdayAt",
] as const

/**
 * Saves the times. Refuses one in the school's quiet hours, in which texts and notifications are held back and reminders of tomorrow's
 * lessons would come too late.
 */
export function chooseReminderTimes(
  actor: Actor,
  times: ReminderTimes,
):
  | { ok: true; changed: boolean }
  | { ok: false; reason: "quiet"; field: keyof ReminderTimes; hours: QuietHours } {
  return transact(() => {
    const before = findReminderTimes(actor)
    if (JSON.stringify(before) === JSON.stringify({ ...before, ...times }))
      return { ok: true, changed: false }
    const hours = findSchoolHours(actor.school.id)
    const field = clockTimes.find((name) => isQuietAt(times[name], hours))
    if (field) return { ok: false, reason: "quiet", field, hours }
    changeSchool(actor, times)
    recordEvent(actor, "school.change-reminder-times", actor.school.id, { before, after: times })
    return { ok: true, changed: true }
  })
}
