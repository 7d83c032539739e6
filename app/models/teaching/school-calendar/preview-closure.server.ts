import { db } from "db/client.server"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, between, countDistinct, eq, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { givesCancelCredits } from "../credit/cancel-credits.server"
import { expectedInSession } from "../seat/seat.server"

/** What closing the school on some days would do to the lessons that are scheduled. */
export type ClosurePreview = {
  /** Lessons that would be canceled, and the families they are of. */
  lessons: number
  families: number
  /** Lessons that stay, because attendance is recorded. */
  kept: number
  days: { date: string; lessons: number }[]
  /** Whether each student of a canceled lesson gets a make-up credit, by the attendance rules. */
  givesCredits: boolean
}

type Span = { startsOn: string; endsOn: string }

/** Looks at what a closure would cancel, without changing anything. */
export const previewClosure = (actor: Actor, { startsOn, endsOn }: Span): ClosurePreview =>
  preview(actor, between(sessions.localDate, startsOn, endsOn))

/** The same for single days at once: a family with lessons on two of them counts once. `after`: only lessons that begin later. */
export const previewDays = (actor: Actor, dates: readonly string[], after?: number): ClosurePreview =>
  preview(actor, sql`${sessions.localDate} in (select value from json_each(${JSON.stringify(dates)}))`, after)

function preview(actor: Actor, onThem: SQL, after = 0): ClosurePreview {
  const planned = and(own(actor, sessions), onThem, eq(sessions.state, "planned"))
  const days = db()
    .select({
      date: sessions.localDate,
      lessons: sql<number>`sum(${sessions.registerTakenAt} is null and ${sessions.startsAt} > ${after})`,
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
    // cross joins keep SQLite from starting with all the enrollments or students of a school
    .crossJoin(enrollments)
    .crossJoin(students)
    .where(
      and(
        planned,
        sql`${sessions.registerTakenAt} is null and ${sessions.startsAt} > ${after}`,
        expectedInSession,
        joined(students, enrollments.studentId),
      ),
    )
    .get()
  const sum = (key: "lessons" | "kept") => days.reduce((total, day) => total + day[key], 0)
  return {
    lessons: sum("lessons"),
    kept: sum("kept"),
    givesCredits: givesCancelCredits(actor),
    families: found?.families ?? 0,
    days: days.flatMap(({ date, lessons }) => (lessons > 0 ? [{ date, lessons }] : [])),
  }
}
