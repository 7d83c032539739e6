import { findLetterhead } from "~/models/accounts/school/letterhead.server"
import { readLogo } from "~/models/accounts/school/logo.server"
import type { Actor } from "~/models/foundation/access/actor"
import { drawLetterhead, drawPaper, drawRow, ink, rule } from "~/models/foundation/paper/paper.server"
import { formatDate } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { formatMoney } from "~/utils/money"
import { paperSize } from "../invoice/invoice-paper"
import { closeTotal } from "../invoice/invoice-pdf.server"
import { beside, goneLabels, paidWithText, referenceLabel } from "../payment/payment"
import type { findPayment } from "../payment/payment.server"

// A receipt as a PDF.

type Payment = NonNullable<ReturnType<typeof findPayment>> & { othersMinor?: number }

export async function receiptPdf(
  actor: Actor,
  payment: Payment,
): Promise<{ fileName: string; bytes: Buffer }> {
  const school = findLetterhead(actor)
  const bytes = await drawPaper(
    {
      size: paperSize(payment.currency),
      title: `Receipt, ${inFormats(actor.school, () => formatDate(payment.receivedOn, "medium"))}`,
      author: school.name,
      createdAt: payment.receivedAt,
      logo: await readLogo(actor.school.logoId),
    },
    (sheet) =>
      inFormats(actor.school, () => {
        const money = (amountMinor: number) => formatMoney(amountMinor, payment.currency)
        drawLetterhead(sheet, school, "Receipt")
        if (payment.reversedOn)
          sheet
            .font("bold")
            .fontSize(10)
            .text(`Reversed ${formatDate(payment.reversedOn, "full")}: ${payment.reversedReason}`)
        sheet.moveDown(0.8)
        for (const [label, text] of [
          ["From", payment.payerName],
          ["Received", formatDate(payment.receivedOn, "full")],
          ["Payment method", paidWithText(payment)],
          ...(payment.providerReference
            ? [[referenceLabel(payment.method), payment.providerReference] as const]
            : []),
        ] as const)
          drawRow(sheet, label, text)
        sheet.y += 8
        rule(sheet, { color: ink, width: 0.7 })
        sheet.y += 6
        for (const { number, amountMinor } of payment.allocations)
          drawRow(sheet, `Invoice ${number}`, money(amountMinor))
        for (const [label, amountMinor] of beside(payment)) drawRow(sheet, label, money(amountMinor))
        drawRow(sheet, "Received", money(payment.amountMinor), "serif", 15)
        closeTotal(sheet)
        for (const { kind, refundedOn, amountMinor } of payment.refunds)
          drawRow(sheet, `${goneLabels[kind]} ${formatDate(refundedOn, "full")}`, money(-amountMinor))
      }),
  )
  return { fileName: `receipt-${payment.receivedOn}.pdf`, bytes }
}
