import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import { withOwnTime } from "~/models/accounts/profile/own-time"
import { findSubscriptionStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import { changeSchool, select } from "~/models/foundation/access/door.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { addDays } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { joinNames } from "~/utils/join-names"
import { instantOf, localTime, today } from "~/utils/zones"
import { listTeachersByEmail } from "../session/lesson-reminder.server"
import { type SessionRow, sessionTitle } from "../session/session"
import { listSessionsOn } from "../session/session-list.server"
import { countMissingRegisters } from "./missing-registers.server"

// Emails teachers the lessons of a day that ended without attendance. Each day is sent once, however often the job runs. What
// ends after the evening's email is in the next one.

/**
 * In the evening or the next morning, as the school chose: one email for each teacher with lessons of that day without
 * attendance. Says how many older ones there are. Returns the number of teachers.
 */
export function remindOfMissing(actor: Actor): number {
  const { timeZone, id: schoolId, name: schoolName } = actor.school
  const date = today(timeZone, now())
  return transact(() => {
    const school = select().from(schools).where(eq(schools.id, schoolId)).get()
    const when = school?.attendanceReminder ?? "off"
    if (!school || when === "off") return 0
    const [lastDay = "", lookedUntil] = (school.attendanceRemindedOn ?? "").split("T")
    if (lastDay >= date) return 0
    const from = when === "evening" ? school.missingEveningAt : school.missingMorningAt
    if (localTime(now(), timeZone) < from || findSubscriptionStatus(actor) !== "active") return 0
    const until = when === "evening" ? localTime(now(), timeZone) : "00:00"
    changeSchool(actor, { attendanceRemindedOn: `${date}T${until}` })
    const day = when === "evening" ? date : addDays(date, -1)
    const first = addDays(date, -1)
    // Not by the hour as it is set now: what the last one saw isn't said again, and what came later isn't left out.
    const seen = lastDay === first ? lookedUntil : undefined
    const since = when === "evening" ? instantOf(first, seen ?? from, timeZone) : 0
    const missing = listSessionsOn(actor, first, day, {}, []).filter(
      ({ register, endsAt }) => register === "missing" && endsAt > since,
    )
    if (missing.length === 0) return 0
    const byTeacher = lessonsByTeacher(missing)
    const reminded = listTeachersByEmail(actor).filter(({ id }) => byTeacher.has(id))
    for (const { id, name, email, zone } of reminded) {
      const lessons = byTeacher.get(id) ?? []
      queueMail({
        template: "attendance-missing",
        schoolId,
        recipient: email,
        data: {
          schoolName,
          recipientName: name,
          day: joinNames(
            [...new Set(lessons.map((row) => row.localDate))].map((each) =>
              formatDate(each, "weekday", actor.school),
            ),
          ),
          lessons: lessons.map((row) => [whenOf(actor, row, { day, zone }), sessionTitle(row)]),
          older: Math.max(0, countMissingRegisters(actor, { teacherId: id }) - lessons.length),
        },
      })
    }
    return reminded.length
  })
}

/** The lessons of each teacher who gives them, alone or with others. */
function lessonsByTeacher(missing: readonly SessionRow[]): Map<string, SessionRow[]> {
  const given = missing.flatMap((row) =>
    [row.teacherId, ...(row.coTeachers ?? []).map(({ id }) => id)].map((id) => ({ id, row })),
  )
  return new Map(
    [...groupBy(given, ({ id }) => id ?? "")].map(([id, lessons]) => [id, lessons.map(({ row }) => row)]),
  )
}

/** "2:30 PM", and "Tue, Nov 17, 8:15 PM" of another day than the email is about. */
function whenOf(actor: Actor, row: SessionRow, { day, zone }: { day: string; zone: string | null }): string {
  const time = formatTime(row.startTime, actor.school)
  const when = row.localDate === day ? time : `${formatDate(row.localDate, "short", actor.school)}, ${time}`
  return withOwnTime(when, row, zone, actor.school)
}
