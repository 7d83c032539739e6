import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { marks } from "db/schema/attendance"
import { assignments, reports } from "db/schema/learning"
import { members } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, desc, eq, gte, isNotNull, isNull, lte, sql } from "drizzle-orm"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { tellLearning } from "~/models/teaching/lesson-email/lesson-email.server"
import { listStudentResults } from "~/models/teaching/occasion/exam-results.server"
import { resultText } from "~/models/teaching/occasion/occasion"
import { now, todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import type { Result } from "~/utils/result"
import { instantOf, localDate } from "~/utils/zones"
import type { Learner } from "../learner/learner"
import { findLearner } from "../learner/learner.server"
import { minutesBetween } from "../practice/practice.server"
import { listPieces } from "../repertoire/repertoire.server"
import { findSkillSheets, listSkillChanges } from "../skill/skill-sheet.server"
import type { ClassAttendance, Report, ReportSnapshot } from "./report"

// Progress reports. Writing one freezes the facts of its period; a shared report never changes, a draft can be discarded.

type Period = { fromDate: string; toDate: string }

/** What a report over the period would say of the student today. */
function snapshotOf(actor: Actor, learner: Learner, { fromDate, toDate }: Period): ReportSnapshot {
  const moved = new Map<string, ReportSnapshot["moved"][number]>()
  for (const { id: _, by: __, ...change } of listSkillChanges(actor, learner, {
    from: fromDate,
    to: toDate,
    limit: 500,
  })) {
    const key = `${change.instrument} ${change.name}`
    if (!moved.has(key)) moved.set(key, change)
  }
  return {
    studentName: learner.name,
    schoolName: actor.school.name,
    instruments: findSkillSheets(actor, learner).map(({ instrument, current, next, missing, levels }) => ({
      instrument,
      current,
      next,
      missing,
      levels: levels.map(({ level, secure, lines }) => ({ level, secure, count: lines.length })),
    })),
    moved: [...moved.values()].filter(({ state }) => state !== "not_started"),
    pieces: listPieces(actor, learner)
      .filter(({ state, since }) => state !== "set_aside" && since <= toDate)
      .filter(({ state, since }) => state !== "performed" || since >= fromDate)
      .map(({ title, composer, state, since }) => ({ title, composer, state, since })),
    attendance: summariseAttendance(actor, learner, { from: fromDate, to: toDate }),
    practiceMinutes: minutesBetween(actor, learner, fromDate, toDate),
    tasks: countTasks(actor, learner, { fromDate, toDate }),
    exams: listStudentResults(actor, learner.id, { releasedOnly: true }).flatMap(
      ({ title, on, note, ...result }) =>
        on !== null && fromDate <= on && on <= toDate ? [{ title, on, text: resultText(result), note }] : [],
    ),
  }
}

function countTasks(actor: Actor, learner: Learner, { fromDate, toDate }: Period) {
  const zone = actor.school.timeZone
  return (
    ownRows(actor, assignments, {
      given: sql<number>`count(*)`,
      done: sql<number>`count(${assignments.doneAt})`,
    })
      .where(
        and(
          eq(assignments.studentId, learner.id),
          isNull(assignments.withdrawnAt),
          gte(assignments.createdAt, instantOf(fromDate, "00:00", zone)),
          lte(assignments.createdAt, instantOf(toDate, "23:59", zone) + 59_999),
        ),
      )
      .get() ?? { given: 0, done: 0 }
  )
}

/** Writes a draft over a period that has begun; the same one again is the one there is. */
export function writeReport(
  actor: Actor,
  learner: Learner,
  { words, ...period }: Period & { words: string },
): Result<{ reportId: string }, "from-the-future"> {
  if (period.fromDate > todayOf(actor)) return { ok: false, reason: "from-the-future" }
  return transact(() => {
    const draft = listReports(actor, learner).find(
      (report) =>
        !report.sharedOn &&
        report.words === words &&
        report.fromDate === period.fromDate &&
        report.toDate === period.toDate,
    )
    if (draft) return { ok: true, reportId: draft.id }
    const snapshot = JSON.stringify(snapshotOf(actor, learner, period))
    const id = add(actor, reports, {
      ...period,
      words,
      snapshot,
      studentId: learner.id,
      authorId: actor.memberId,
    })
    recordEvent(actor, "student.write-report", learner.id, { after: period })
    return { ok: true, reportId: id }
  })
}

/** Shows the report to the family, for good. Sharing it twice changes nothing. */
export function shareReport(actor: Actor, reportId: string): { ok: boolean } {
  return transact(() => {
    const report = findReport(actor, reportId)
    if (!report) return { ok: false }
    if (report.sharedOn) return { ok: true }
    change(actor, reports, reportId, { sharedAt: now() })
    tellLearning(actor, [{ kind: "report", id: reportId, studentId: report.studentId }])
    const { fromDate, toDate } = report
    recordEvent(actor, "student.share-report", report.studentId, { after: { fromDate, toDate } })
    return { ok: true }
  })
}

/** Throws a draft away; a report the family has stays. */
export function discardReport(
  actor: Actor,
  reportId: string,
): Result<{ studentId: string }, "missing" | "shared"> {
  return transact(() => {
    const report = findReport(actor, reportId)
    if (!report) return { ok: false, reason: "missing" }
    if (report.sharedOn) return { ok: false, reason: "shared" }
    const { studentId, fromDate, toDate, words } = report
    deleteToBin(
      actor,
      {
        noun: "report",
        recordId: reportId,
        name: `${formatDate(fromDate, "medium")} to ${formatDate(toDate, "medium")}, ${report.snapshot.studentName}`,
      },
      () => {
        remove(actor, reports, reportId)
      },
    )
    recordEvent(actor, "student.discard-report", studentId, { before: { fromDate, toDate, words } })
    return { ok: true, studentId }
  })
}

/** The report, if the actor may see its student; a family only what was shared. */
export function findReport(actor: Actor, reportId: string): Report | undefined {
  const row = reportRows()
    .where(own(actor, reports, reportId))
    .get()
  if (!row || !findLearner(actor, row.studentId)) return undefined
  if (actor.role === "student" && row.sharedAt === null) return undefined
  return viewOf(actor, row)
}

/** The student's reports, newest period first; for a family only what was shared. */
export function listReports(actor: Actor, learner: Learner): Report[] {
  return reportRows()
    .where(
      and(
        own(actor, reports),
        eq(reports.studentId, learner.id),
        actor.role === "student" ? isNotNull(reports.sharedAt) : undefined,
      ),
    )
    .orderBy(desc(reports.toDate), desc(reports.id))
    .all()
    .map((row) => viewOf(actor, row))
}

const reportRows = () =>
  select({
    id: reports.id,
    studentId: reports.studentId,
    fromDate: reports.fromDate,
    toDate: reports.toDate,
    words: reports.words,
    snapshot: reports.snapshot,
    createdAt: reports.createdAt,
    sharedAt: reports.sharedAt,
    by: users.name,
  })
    .from(reports)
    .leftJoin(members, joined(members, reports.authorId))
    .leftJoin(users, eq(users.id, members.userId))
    .$dynamic()

type Row = NonNullable<ReturnType<ReturnType<typeof reportRows>["get"]>>

function viewOf(actor: Actor, { createdAt, sharedAt, snapshot, ...row }: Row): Report {
  const zone = actor.school.timeZone
  return {
    ...row,
    writtenOn: localDate(createdAt, zone),
    writtenAt: createdAt,
    sharedOn: sharedAt === null ? null : localDate(sharedAt, zone),
    snapshot: JSON.parse(snapshot) as ReportSnapshot,
  }
}

/** How a student came to their lessons from a day to a day, by class; what the school canceled does not count. */
export function summariseAttendance(
  actor: Actor,
  learner: Learner,
  { from, to }: { from: string; to: string },
): ReportSnapshot["attendance"] {
  const countOfMark = (code: MarkCode) => sql<number>`sum(${eq(marks.code, code)})`
  const rows: ClassAttendance[] = select({
    className: classes.name,
    held: sql<number>`count(*)`,
    attended: sql<number>`sum(${marks.countsAsAttended})`,
    late: countOfMark("late"),
    absent: countOfMark("absent"),
    excused: countOfMark("excused"),
  })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .innerJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .where(
      and(
        own(actor, seats),
        eq(seats.studentId, learner.id),
        gte(sessions.localDate, from),
        lte(sessions.localDate, to),
        sql`${marks.code} <> 'cancelled'`,
      ),
    )
    .groupBy(classes.id)
    .orderBy(asc(sql`${classes.name} collate nocase`))
    .all()
  const sum = (key: "held" | "attended" | "late" | "absent" | "excused") =>
    rows.reduce((total, row) => total + row[key], 0)
  return {
    total: {
      held: sum("held"),
      attended: sum("attended"),
      late: sum("late"),
      absent: sum("absent"),
      excused: sum("excused"),
    },
    classes: rows,
  }
}
