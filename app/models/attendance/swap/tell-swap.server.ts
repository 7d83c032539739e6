import { students, teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import type { Reach } from "~/models/foundation/outbox/bounce"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { type Addressed, reachOf } from "~/models/foundation/outbox/reach.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { teachersOf } from "~/models/teaching/session/teacher-recipients.server"
import { whenOf } from "~/models/teaching/session/tell-change.server"
import { formatDate, formatTime } from "~/utils/formats"
import { localDate, localTime } from "~/utils/zones"

// The emails about a swap. A family reads about its own lesson and the other time, never whose it is; the teacher reads both.

/** One family's lesson, when it was (UTC ms), and the time it gets or was to get. */
type Side = { studentId: string; sessionId: string; was: number; now: number }
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

/** What a family calls its lesson, whatever became of it. */
const findLesson = (actor: Actor, { studentId, sessionId }: Side) =>
  select({
    firstName: students.firstName,
    className: classes.name,
    instrument: classes.instrument,
    teacherName: teachers.name,
    startsAt: sessions.startsAt,
    state: sessions.state,
  })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .innerJoin(students, and(own(actor, students), eq(students.id, studentId)))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .where(own(actor, sessions, sessionId))
    .get()

/** One email to each contact of one family, about its own lesson; whom, or the student without an address where there is no one. */
function mailFamily(actor: Actor, what: What, side: Side): Addressed[] {
  const lesson = findLesson(actor, side)
  if (!lesson) return []
  const { firstName, instrument, teacherName } = lesson
  const { studentId, was, now } = side
  // Of a lesson that was moved or canceled no one reads that it stays.
  const isAsItWas = lesson.state === "planned" && lesson.startsAt === was
  const told = isAsItWas || (what !== "declined" && what !== "refused") ? what : "ended"
  const factsFor = (zone: string | null): [string, string][] => [
    [
      `${firstName}’s ${instrument ?? "lesson"}`,
      [startFor(actor, was, zone), ...(teacherName ? [`with ${teacherName}`] : [])].join(" "),
    ],
    [what === "done" || what === "undone" ? "New time" : "Other time", startFor(actor, now, zone)],
  ]
  const contacts = listContacts(actor, [studentId]).get(studentId) ?? []
  for (const { name, email, hasPages, zone } of contacts)
    mailTo(actor, { email, name }, "lesson-swap", {
      what: told,
      lessons: factsFor(zone),
      forTeacher: false,
      hasPages,
    })
  return contacts.length > 0 ? contacts : [{ name: firstName, email: null }]
}

const reachIn = (actor: Actor, people: readonly Addressed[]): Reach =>
  reachOf({ template: "lesson-swap", schoolId: actor.school.id }, people)

/** Each family about its own lesson. */
export const tellFamilies = (actor: Actor, what: What, sides: readonly Side[]): Reach =>
  reachIn(
    actor,
    sides.flatMap((side) => mailFamily(actor, what, side)),
  )

/** Both families and the teacher, each in one email of their own. */
export function tellAll(
  actor: Actor,
  what: "done" | "undone",
  sides: readonly [Side, Side],
  teacherId: string,
): Reach {
  const families = sides.flatMap((side) => mailFamily(actor, what, side))
  const teacher = teachersOf(actor, [teacherId]).get(teacherId)
  if (!teacher) return reachIn(actor, families)
  mailTo(actor, teacher, "lesson-swap", {
    what,
    lessons: sides.map((side): [string, string] => {
      const { className = "", firstName = "" } = findLesson(actor, side) ?? {}
      const { was, now } = side
      return [
        `${className} (${firstName})`,
        `${startFor(actor, was, teacher.zone)}, now ${startFor(actor, now, teacher.zone)}`,
      ]
    }),
    forTeacher: true,
    hasPages: true,
  })
  return reachIn(actor, [...families, teacher])
}
