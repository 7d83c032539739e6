import { events } from "db/schema/foundation-audit"
import { assignments, reports } from "db/schema/learning"
import { invoices } from "db/schema/money"
import { classes, schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, desc, eq, gt, isNull, lte, type SQL, sql } from "drizzle-orm"
import { isNoted } from "~/models/attendance/register/student-notes.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import type { PortalStudent } from "~/models/people/family-access/portal"
import { sessionsOfStudent } from "~/models/teaching/session/coming-sessions.server"
import { now, todayOf } from "~/utils/clock.server"

// What is new to a family since they were here last, from the school's records and its activity. What they did themselves isn't.

const most = 8
const lessonVerbs = ["move", "cancel", "restore", "add", "swap", "undo-swap"]

/** The newest entry of the activity of these verbs about a record, later than `since` and not the reader's own. */
const newest = (actor: Actor, noun: string, id: SQL, verbs: readonly string[], since: number, also?: SQL) =>
  sql<
    string | null
  >`(select e.verb from ${events} e where e.school_id = ${actor.school.id} and e.noun = ${noun}
    and e.noun_id = ${id} and e.created_at > ${since} and e.verb in (select value from json_each(${JSON.stringify(verbs)}))
    and e.member_id is not ${actor.memberId} ${also ? sql`and ${also}` : sql``}
    order by e.created_at desc, e.id desc limit 1)`

const changeOf = (verb: string | null): "added" | "on-again" | "moved" =>
  verb === "add" ? "added" : verb === "restore" ? "on-again" : "moved"

/** Lessons to come that are at another time, canceled, on again or added. */
function listChangedLessons(actor: Actor, { id }: PortalStudent, since: number) {
  const verb = newest(actor, "session", sql`${sessions.id}`, lessonVerbs, since)
  return select({
    id: sessions.id,
    className: classes.name,
    localDate: sessions.localDate,
    startTime: sessions.startTime,
    state: sessions.state,
    verb,
  })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(
      and(
        own(actor, sessions),
        gt(sessions.startsAt, now()),
        sessionsOfStudent(actor, id),
        sql`${verb} is not null`,
      ),
    )
    .orderBy(asc(sessions.startsAt), asc(sessions.id))
    .limit(most)
    .all()
    .map(({ state, verb, ...lesson }) => ({
      ...lesson,
      change: state === "cancelled" ? ("canceled" as const) : changeOf(verb),
    }))
}

/** Classes of the student with another weekly time. */
function listChangedTimes(actor: Actor, { id }: PortalStudent, since: number) {
  const day = todayOf(actor)
  return select({ id: classes.id, name: classes.name })
    .from(schedules)
    .innerJoin(classes, joined(classes, schedules.classId))
    .where(
      and(
        own(actor, schedules),
        sql`${schedules.classId} in (select n.class_id from enrollments n
          where n.school_id = ${actor.school.id} and n.student_id = ${id}
            and coalesce(n.ends_on, ${day}) >= ${day})`,
        sql`${newest(actor, "schedule", sql`${schedules.id}`, ["change", "swap"], since)} is not null`,
      ),
    )
    .groupBy(classes.id)
    .limit(most)
    .all()
}

/** Lessons whose notes were written or changed, or answered by the school. */
function listNewNotes(actor: Actor, { id }: PortalStudent, since: number) {
  const isTheirs = sql`(case e.verb when 'write-note' then e.after ->> '$.shared' is not null
    when 'reply' then e.after ->> '$.studentId' = ${id}
    else e.after ->> '$.studentId' = ${id} and e.after ->> '$.shared' is not null end)`
  const verbs = ["write-note", "write-student-note", "reply"]
  return select({ id: sessions.id, className: classes.name, localDate: sessions.localDate })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(
      and(
        own(actor, sessions),
        lte(sessions.startsAt, now()),
        sessionsOfStudent(actor, id),
        isNoted("shared", id),
        sql`${newest(actor, "session", sql`${sessions.id}`, verbs, since, isTheirs)} is not null`,
      ),
    )
    .orderBy(desc(sessions.startsAt), desc(sessions.id))
    .limit(most)
    .all()
}

/** What a family finds new of one child, and of the invoices that the reader sees, since a moment (UTC ms). */
export function listNews(
  actor: Actor,
  child: PortalStudent,
  { since, invoiceIds }: { since: number; invoiceIds: readonly string[] },
) {
  const tasks = ownRows(actor, assignments, ["id"])
    .where(
      and(
        eq(assignments.studentId, child.id),
        gt(assignments.createdAt, since),
        isNull(assignments.withdrawnAt),
        isNull(assignments.doneAt),
      ),
    )
    .all().length
  const shared = ownRows(actor, reports, ["id"])
    .where(and(eq(reports.studentId, child.id), gt(reports.sharedAt, since)))
    .all().length
  return {
    lessons: listChangedLessons(actor, child, since),
    times: listChangedTimes(actor, child, since),
    notes: listNewNotes(actor, child, since),
    ...{ tasks, reports: shared },
    invoices: ownRows(actor, invoices, ["id", "number"])
      .where(and(among(invoices.id, invoiceIds), gt(invoices.issuedAt, since)))
      .all()
      .flatMap(({ id, number }) => (number ? [{ id, number }] : [])),
  }
}
