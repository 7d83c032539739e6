import type { Actor } from "~/models/foundation/access/actor"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { whenOf } from "~/models/teaching/session/tell-change.server"
import { teachersOf } from "~/models/teaching/session/told-teachers.server"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { localDate, localTime } from "~/utils/zones"

// The emails about a swap. A family reads about its own lesson and the other time, never whose it is; the teacher reads both.

type Told = {
  studentId: string
  firstName: string
  className: string
  instrument: string | null
  teacherName: string
}
type Side = { lesson: Told; was: number; now: number }
type What = MailData["lesson-swap"]["what"]

/** A start (UTC ms) as the school writes it. */
export const startText = ({ school }: Actor, startsAt: number): string =>
  `${formatDate(localDate(startsAt, school.timeZone), "short", school)}, ${formatTime(localTime(startsAt, school.timeZone), school)}`

/** The same with the reader's own time behind it. */
const startFor = (actor: Actor, startsAt: number, zone: string | null): string => {
  const { school } = actor
  const start = {
    startsAt,
    localDate: localDate(startsAt, school.timeZone),
    startTime: localTime(startsAt, school.timeZone),
  }
  return whenOf(actor, start, zone)
}

/** One email to each contact of one family, about its own lesson. */
export function tellFamily(actor: Actor, what: What, { lesson, was, now }: Side) {
  const { studentId, firstName, instrument, teacherName } = lesson
  const factsFor = (zone: string | null): [string, string][] => [
    [`${firstName}’s ${instrument ?? "lesson"}`, `${startFor(actor, was, zone)} with ${teacherName}`],
    [what === "done" || what === "undone" ? "New time" : "Other time", startFor(actor, now, zone)],
  ]
  for (const { name, email, hasPages, zone } of listContacts(actor, [studentId]).get(studentId) ?? [])
    mailTo(actor, { email, name }, "lesson-swap", {
      what,
      lessons: factsFor(zone),
      forTeacher: false,
      hasPages,
    })
}

/** Both families and the teacher, each in one email of their own. */
export function tellAll(
  actor: Actor,
  what: "done" | "undone",
  sides: readonly [Side, Side],
  teacherId: string,
) {
  for (const side of sides) tellFamily(actor, what, side)
  const teacher = teachersOf(actor, [teacherId]).get(teacherId)
  if (!teacher) return
  mailTo(actor, teacher, "lesson-swap", {
    what,
    lessons: sides.map(({ lesson, was, now }): [string, string] => [
      `${lesson.className} (${lesson.firstName})`,
      `${startFor(actor, was, teacher.zone)}, now ${startFor(actor, now, teacher.zone)}`,
    ]),
    forTeacher: true,
    hasPages: true,
  })
}
