import type { MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { greet, type Letter } from "./letter"
import { type Reached, wayOn } from "./ways-on"

// What families read about money that came or went back, and the office about what the provider says of it.

export const paymentReceiptLetter = (data: MailData["payment-receipt"]): Letter => ({
  subject: data.number ? `Receipt for invoice ${data.number}` : `Receipt from ${data.schoolName}`,
  greeting: greet(data.recipientName),
  paragraphs: [`${data.schoolName} received your payment. Thank you!`],
  facts: [
    ["Amount", data.amount],
    ...(data.number ? [["Invoice", data.number] as [string, string]] : []),
    ...besideInvoices(data),
    ["Payment method", data.method],
    ["Received", data.receivedOn],
    ...(data.reference ? [[data.referenceLabel ?? "Reference", data.reference] as [string, string]] : []),
  ],
  sender: data.schoolName,
})

/** What a payment paid on no invoice; a letter that was queued without saying so is all account credit where it names no invoice. */
function besideInvoices({ number, amount, beside }: MailData["payment-receipt"]): [string, string][] {
  const { owed, credit } = beside ?? { owed: null, credit: number ? null : amount }
  return [
    ...(owed ? [["Balance not on an invoice", owed] as [string, string]] : []),
    ...(credit ? [["Account credit", credit] as [string, string]] : []),
  ]
}

/** A receipt was sent for a payment that was typed wrongly, or a gift voucher was redeemed for the wrong family. */
export const paymentReversedLetter = (data: MailData["payment-reversed"]): Letter => ({
  subject: data.isVoucher
    ? `Correction: your gift voucher of ${data.amount}`
    : `Correction: your receipt for ${data.amount}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    data.isVoucher
      ? `${data.schoolName} has undone what you redeemed on ${data.receivedOn}: ${data.amount} is back on the gift voucher.`
      : `${data.schoolName} recorded a payment of ${data.amount} on ${data.receivedOn} by mistake and has reversed it. The receipt for it is no longer valid.`,
    data.numbers ? dueAgain(data.numbers, data.parts) : "It was account credit, so no invoices change.",
  ],
  facts: [["Reason", data.reason]],
  closing: data.isVoucher
    ? "Is this a mistake? Reply to this email and we’ll check it with you."
    : "Did you make this payment? Reply to this email and we’ll check it with you.",
  sender: data.schoolName,
})

function dueAgain(numbers: string, parts: MailData["payment-reversed"]["parts"]): string {
  const on = / and |, /.test(numbers) ? `invoices ${numbers}` : `invoice ${numbers}`
  return [
    `${parts?.due ?? "The amount"} is due again on ${on}.`,
    ...(parts?.credit ? [`${parts.credit} of it was account credit.`] : []),
  ].join(" ")
}

export const refundGivenLetter = (data: MailData["refund-given"]): Letter => ({
  subject: `Refund of ${data.amount} from ${data.schoolName}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.schoolName} refunded ${data.amount} ${data.isCredit ? "of your account credit" : "to you"}.`,
  ],
  facts: [
    ["Amount", data.amount],
    ["Refund method", data.method],
    ["Date", data.refundedOn],
    ...(data.reason === null ? [] : [["Reason", data.reason] satisfies [string, string]]),
  ],
  sender: data.schoolName,
})

/** To the office: money of a family's payment went back at the provider. */
export const paymentRefundedLetter = (data: MailData["payment-refunded"]): Letter => ({
  ...refundedTexts(data),
  greeting: greet(data.name),
  button: { label: "View payment", url: `${env().APP_URL}${paths.paymentReceipt(data.paymentId)}` },
  sender: data.schoolName,
})

function refundedTexts({
  kind,
  amount,
  payerName,
  numbers,
  owed,
  provider = platformProvider,
}: MailData["payment-refunded"]) {
  if (kind === "returned")
    return {
      subject: `Refund of ${amount} to ${payerName} returned`,
      paragraphs: [
        `${provider} had reported the refund of ${amount} to ${payerName} as made. It didn’t reach them, so the money is in your ${provider} account again.`,
        numbers ? `It’s paid again on invoice ${numbers}.` : "It’s account credit again.",
        "Refund it another way, and record that on the payment.",
      ],
    }
  if (kind === "won")
    return {
      subject: `You won the chargeback of ${amount} from ${payerName}`,
      paragraphs: [
        `${provider} reports that the ${amount} from ${payerName} that had been reversed is in your account again.`,
        numbers ? `It pays invoice ${numbers} again.` : "It’s account credit.",
      ],
    }
  const again = numbers ? `is due again on invoice ${numbers}.` : null
  const beside = owed
    ? [
        `${owed} of it had been refunded before, so the family owes you ${owed} that isn’t on an invoice. When they pay it, record a payment on the family’s billing page.`,
      ]
    : []
  if (kind === "refund")
    return {
      subject: `Refund of ${amount} to ${payerName}`,
      paragraphs: [
        `${provider} reports that ${amount} of a payment from ${payerName} was refunded from your account.`,
        ...beside,
        ...(again
          ? [
              `${owed ? "The rest" : "That amount"} ${again} If the family no longer owes it, credit the invoice.`,
            ]
          : []),
        ...(again || owed ? [] : ["It was account credit, so no invoices change."]),
      ],
    }
  return {
    subject: `Chargeback of ${amount} from ${payerName}`,
    paragraphs: [
      `${provider} reports that ${amount} of a payment from ${payerName} was reversed by a dispute or their bank.`,
      ...beside,
      ...(again ? [`${owed ? "The rest" : "That amount"} ${again}`] : []),
      ...(again || owed ? [] : ["It was account credit, so no invoices change."]),
      "If the dispute is decided for you, press “Chargeback won” on the payment.",
    ],
  }
}

/** To the office: the provider had kept a refund pending, and didn't make it. */
export const refundFailedLetter = (data: MailData["refund-failed"]): Letter => ({
  subject: `Refund of ${data.amount} to ${data.payerName} not made`,
  greeting: greet(data.name),
  paragraphs: [
    `${data.provider ?? platformProvider} didn’t make the refund of ${data.amount} to ${data.payerName} that was pending.`,
    data.reason,
    "The amount can be refunded again.",
  ],
  button: { label: "View payment", url: `${env().APP_URL}${paths.paymentReceipt(data.paymentId)}` },
  sender: data.schoolName,
})

/** What became of an online payment that isn't recorded. */
function happened(data: MailData["payment-mismatch"], provider: string): string {
  const paid = `Someone paid ${paidOf(data)} through ${provider}, but`
  if (data.why === "unknown")
    return `${paid} ${provider} didn’t say that it arrived and no longer knows the payment. It isn’t recorded.`
  if (data.why === "no-key")
    return `${paid} your ${provider} account was changed before the payment arrived, so we can’t ask about it. It isn’t recorded.`
  return `${paid} what ${provider} reports doesn’t match what was asked for. The payment isn’t recorded, and the payer was told to ask you.`
}

const paidOf = ({ number }: { number: string }) => (number === "" ? "a balance due" : `invoice ${number}`)

/** To the office: an online payment that isn't recorded, and why. */
export const paymentMismatchLetter = ({
  provider = platformProvider,
  ...data
}: MailData["payment-mismatch"]): Letter => ({
  subject: `Check a ${provider} payment of ${paidOf(data)}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    happened(data, provider),
    `Look for it in your ${provider} account. If the money arrived, record it ${data.invoiceId ? "on the invoice" : "for the family"}, or refund it at ${provider}.`,
    ...(data.why === "unknown" || data.why === "no-key"
      ? ["Until then it counts as not paid: reminders go out, and the family can pay again."]
      : []),
  ],
  facts: [
    ["Amount", data.amount],
    [`${provider} order`, data.order],
  ],
  button: data.invoiceId
    ? { label: "View invoice", url: `${env().APP_URL}${paths.invoice(data.invoiceId)}` }
    : {
        label: "Record payment",
        url: `${env().APP_URL}${paths.takePayment({ family: data.familyId ?? "" })}`,
      },
  sender: data.schoolName,
})

/** To a teacher, with the payslip as a PDF. */
export const payslipLetter = (data: MailData["payslip"] & Reached): Letter => ({
  subject: `Your payslip for ${data.period}`,
  greeting: greet(data.recipientName),
  paragraphs: [`${data.schoolName} completed your pay for ${data.period}. Your payslip is attached.`],
  facts: [
    ["Period", data.period],
    ["Total", data.total],
  ],
  ...wayOn(
    data,
    { label: "View your pay", path: paths.teacherAnalytics() },
    {
      closing: "Something looks wrong? Reply to this email. Corrections are part of your next payslip.",
      instead: "Corrections are part of your next payslip. Something looks wrong?",
    },
  ),
  sender: data.schoolName,
})
