import { findLetterhead } from "~/models/accounts/school/letterhead.server"
import { readLogo } from "~/models/accounts/school/logo.server"
import type { Actor } from "~/models/foundation/access/actor"
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
import type { PayLine } from "./pay"
import { findPaySlip, listSlipLines } from "./payslips.server"

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
