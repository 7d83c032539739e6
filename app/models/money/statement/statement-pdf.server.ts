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
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { inFormats } from "~/utils/formats.server"
import { formatMoney } from "~/utils/money"
import { paperSize, periodText } from "../invoice/invoice-paper"
import { closeTotal } from "../invoice/paper-parts.server"
import { entryText } from "../ledger/money-history"
import { methodInText } from "../payment/payment"
import type { Statement } from "./statement"

// A statement as a PDF.

/** @param name whose statement it is: the family's name */
export async function statementPdf(
  actor: Actor,
  { name, ...statement }: Statement & { name: string },
): Promise<{ fileName: string; bytes: Buffer }> {
  const { currency } = actor.school
  const school = findLetterhead(actor)
  const bytes = await drawPaper(
    {
      size: paperSize(currency),
      title: `Statement, ${name}`,
      author: school.name,
      createdAt: now(),
      logo: await readLogo(actor.school.logoId),
    },
    (sheet) =>
      inFormats(actor.school, () => {
        const money = (amountMinor: number) => formatMoney(amountMinor, currency)
        drawLetterhead(sheet, school, "Statement")
        sheet
          .font("text")
          .fontSize(10)
          .text(`${name}, ${periodText(statement.from, statement.to)}`)
        sheet.moveDown(1.2)
        drawRow(sheet, "Opening balance", money(statement.openingMinor), "bold")
        rule(sheet, { color: ink, width: 0.7 })
        sheet.y += 5
        for (const entry of statement.entries) drawEntry(sheet, entry, money)
        keepTogether(sheet, 50)
        sheet.y += 4
        drawRow(
          sheet,
          statement.closingMinor < 0 ? "Account credit" : "Balance due",
          money(Math.abs(statement.closingMinor)),
          "serif",
          15,
        )
        closeTotal(sheet)
      }),
  )
  return { fileName: `statement-${statement.from}-${statement.to}.pdf`, bytes }
}

function drawEntry(
  sheet: Sheet,
  entry: Statement["entries"][number],
  money: (amountMinor: number) => string,
) {
  const text = entryText({ ...entry, method: entry.method && methodInText(entry.method) })
  const width = widthOf(sheet) - 260
  sheet.font("text").fontSize(10)
  keepTogether(sheet, sheet.heightOfString(text, { width }) + 9)
  const { y } = sheet
  sheet.fillColor(quiet).text(formatDate(entry.on, "medium"), margin, y, { width: 86 })
  sheet.fillColor(ink).text(text, margin + 90, y, { width })
  const end = Math.max(sheet.y, y + 13)
  sheet.text(money(entry.amountMinor), margin, y, {
    width: widthOf(sheet) - 90,
    align: "right",
    lineBreak: false,
    features: ["tnum"],
  })
  drawAtEnd(sheet, money(entry.balanceMinor), y)
  sheet.y = end + 3
  rule(sheet)
  sheet.y += 4
}
