import { freedTimes } from "db/schema/attendance-freed-times"
import { classes } from "db/schema/teaching"
import type { sessions } from "db/schema/teaching-sessions"
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askOne, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { fitsInstrument } from "../make-up/joinable-sessions.server"
import { creditOn, listOpenCredits, type OpenCredit } from "../make-up/open-credits.server"

// A spot in a group lesson whose student isn't coming. Whoever takes it joins that lesson, so no more come to it than the class
// has room for: those with an absence aren't counted.

type Lesson = Pick<typeof sessions.$inferSelect, "id" | "classId" | "localDate">

/** Whether one more can come to a group lesson. */
export function hasFreeSpot(actor: Actor, lesson: Lesson): boolean {
  const { capacity = 0 } =
    select({ capacity: classes.capacity })
      .from(classes)
      .where(own(actor, classes, lesson.classId))
      .get() ?? {}
  return countComing(actor, lesson) < capacity
}

/** How many are expected and haven't reported an absence. */
function countComing(actor: Actor, { id, classId, localDate }: Lesson): number {
  const school = actor.school.id
  const row = askOne<{ n: number }>(sql`
    select count(*) as n from (
      select e.student_id from enrollments e where e.school_id = ${school} and e.class_id = ${classId}
        and e.starts_on <= ${localDate} and (e.ends_on is null or e.ends_on >= ${localDate})
      union select s.student_id from seats s where s.school_id = ${school} and s.session_id = ${id}
    ) a where not exists (select 1 from seats x where x.school_id = ${school} and x.session_id = ${id}
      and x.student_id = a.student_id and x.notice_at is not null)`)
  return row.n
}

/** The credit that such a spot would use, if the lesson teaches what the student plays or missed. */
export function spotCredit(
  actor: Actor,
  studentId: string,
  lesson: Pick<Lesson, "classId" | "localDate">,
): OpenCredit | undefined {
  const credits = listOpenCredits(actor, studentId)
  const credit = creditOn(credits, lesson.localDate)
  if (!credit) return undefined
  const instrument =
    select({ instrument: classes.instrument })
      .from(classes)
      .where(own(actor, classes, lesson.classId))
      .get()?.instrument ?? null
  return fitsInstrument(actor, studentId, credits)({ instrument }) ? credit : undefined
}

export const classNameOf = (actor: Actor, classId: string): string =>
  select({ name: classes.name })
    .from(classes)
    .where(own(actor, classes, classId))
    .get()?.name ?? "the class"

/** The spots of a lesson's students that are offered or claimed. */
export const listStandingSpots = (actor: Actor, sessionId: string) =>
  select({ id: freedTimes.id, state: freedTimes.state, studentId: freedTimes.absentStudentId })
    .from(freedTimes)
    .where(
      and(
        own(actor, freedTimes),
        eq(freedTimes.sessionId, sessionId),
        isNotNull(freedTimes.absentStudentId),
        inArray(freedTimes.state, ["open", "claimed"]),
      ),
    )
    .all()
