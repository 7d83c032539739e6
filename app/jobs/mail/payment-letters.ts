import type { MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"

// What families read about money that came or went back.

export const paymentReceiptLetter = (data: MailData["payment-receipt"]): Letter => ({
  subject: data.number ? `Receipt for invoice ${data.number}` : `Receipt from ${data.schoolName}`,
  greeting: greet(data.recipientName),
  paragraphs: [`${data.schoolName} received your payment. Thank you!`],
  facts: [
    ["Amount", data.amount],
    data.number ? ["Invoice", data.number] : ["For", "Account credit"],
    ["Payment method", data.method],
    ["Received", data.receivedOn],
    ...(data.reference ? [["Reference", data.reference] as [string, string]] : []),
  ],
  sender: data.schoolName,
})

/** A receipt was sent for a payment that was typed wrongly. */
export const paymentReversedLetter = (data: MailData["payment-reversed"]): Letter => ({
  subject: `Correction: your receipt for ${data.amount}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.schoolName} recorded a payment of ${data.amount} on ${data.receivedOn} by mistake and has reversed it. A receipt for it is no longer valid.`,
    data.numbers
      ? `The amount is due again on invoice ${data.numbers}.`
      : "It was account credit, so no invoices change.",
  ],
  facts: [["Reason", data.reason]],
  closing: "Did you make this payment? Reply to this email and we’ll check it with you.",
  sender: data.schoolName,
})

export const refundGivenLetter = (data: MailData["refund-given"]): Letter => ({
  subject: `Refund of ${data.amount} from ${data.schoolName}`,
  greeting: greet(data.recipientName),
  paragraphs: [`${data.schoolName} refunded ${data.amount} to you.`],
  facts: [
    ["Amount", data.amount],
    ["Refund method", data.method],
    ["Date", data.refundedOn],
    ["Reason", data.reason],
  ],
  sender: data.schoolName,
})

/** To a teacher, with the payslip as a PDF. */
export const payslipLetter = (data: MailData["payslip"]): Letter => ({
  subject: `Your payslip for ${data.period}`,
  greeting: greet(data.recipientName),
  paragraphs: [`${data.schoolName} completed your pay for ${data.period}. Your payslip is attached.`],
  facts: [
    ["Period", data.period],
    ["Total", data.total],
  ],
  button: { label: "View your pay", url: `${env().APP_URL}${paths.teacherAnalytics()}` },
  closing: "Something looks wrong? Reply to this email. Corrections are part of your next payslip.",
  sender: data.schoolName,
})
