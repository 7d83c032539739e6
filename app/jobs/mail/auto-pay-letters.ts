import type { MailData } from "~/models/foundation/outbox/outbox"
import { declineText, titleIn } from "~/models/money/auto-pay/auto-pay"
import { providerLabels } from "~/models/money/payment-provider/payment-provider"
import type { ProviderName } from "~/providers/payment-provider"
import { methodTexts } from "~/texts/money/saved-methods"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"

// Automatic payment with what a payer saved at a provider.

const absolute = (path: string) => `${env().APP_URL}${path}`
type Method = { account: string | null; provider: ProviderName }
const accountOf = ({ account, provider }: Method) => titleIn(account, provider)
const toSettings = () => ({ label: "Manage automatic payment", url: absolute(paths.studentAutoPayment()) })
const howToStop = ({ provider }: Method) =>
  `You can end automatic payment at any time under Invoices in your family pages${methodTexts[provider].orEnds}.`

type Fact = [string, string]
const chargeFacts = ({ number, amount, account }: Method & { number: string; amount: string }): Fact[] => [
  ["Invoice", number],
  ["Amount", amount],
  ...(account ? [["Charged to", account] satisfies Fact] : []),
]

/** What the payer agreed to, in the words they agreed to. */
export const autoPayStartedLetter = (data: MailData["auto-pay-started"]): Letter => ({
  subject: `Automatic payment for ${data.schoolName} is on`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.schoolName} now charges ${accountOf(data)} automatically. This is what you agreed to:`,
    ...data.agreement.split("\n\n"),
  ],
  button: toSettings(),
  closing: "Didn’t set this up? End it right away and tell the school.",
  sender: data.schoolName,
})

const enders: Record<MailData["auto-pay-ended"]["by"], (provider: string) => string> = {
  family: () => "You ended automatic payment.",
  office: () => "Your school ended automatic payment.",
  provider: (provider) =>
    `Automatic payment has ended because ${provider} no longer has what you saved there.`,
  left: () =>
    "Automatic payment has ended because no one in your family is a student at your school anymore.",
  off: () => "Your school has turned automatic payment off.",
  account: (provider) =>
    `Automatic payment has ended because your school no longer uses the ${provider} account it was set up with.`,
}

export const autoPayEndedLetter = (data: MailData["auto-pay-ended"]): Letter => ({
  subject: `Automatic payment for ${data.schoolName} has ended`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.schoolName} no longer charges ${accountOf(data)}, and announced charges won’t be made. Pay what is due yourself.`,
    enders[data.by](providerLabels[data.provider]),
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
    `${data.schoolName} will charge ${accountOf(data)} ${data.amount} on ${data.chargeOn}. You don’t need to do anything.`,
  ],
  facts: [...chargeFacts(data), ["Charge date", data.chargeOn]],
  button: { label: "View invoice", url: absolute(paths.studentInvoice(data.invoiceId)) },
  closing: howToStop(data),
  sender: data.schoolName,
})

export const autoChargeDeclinedLetter = (data: MailData["auto-charge-declined"]): Letter => ({
  subject: `The automatic payment of invoice ${data.number} was declined`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `The automatic payment of ${data.amount} to ${data.schoolName} was declined. ${data.reason} Nothing was charged.`,
    `We’ll try again on ${data.nextTryOn}. ${methodTexts[data.provider].mend} before then, save another one, or pay the invoice yourself.`,
  ],
  facts: chargeFacts(data),
  button: { label: "View invoice", url: absolute(paths.studentInvoice(data.invoiceId)) },
  sender: data.schoolName,
})

export const autoChargeFailedLetter = (data: MailData["auto-charge-failed"]): Letter => ({
  subject: data.hasEnded
    ? `The automatic payment of invoice ${data.number} failed`
    : `Automatic payment is paused: invoice ${data.number}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `The automatic payment of ${data.amount} to ${data.schoolName} didn’t go through. ${data.reason}`,
    data.hasEnded
      ? "It won’t be tried again, and automatic payment has ended. Pay this invoice yourself."
      : `It won’t be tried again, and automatic payment is paused. ${methodTexts[data.provider].mend}, then pay this invoice yourself. You can resume automatic payment or save another one.`,
  ],
  facts: chargeFacts(data),
  button: { label: "View invoice", url: absolute(paths.studentInvoice(data.invoiceId)) },
  sender: data.schoolName,
})

/** What someone paid by themselves, and their bank refused days later. */
export const paymentDeclinedLetter = (data: MailData["payment-declined"]): Letter => ({
  subject: `Your payment of ${data.amount} didn’t go through`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `Your payment of ${data.amount} to ${data.schoolName} was being processed and was declined. Nothing was charged.`,
    // Not in the opening, which the school may have words of its own for.
    declineText(data.reason, data.provider),
    `The balance is due again. Try again with another card or account${data.path ? "" : ", by the link in the email with the invoice"}.`,
  ],
  ...(data.path ? { button: { label: "View balance due", url: absolute(data.path) } } : {}),
  sender: data.schoolName,
})

export const autoChargeConfirmLetter = (data: MailData["auto-charge-confirm"]): Letter => ({
  subject: `Your bank wants you to confirm the payment of invoice ${data.number}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `The automatic payment of ${data.amount} to ${data.schoolName} wasn’t made, because your bank wants you to confirm it. Nothing was charged.`,
    "Pay this invoice yourself: your bank asks you on the payment page. Later invoices are still paid automatically.",
  ],
  facts: chargeFacts(data),
  button: { label: "Pay invoice", url: absolute(paths.studentInvoice(data.invoiceId)) },
  sender: data.schoolName,
})

export const autoPayExpiringLetter = (data: MailData["auto-pay-expiring"]): Letter => ({
  subject: `Your card for ${data.schoolName} expires ${data.expires}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.schoolName} charges ${accountOf(data)} automatically. The card expires at the end of ${data.expires}, and charges after that will be declined.`,
    "Save your new card before then. If your bank has renewed the card under the same number, save it again with the new date.",
  ],
  button: { label: "Save another card", url: absolute(paths.studentAutoPayment()) },
  sender: data.schoolName,
})

/** To the office. */
export const autoChargeGivenUpLetter = (data: MailData["auto-charge-given-up"]): Letter => ({
  subject: `Automatic payment of invoice ${data.number} failed`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `The automatic payment of ${data.amount} by ${data.payerName} didn’t go through. ${data.reason}`,
    data.hasEnded
      ? "It won’t be tried again, and automatic payment has ended for this payer. We’ve emailed them."
      : "It won’t be tried again, and automatic payment is paused for this payer until they resume it. We’ve emailed them.",
  ],
  facts: [["Payer", data.payerName], ...chargeFacts(data)],
  button: { label: "View invoice", url: absolute(paths.invoice(data.invoiceId)) },
  sender: "Tutti",
})

/** To the office. */
export const autoChargeHeldLetter = (data: MailData["auto-charge-held"]): Letter => ({
  subject: `${providerLabels[data.provider]} refused the payment of invoice ${data.number}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${providerLabels[data.provider]} refused the automatic payment of ${data.amount} (${data.code}). That isn’t about the payer: check whether your school’s ${providerLabels[data.provider]} account can receive payments.`,
    "Nothing was charged, and the charge is on hold, as are others that are refused for this reason. Once your account is in order, release them under Automatic payments.",
  ],
  facts: chargeFacts(data),
  button: { label: "Automatic payments", url: absolute(paths.automaticPayments()) },
  sender: "Tutti",
})
