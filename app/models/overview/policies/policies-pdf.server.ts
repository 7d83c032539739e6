import { findLetterhead } from "~/models/accounts/school/letterhead.server"
import { readLogo } from "~/models/accounts/school/logo.server"
import type { Actor } from "~/models/foundation/access/actor"
import { drawLetterhead, drawPaper, widthOf } from "~/models/foundation/paper/paper.server"
import { paperSize } from "~/models/money/invoice/invoice-paper"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { inFormats } from "~/utils/formats.server"
import { today } from "~/utils/zones"

/** What families read of the school's policies, as a PDF with the day it was made. */
export async function policiesPdf(
  actor: Actor,
  lines: readonly string[],
): Promise<{ fileName: string; bytes: Buffer }> {
  const school = findLetterhead(actor)
  const { currency, timeZone } = actor.school
  const bytes = await drawPaper(
    {
      size: paperSize(currency),
      title: `Policies, ${school.name}`,
      author: school.name,
      createdAt: now(),
      logo: await readLogo(actor.school.logoId),
    },
    (sheet) =>
      inFormats(actor.school, () => {
        drawLetterhead(sheet, school, "Policies")
        sheet
          .font("text")
          .fontSize(10)
          .text(`As of ${formatDate(today(timeZone, now()), "full")}`)
        sheet.moveDown(1.2)
        for (const [index, line] of lines.entries()) {
          sheet.fontSize(11).text(`${index + 1}. ${line}`, { width: widthOf(sheet) })
          sheet.moveDown(0.5)
        }
      }),
  )
  return { fileName: "policies.pdf", bytes }
}
