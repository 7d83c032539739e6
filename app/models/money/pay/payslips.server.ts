import { paySlipLines, paySlips } from "db/schema/money-pay"
import { teachers } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, between, desc, eq, gte, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { keepReads } from "~/models/foundation/background-read/keep-reads.server"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import { type PayLine, sumLines } from "./pay"
import { calculatePay } from "./pay-lines.server"
import type { PayPeriod } from "./pay-period"
import type { TeacherPay } from "./pay-run"

// A payslip: what a teacher is paid for a period, as the office approved it. A period without one is calculated.

export type PaySlip = Omit<typeof paySlips.$inferSelect, "schoolId" | "approvedBy">

const slipColumns = {
  ...columns(paySlips, "id", "createdAt", "teacherId", "teacherName", "periodFrom", "periodTo", "state"),
  ...columns(paySlips, "currency", "totalMinor", "approvedName", "lockedAt", "lockedName", "bookedOn"),
}

export const findPaySlip = (actor: Actor, slipId: string): PaySlip | undefined =>
  ownRows(actor, paySlips, slipColumns).where(eq(paySlips.id, slipId)).get()

/** A teacher's payslips since a day, the newest first. */
export const listPaySlips = (actor: Actor, teacherId: string, since: string): PaySlip[] =>
  sinceQuery.all(actor, { teacherId, since })

const sinceQuery = query((p: Params<{ teacherId: string; since: string }>, own) =>
  select(slipColumns)
    .from(paySlips)
    .where(and(own(paySlips), eq(paySlips.teacherId, p.teacherId), gte(paySlips.periodTo, p.since)))
    .orderBy(desc(paySlips.periodTo), desc(paySlips.id)),
)

/** The payslips of exactly this period. */
export const listPeriodSlips = (actor: Actor, { from, to }: PayPeriod): PaySlip[] =>
  periodQuery.all(actor, { from, to })

const periodQuery = query((p: Params<{ from: string; to: string }>, own) =>
  select(slipColumns)
    .from(paySlips)
    .where(and(own(paySlips), eq(paySlips.periodTo, p.to), eq(paySlips.periodFrom, p.from))),
)

export const listSlipLines = (actor: Actor, slipId: string): PayLine[] =>
  ownRows(actor, paySlipLines, {
    ...columns(paySlipLines, "kind", "sessionId", "extraWorkId"),
    title: paySlipLines.description,
    localDate: paySlipLines.occurredOn,
    ...columns(paySlipLines, "minutes", "amountMinor", "rule"),
  })
    .where(eq(paySlipLines.slipId, slipId))
    .orderBy(asc(paySlipLines.position))
    .all()

/** A teacher's period: as it was approved, or as it is calculated now. */
export function findPay(
  actor: Actor,
  teacherId: string,
  period: PayPeriod,
): { slip: PaySlip | null; lines: PayLine[]; totalMinor: number } {
  const slip = listPeriodSlips(actor, period).find((each) => each.teacherId === teacherId)
  if (slip) return { slip, lines: listSlipLines(actor, slip.id), totalMinor: slip.totalMinor }
  const lines = calculatePay(actor, period, teacherId).get(teacherId) ?? []
  return { slip: null, lines, totalMinor: sumLines(lines) }
}

/** What every teacher is paid for a period, by name: those who still teach, and those who are paid for it. */
export function listTeacherPay(actor: Actor, period: PayPeriod): Promise<readonly TeacherPay[]> {
  return keepPay([actor.school.id, period.from, period.to], {
    work: schoolWork(actor, "teacher-pay", readTeacherPay, period),
    isLong: hasMoreLessons(actor, period, fewLessons),
  })
}

const keepPay = keepReads<readonly TeacherPay[]>(200)

/** Of so many lessons in a period the pay is calculated in a few milliseconds. */
const fewLessons = 500

export const hasMoreLessons = (actor: Actor, { from, to }: PayPeriod, than: number): boolean =>
  ownRows(actor, sessions, ["id"])
    .where(between(sessions.localDate, from, to))
    .limit(1)
    .offset(than)
    .get() !== undefined

/** The same as it is read now: it looks at every lesson of the period. */
export function readTeacherPay(actor: Actor, period: PayPeriod): TeacherPay[] {
  const slips = new Map(listPeriodSlips(actor, period).map((slip) => [slip.teacherId, slip]))
  const counts = countLines(
    actor,
    [...slips.values()].map(({ id }) => id),
  )
  const open = calculatePay(actor, period)
  return listEveryTeacher(actor).flatMap(({ id, name, hasLeft }) => {
    const slip = slips.get(id)
    const lines = open.get(id) ?? []
    if (hasLeft && !slip && lines.length === 0) return []
    const ofLines = (kind: PayLine["kind"]) => lines.filter((line) => line.kind === kind).length
    const approved = slip && counts.get(slip.id)
    return [
      {
        teacherId: id,
        name,
        slipId: slip?.id ?? null,
        state: slip?.state ?? ("open" as const),
        lessons: slip ? (approved?.lessons ?? 0) : ofLines("lesson"),
        others: slip ? (approved?.others ?? 0) : ofLines("extra") + ofLines("correction"),
        unrated: slip ? 0 : lines.filter(({ amountMinor }) => amountMinor === null).length,
        totalMinor: slip ? slip.totalMinor : sumLines(lines),
      },
    ]
  })
}

/** Those who have left, too. */
export const listEveryTeacher = (actor: Actor) =>
  ownRows(actor, teachers, {
    id: teachers.id,
    name: teachers.name,
    hasLeft: sql<number>`${teachers.deactivatedAt} is not null`.mapWith(Boolean),
  })
    .orderBy(sql`${teachers.name} collate nocase`, asc(teachers.id))
    .all()

function countLines(actor: Actor, slipIds: string[]): Map<string, { lessons: number; others: number }> {
  const rows = ownRows(actor, paySlipLines, {
    slipId: paySlipLines.slipId,
    lessons: sql<number>`sum(${paySlipLines.kind} = 'lesson')`,
    others: sql<number>`sum(${paySlipLines.kind} <> 'lesson')`,
  })
    .where(inArray(paySlipLines.slipId, slipIds))
    .groupBy(paySlipLines.slipId)
    .all()
  return new Map(rows.map(({ slipId, ...counts }) => [slipId, counts]))
}
