import { makeUpCredits, marks, ownStatuses } from "db/schema/attendance"
import { taskItems } from "db/schema/foundation-tasks"
import { families, students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, between, count, eq, gte, isNotNull, isNull, lt, or, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import { z } from "zod"
import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import { findTaskToShow } from "~/models/foundation/task/task.server"
import { halfYear, type Period } from "~/models/foundation/term/period"
import { listTerms } from "~/models/foundation/term/term.server"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { instantOf } from "~/utils/zones"
import {
  replayTerm,
  sumOf,
  type TrialAbsence,
  type TrialRow,
  type TrialRules,
  trialStates,
  trialWhys,
} from "./rule-trial"
import type { RuleTrialForm } from "./rule-trial-form"

// A term replayed under other rules, family by family in the steps of a task. Nothing but the task's own items is written.

const mostTerms = 12

/** The terms that can be replayed, the latest first: those that have begun, or the last half-years where none is recorded. */
export function listTrialTerms(actor: Actor): (Period & { label: string })[] {
  const day = todayOf(actor)
  const begun = listTerms(actor).filter(({ startsOn }) => startsOn <= day)
  const terms =
    begun.length > 0 ? begun.map((term) => ({ ...term, name: `${term.name}, ` })) : lastHalves(day)
  return terms
    .map(({ name, startsOn, endsOn }) => ({
      startsOn,
      endsOn,
      label: `${name}${formatDate(startsOn, "medium", actor.school)} to ${formatDate(endsOn, "medium", actor.school)}`,
    }))
    .reverse()
    .slice(0, mostTerms)
}

function lastHalves(day: string) {
  const halves = [halfYear(day)]
  for (const _ of [1, 2, 3]) halves.unshift(halfYear(addDays(halves[0]?.startsOn ?? day, -1)))
  return halves.map((half) => ({ ...half, name: "" }))
}

/** The school's rules as they are now. */
export const rulesNow = ({ school }: Actor): TrialRules => ({
  noticeHours: school.noticeHours,
  lateAllowance: school.lateAllowance,
  creditCap: school.creditCap,
  creditExpiry: school.creditExpiry,
  creditExpiryDays: school.creditExpiryDays,
  countsIllness: true,
})

/** Starts the replay of a term under these rules. A form sent twice starts it once. */
export function tryRules(
  actor: Actor,
  { term: startsOn, formKey, ...rules }: RuleTrialForm,
): Result<{ taskId: string }, "term-unknown" | "no-families"> {
  const term = listTrialTerms(actor).find((each) => each.startsOn === startsOn)
  if (!term) return { ok: false, reason: "term-unknown" }
  const items = ownRows(actor, families, { subjectId: families.id, name: families.name })
    .orderBy(sql`${families.name} collate nocase`, asc(families.id))
    .all()
  if (items.length === 0) return { ok: false, reason: "no-families" }
  const about: TrialFacts = { term, rules, now: rulesNow(actor), today: todayOf(actor) }
  return { ok: true, taskId: startTask(actor, { kind: "try-rules", about, items, formKey: formKey ?? null }) }
}

const Rules = z.object({
  noticeHours: z.number(),
  lateAllowance: z.number(),
  creditCap: z.number().nullable(),
  creditExpiry: z.enum(["days", "term", "next_term"]),
  creditExpiryDays: z.number(),
  countsIllness: z.boolean(),
})
/** What a replay was started with. */
const TrialFacts = z.object({
  term: z.object({ startsOn: z.string(), endsOn: z.string(), label: z.string() }),
  rules: Rules,
  now: Rules,
  today: z.string(),
})
type TrialFacts = z.output<typeof TrialFacts>

/** A family's part of the answer, as its item keeps it. */
export type FamilyTrial = { rows: (TrialRow & { studentId: string })[] }

/** One family; one without an absence in the term leaves nothing behind. */
export const tryRulesWork: TaskWork<TrialFacts> = {
  about: TrialFacts,
  atMost: 40,
  carryOut: (actor, { term, rules, now: before, today: day }, { subjectId }) => {
    const earning = new Set(
      listOutcomes(actor).flatMap(({ code, issuesCredit }) => (issuesCredit ? [code] : [])),
    )
    const school = {
      now: before,
      terms: listTerms(actor),
      earns: (code: Parameters<typeof earning.has>[0]) => earning.has(code),
      today: day,
    }
    const rows = [...readAbsences(actor, subjectId, term)].flatMap(([studentId, absences]) =>
      replayTerm(absences, rules, school).flatMap((row, index) =>
        row.was === "none" && row.would === "none" && absences[index]?.noticeAt === null
          ? []
          : [{ studentId, ...row }],
      ),
    )
    const byHand = countGrantedByHand(actor, subjectId, term)
    if (rows.length === 0) return { ok: true, adds: { byHand } }
    const [was, would] = [sumOf(rows, "was"), sumOf(rows, "would")]
    const isSame = rows.every((row) => row.was === row.would)
    const trial: FamilyTrial = { rows }
    return {
      ok: true,
      note: isSame ? "Same" : "Different",
      before: trial,
      adds: {
        ...{ wasGranted: was.granted, wasUsed: was.used, wasExpired: was.expired },
        ...{ wouldGranted: would.granted, wouldUsed: would.used, wouldExpired: would.expired },
        families: 1,
        byHand,
        different: isSame ? 0 : 1,
      },
    }
  },
}

/** The absences of a family's students in a term, with the credits that stand; by student. */
export function readAbsences(actor: Actor, familyId: string, { startsOn, endsOn }: Period) {
  const usedSeats = alias(seats, "used_seats")
  const usedSessions = alias(sessions, "used_sessions")
  const rows = select({
    studentId: students.id,
    sessionId: seats.sessionId,
    kind: seats.kind,
    date: sessions.localDate,
    startsAt: sessions.startsAt,
    endsAt: sessions.endsAt,
    noticeAt: seats.noticeAt,
    excusedBy: seats.excusedBy,
    code: marks.code,
    issuesCredit: marks.issuesCredit,
    ownEarns: ownStatuses.issuesCredit,
    earnedAt: makeUpCredits.createdAt,
    expiresOn: makeUpCredits.expiresOn,
    usedAt: makeUpCredits.usedAt,
    usedOn: usedSessions.localDate,
    isExtended:
      sql<number>`exists (select 1 from credit_changes c where c.school_id = ${makeUpCredits.schoolId}
        and c.credit_id = ${makeUpCredits.id} and c.act = 'extend' and c.undone_at is null)`.mapWith(Boolean),
    isDenied: sql<number>`exists (select 1 from make_up_credits d where d.school_id = ${seats.schoolId}
        and d.origin_seat_id = ${seats.id} and d.is_denied)`.mapWith(Boolean),
  })
    .from(students)
    .innerJoin(seats, joined(seats.studentId, students.id))
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .leftJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .leftJoin(ownStatuses, joined(ownStatuses, marks.statusId))
    .leftJoin(makeUpCredits, and(joined(seats, makeUpCredits.originSeatId), isNull(makeUpCredits.revokedAt)))
    .leftJoin(usedSeats, joined(usedSeats, makeUpCredits.usedSeatId))
    .leftJoin(usedSessions, joined(usedSessions, usedSeats.sessionId))
    .where(
      and(
        own(actor, students),
        eq(students.familyId, familyId),
        between(sessions.localDate, startsOn, endsOn),
        or(
          sql`${seats.noticeAt} is not null`,
          eq(marks.countsAsAttended, false),
          eq(marks.issuesCredit, true),
          sql`${makeUpCredits.id} is not null`,
        ),
      ),
    )
    .orderBy(asc(students.id), asc(sessions.startsAt), asc(seats.id))
    .all()
  const byStudent = new Map<string, TrialAbsence[]>()
  for (const { studentId, code, issuesCredit, ownEarns, earnedAt, expiresOn, usedAt, usedOn, ...row } of rows)
    byStudent.set(studentId, [
      ...(byStudent.get(studentId) ?? []),
      {
        ...row,
        mark: code === null ? null : { code, issuesCredit: issuesCredit ?? false, ownEarns },
        credit: earnedAt === null || expiresOn === null ? null : { earnedAt, expiresOn, usedAt, usedOn },
      },
    ])
  return byStudent
}

/** How many credits the office granted a family's students by hand in a term, of those that stand: no rule changes them. */
function countGrantedByHand(actor: Actor, familyId: string, { startsOn, endsOn }: Period): number {
  const zone = actor.school.timeZone
  const [from, to] = [instantOf(startsOn, "00:00", zone), instantOf(addDays(endsOn, 1), "00:00", zone)]
  const found = select({ n: count() })
    .from(students)
    // A cross join keeps SQLite to the written order: the few students of a family, then their credits.
    .crossJoin(makeUpCredits)
    .where(
      and(
        own(actor, students),
        eq(students.familyId, familyId),
        joined(students, makeUpCredits.studentId),
        isNull(makeUpCredits.originSeatId),
        isNull(makeUpCredits.revokedAt),
        gte(makeUpCredits.createdAt, from),
        lt(makeUpCredits.createdAt, to),
      ),
    )
    .get()
  return found?.n ?? 0
}

export const familiesPerPage = 25

/** A replay with its sums; undefined when there is none, or the reader may not see it. */
export function findTrial(actor: Actor, taskId: string) {
  const task = findTaskToShow(actor, taskId)
  if (task?.kind !== "try-rules") return undefined
  const { about, ...facts } = task
  const sum = (name: string) => task.result[name] ?? 0
  return {
    ...facts,
    ...TrialFacts.parse(about),
    was: { granted: sum("wasGranted"), used: sum("wasUsed"), expired: sum("wasExpired") },
    would: { granted: sum("wouldGranted"), used: sum("wouldUsed"), expired: sum("wouldExpired") },
    families: sum("families"),
    different: sum("different"),
    byHand: sum("byHand"),
  }
}

const FamilyRows = z.object({
  rows: z.array(
    z.object({
      studentId: z.string(),
      sessionId: z.string(),
      was: z.enum(trialStates),
      would: z.enum(trialStates),
      why: z.enum(trialWhys),
      until: z.string().nullable(),
    }),
  ),
})

/** The families of a replay with the absences behind their figures; all of them, or those that would differ. */
export function listTrialFamilies(
  actor: Actor,
  taskId: string,
  { only, page }: { only: "different" | "all"; page: number | null },
) {
  const items = ownRows(actor, taskItems, {
    id: taskItems.id,
    familyId: taskItems.subjectId,
    name: taskItems.name,
    before: taskItems.before,
  })
    .where(
      and(
        eq(taskItems.taskId, taskId),
        eq(taskItems.state, "done"),
        isNotNull(taskItems.before),
        only === "different" ? eq(taskItems.note, "Different") : undefined,
      ),
    )
    .orderBy(asc(taskItems.position))
    .limit(page === null ? -1 : familiesPerPage)
    .offset(page === null ? 0 : (page - 1) * familiesPerPage)
    .all()
    .map(({ before, ...item }) => ({ ...item, ...FamilyRows.parse(JSON.parse(before ?? "{}")) }))
  const rows = items.flatMap((item) => item.rows)
  const lessons = new Map(
    lessonsQuery(
      actor,
      rows.map(({ sessionId }) => sessionId),
    ).map((row) => [row.id, row]),
  )
  const people = new Map(
    studentsQuery(
      actor,
      rows.map(({ studentId }) => studentId),
    ).map((row) => [row.id, row]),
  )
  return items.map(({ rows: own, ...item }) => ({
    ...item,
    was: sumOf(own, "was"),
    would: sumOf(own, "would"),
    rows: own.map((row) => {
      const lesson = lessons.get(row.sessionId)
      const student = people.get(row.studentId)
      return {
        ...row,
        className: lesson?.className ?? "",
        date: lesson?.date ?? "",
        studentName: student ? fullName(student) : "",
      }
    }),
  }))
}

const among = (ids: readonly string[]) =>
  sql`(select value from json_each(${JSON.stringify([...new Set(ids)])}))`

const lessonsQuery = (actor: Actor, ids: readonly string[]) =>
  select({ id: sessions.id, date: sessions.localDate, className: classes.name })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(and(own(actor, sessions), sql`${sessions.id} in ${among(ids)}`))
    .all()

const studentsQuery = (actor: Actor, ids: readonly string[]) =>
  ownRows(actor, students, ["id", "firstName", "lastName"])
    .where(sql`${students.id} in ${among(ids)}`)
    .all()
