import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { makeUpCredits } from "db/schema/attendance"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, between, eq, isNull, sql } from "drizzle-orm"
import { findSubscriptionStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, changeSchool, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { type Contact, listContacts } from "~/models/people/family/contacts.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { addDays } from "~/utils/dates"
import { lessonOf } from "~/utils/lesson-names"
import { localTime, today } from "~/utils/zones"
import { isCreditClass } from "./credit.server"

// Emails families once of each make-up credit that is about to expire, some days before by the school's setting.

type Warning = { contact: Contact; credits: [string, string][] }

/**
 * From the school's hour, one mail for each person about all credits that end within the school's days of
 * warning and were not warned of. Returns the number of people. An extended credit is warned of again.
 */
export function warnOfExpiry(actor: Actor): number {
  const { timeZone, id: schoolId, name: schoolName, creditWarnDays } = actor.school
  if (creditWarnDays === 0) return 0
  if (findSubscriptionStatus(actor) !== "active") return 0
  const day = today(timeZone, now())
  return transact(() => {
    const school = select().from(schools).where(eq(schools.id, schoolId)).get()
    if (!school || (school.creditsWarnedOn ?? "") >= day) return 0
    if (localTime(now(), timeZone) < school.creditWarningAt) return 0
    changeSchool(actor, { creditsWarnedOn: day })
    const credits = listUnwarned(actor, day)
    const warnings = collect(actor, credits)
    for (const { contact, credits: theirs } of warnings.values())
      queueMail({
        template: "credits-expiring",
        schoolId,
        recipient: contact.email,
        data: {
          schoolName,
          recipientName: contact.name,
          credits: theirs,
          hasPages: contact.hasPages,
        },
      })
    for (const { creditId } of credits) change(actor, makeUpCredits, creditId, { warnedAt: now() })
    return warnings.size
  })
}

type Ending = ReturnType<typeof listUnwarned>[number]

const listUnwarned = (actor: Actor, day: string) =>
  select({
    creditId: makeUpCredits.id,
    studentId: makeUpCredits.studentId,
    studentName: students.firstName,
    className: classes.name,
    expiresOn: makeUpCredits.expiresOn,
  })
    .from(makeUpCredits)
    .innerJoin(students, joined(students, makeUpCredits.studentId))
    .leftJoin(seats, joined(seats, makeUpCredits.originSeatId))
    .leftJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, and(joined(classes.schoolId, makeUpCredits.schoolId), isCreditClass))
    .where(
      and(
        own(actor, makeUpCredits),
        sql`${makeUpCredits.usedAt} is null and ${makeUpCredits.revokedAt} is null`,
        isNull(makeUpCredits.warnedAt),
        between(makeUpCredits.expiresOn, day, addDays(day, actor.school.creditWarnDays)),
        sql`${students.status} <> 'former'`,
      ),
    )
    .orderBy(asc(makeUpCredits.expiresOn), asc(makeUpCredits.id))
    .all()

/** What each address is told, the first to end first. */
function collect(actor: Actor, credits: readonly Ending[]): Map<string, Warning> {
  const contacts = listContacts(
    actor,
    credits.map(({ studentId }) => studentId),
  )
  const warnings = new Map<string, Warning>()
  for (const { studentId, studentName, className, expiresOn } of credits)
    for (const contact of contacts.get(studentId) ?? []) {
      const warning = warnings.get(contact.email) ?? { contact, credits: [] }
      warning.credits.push([
        lessonOf(studentName, className),
        `Use by ${formatDate(expiresOn, "medium", actor.school)}`,
      ])
      warnings.set(contact.email, warning)
    }
  return warnings
}
