import { db } from "db/client.server"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, between, countDistinct, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { expectedInSession } from "../seat/seat.server"

/** What closing the school on some days would do to the lessons that are scheduled. */
export type ClosurePreview = {
  /** Lessons that would be canceled, and the families they are of. */
  lessons: number
  families: number
  /** Lessons that stay, because attendance is recorded. */
  kept: number
  days: { date: string; lessons: number }[]
}

/** Looks at what a closure would cancel, without changing anything. */
export function previewClosure(
  actor: Actor,
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
): ClosurePreview {
  const planned = and(
    own(actor, sessions),
    between(sessions.localDate, startsOn, endsOn),
    eq(sessions.state, "planned"),
  )
  const days = db()
    .select({
      date: sessions.localDate,
      lessons: sql<number>`sum(${sessions.registerTakenAt} is null)`,
      kept: sql<number>`sum(${sessions.registerTakenAt} is not null)`,
    })
    .from(sessions)
    .where(planned)
    .groupBy(sessions.localDate)
    .orderBy(asc(sessions.localDate))
    .all()
  const found = db()
    .select({ families: countDistinct(students.familyId) })
    .from(sessions)
    .innerJoin(enrollments, expectedInSession)
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(and(planned, sql`${sessions.registerTakenAt} is null`))
    .get()
  const sum = (key: "lessons" | "kept") => days.reduce((total, day) => total + day[key], 0)
  return {
    lessons: sum("lessons"),
    kept: sum("kept"),
    families: found?.families ?? 0,
    days: days.flatMap(({ date, lessons }) => (lessons > 0 ? [{ date, lessons }] : [])),
  }
}
