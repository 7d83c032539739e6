import type { MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"

// Automatic payment with a saved PayPal account.

const absolute = (path: string) => `${env().APP_URL}${path}`
const accountOf = (account: string | null) => (account ? `PayPal account ${account}` : "your PayPal account")
const toSettings = () => ({ label: "Manage automatic payment", url: absolute(paths.studentAutoPayment()) })
const howToStop =
  "You can end automatic payment at any time under Invoices in your family pages, or in your PayPal account."

type Fact = [string, string]
const chargeFacts = ({
  number,
  amount,
  account,
}: {
  number: string
  amount: string
  account: string | null
}): Fact[] => [
  ["Invoice", number],
  ["Amount", amount],
  ...(account ? [["PayPal account", account] satisfies Fact] : []),
]

/** What the payer agreed to, in the words they agreed to. */
export const autoPayStartedLetter = (data: MailData["auto-pay-started"]): Letter => ({
  subject: `Automatic payment for ${data.schoolName} is on`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.schoolName} now charges ${accountOf(data.account)} automatically. This is what you agreed to:`,
    ...data.agreement.split("\n\n"),
  ],
  button: toSettings(),
  closing: "Didn’t set this up? End it right away and tell the school.",
  sender: data.schoolName,
})

const enders: Record<MailData["auto-pay-ended"]["by"], string> = {
  family: "You ended automatic payment.",
  office: "Your school ended automatic payment.",
  provider: "Automatic payment has ended because PayPal no longer has your saved account.",
  off: "Your school has turned automatic payment off.",
}

export const autoPayEndedLetter = (data: MailData["auto-pay-ended"]): Letter => ({
  subject: `Automatic payment for ${data.schoolName} has ended`,
  greeting: greet(data.recipientName),
  paragraphs: [
    enders[data.by],
    `${data.schoolName} no longer charges ${accountOf(data.account)}, and announced charges won’t be made. Pay what is due yourself.`,
    ...(data.by === "off"
      ? ["If your school turns it on again, each charge will be announced by email first."]
      : []),
  ],
  button: { label: "View invoices", url: absolute(paths.studentInvoices()) },
  sender: data.schoolName,
})

export const autoChargeAnnouncedLetter = (data: MailData["auto-charge-announced"]): Letter => ({
  subject: `Invoice ${data.number} will be paid automatically on ${data.chargeOn}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.schoolName} will charge ${accountOf(data.account)} ${data.amount} on ${data.chargeOn}. You don’t need to do anything.`,
  ],
  facts: [...chargeFacts(data), ["Charge date", data.chargeOn]],
  button: { label: "View invoice", url: absolute(paths.studentInvoice(data.invoiceId)) },
  closing: howToStop,
  sender: data.schoolName,
})

export const autoChargeDeclinedLetter = (data: MailData["auto-charge-declined"]): Letter => ({
  subject: `PayPal declined the payment of invoice ${data.number}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `PayPal declined the automatic payment of ${data.amount} to ${data.schoolName}. Nothing was charged.`,
    `We’ll try again on ${data.nextTryOn}. Check your PayPal account before then, save another one, or pay the invoice yourself.`,
  ],
  facts: chargeFacts(data),
  button: { label: "View invoice", url: absolute(paths.studentInvoice(data.invoiceId)) },
  sender: data.schoolName,
})

export const autoChargeFailedLetter = (data: MailData["auto-charge-failed"]): Letter => ({
  subject: `Automatic payment is paused: invoice ${data.number}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `The automatic payment of ${data.amount} to ${data.schoolName} didn’t go through. ${data.reason}`,
    "It won’t be tried again, and automatic payment is paused. Check your PayPal account, then pay this invoice yourself. You can resume automatic payment or save another account.",
  ],
  facts: chargeFacts(data),
  button: { label: "View invoice", url: absolute(paths.studentInvoice(data.invoiceId)) },
  sender: data.schoolName,
})

/** To the office. */
export const autoChargeGivenUpLetter = (data: MailData["auto-charge-given-up"]): Letter => ({
  subject: `Automatic payment of invoice ${data.number} failed`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `The automatic payment of ${data.amount} by ${data.payerName} didn’t go through. ${data.reason}`,
    "It won’t be tried again, and automatic payment is paused for this payer until they resume it. We’ve emailed them.",
  ],
  facts: [["Payer", data.payerName], ...chargeFacts(data)],
  button: { label: "View invoice", url: absolute(paths.invoice(data.invoiceId)) },
  sender: "Tutti",
})

/** To the office. */
export const autoChargeHeldLetter = (data: MailData["auto-charge-held"]): Letter => ({
  subject: `PayPal refused the payment of invoice ${data.number}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `PayPal refused the automatic payment of ${data.amount} with ${data.code}. That isn’t about the payer: check whether your school’s PayPal account can receive payments.`,
    "Nothing was charged, and the charge is on hold, as are others that are refused for this reason. Once your account is in order, release them under Automatic payments.",
  ],
  facts: chargeFacts(data),
  button: { label: "Automatic payments", url: absolute(paths.automaticPayments()) },
  sender: "Tutti",
})
