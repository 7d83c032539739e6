import { paySlipLines, paySlips } from "db/schema/money-pay"
import { teachers } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, between, desc, eq, gte, inArray, sql } from "drizzle-orm"
import { findLetterhead } from "~/models/accounts/school/letterhead.server"
import { readLogo } from "~/models/accounts/school/logo.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { keepReads } from "~/models/foundation/background-read/keep-reads.server"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import {
  drawAtEnd,
  drawLetterhead,
  drawPaper,
  drawRow,
  ink,
  keepTogether,
  margin,
  quiet,
  rule,
  widthOf,
} from "~/models/foundation/paper/paper.server"
import type { Sheet } from "~/models/foundation/paper/sheet.server"
import { formatDate } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { formatMoney } from "~/utils/money"
import { paperSize, periodText } from "../invoice/invoice-paper"
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

// A payslip as a PDF, with the rule of every line. A locked one has the same bytes at any time.

/** Undefined when the school has no such payslip. */
export async function paySlipPdf(
  actor: Actor,
  slipId: string,
): Promise<{ fileName: string; bytes: Buffer } | undefined> {
  const slip = findPaySlip(actor, slipId)
  if (!slip) return undefined
  const lines = listSlipLines(actor, slipId)
  const school = findLetterhead(actor)
  const logo = await readLogo(actor.school.logoId)
  const bytes = await inFormats(actor.school, () => {
    const money = (amountMinor: number) => formatMoney(amountMinor, slip.currency)
    return drawPaper(
      {
        size: paperSize(slip.currency),
        title: `Payslip, ${slip.teacherName}, ${periodText(slip.periodFrom, slip.periodTo)}`,
        author: school.name,
        createdAt: slip.lockedAt ?? slip.createdAt,
        logo,
      },
      (sheet) => {
        drawLetterhead(sheet, school, "Payslip")
        if (slip.state === "approved") sheet.font("bold").fontSize(10).text("Preview: not locked yet")
        sheet.moveDown(0.6)
        drawRow(sheet, "Teacher", slip.teacherName)
        drawRow(sheet, "Period", periodText(slip.periodFrom, slip.periodTo))
        drawRow(sheet, "Total", money(slip.totalMinor), "serif", 15)
        sheet.y += 8
        rule(sheet, { color: ink, width: 0.7 })
        sheet.y += 5
        for (const line of lines) drawLine(sheet, line, money)
      },
    )
  })
  const safe = slip.teacherName.replace(/[^A-Za-z0-9._-]+/g, "-")
  return { fileName: `payslip-${safe}-${slip.periodTo}.pdf`, bytes }
}

function drawLine(sheet: Sheet, line: PayLine, money: (amountMinor: number) => string) {
  const width = widthOf(sheet) - 190
  const details = [line.minutes === null ? null : `${line.minutes} min`, line.rule]
    .filter(Boolean)
    .join(" · ")
  sheet.font("text").fontSize(10)
  keepTogether(sheet, sheet.heightOfString(line.title, { width }) + 22)
  const { y } = sheet
  sheet.fillColor(quiet).text(formatDate(line.localDate, "medium"), margin, y, { width: 86 })
  sheet.fillColor(ink).text(line.title, margin + 90, y, { width })
  sheet
    .fontSize(8.5)
    .fillColor(quiet)
    .text(details, margin + 90, sheet.y, { width })
  const end = Math.max(sheet.y, y + 13)
  drawAtEnd(sheet, money(line.amountMinor ?? 0), y)
  sheet.y = end + 3
  rule(sheet)
  sheet.y += 4
}
