import type { MailData } from "~/models/foundation/outbox/outbox"
import { declineText, titleIn, unannouncedDays } from "~/models/money/auto-pay/auto-pay"
import { providerLabels } from "~/models/money/payment-provider/payment-provider"
import type { ProviderName } from "~/providers/payment-provider"
import { disputeAnswer } from "~/texts/money/payments"
import { declineTexts, methodTexts, notStoppedText } from "~/texts/money/saved-methods"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { greet, type Letter } from "./letter"
import { type Reached, wayOn } from "./ways-on"

// What families read about money that came or went back, and the office about what the provider says of it.

export const paymentReceiptLetter = (data: MailData["payment-receipt"]): Letter => ({
  subject: data.number ? `Receipt for invoice ${data.number}` : `Receipt from ${data.schoolName}`,
  greeting: greet(data.recipientName),
  paragraphs: [`${data.schoolName} received your payment of ${data.amount}. Thank you!`],
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

const areSeveral = (numbers: string) => / and |, /.test(numbers)
const invoicesNamed = (numbers: string) => `${areSeveral(numbers) ? "invoices" : "invoice"} ${numbers}`
const itOrThem = (numbers: string) => (areSeveral(numbers) ? "them" : "it")

function dueAgain(numbers: string, parts: MailData["payment-reversed"]["parts"]): string {
  return [
    `${parts?.due ?? "The amount"} is due again on ${invoicesNamed(numbers)}.`,
    ...(parts?.credit ? [`${parts.credit} of it was account credit.`] : []),
  ].join(" ")
}

const refundGivenLetter = (data: MailData["refund-given"]): Letter => ({
  subject: `Refund of ${data.amount} from ${data.schoolName}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.schoolName} refunded ${data.amount} ${data.isCredit ? "of your account credit" : "to you"}.${data.isSentBack ? " It goes back the way you paid, and can take up to 10 business days to arrive." : ""}`,
    ...(data.dueAgain
      ? [
          `${data.dueAgain.amount} is due again on ${invoicesNamed(data.dueAgain.numbers)}, unless your school credits ${itOrThem(data.dueAgain.numbers)}.`,
        ]
      : []),
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
const paymentRefundedLetter = (data: MailData["payment-refunded"]): Letter => ({
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
  answerBy,
  provider = platformProvider,
}: MailData["payment-refunded"]) {
  if (kind === "disputed")
    return {
      subject: `${payerName} disputed a payment of ${amount}`,
      paragraphs: [
        `${provider} reports that ${payerName} or their bank disputed ${amount} of a payment to you.`,
        disputeAnswer(provider, answerBy),
        "Your invoices don’t change unless the dispute is lost. Don’t refund the payment until it’s decided.",
      ],
    }
  if (kind === "kept")
    return {
      subject: `You won the dispute of ${amount} from ${payerName}`,
      paragraphs: [
        `${provider} reports that the dispute of ${amount} of a payment from ${payerName} was decided for you.`,
        "You keep the payment, and your invoices don’t change.",
      ],
    }
  if (kind === "returned")
    return {
      subject: `Refund of ${amount} to ${payerName} returned`,
      paragraphs: [
        `${provider} had reported the refund of ${amount} to ${payerName} as made. It didn’t reach them, so the money is in your ${provider} account again.`,
        numbers ? `It’s paid again on ${invoicesNamed(numbers)}.` : "It’s account credit again.",
        "Refund it another way, and record that on the payment.",
      ],
    }
  if (kind === "won")
    return {
      subject: `You won the chargeback of ${amount} from ${payerName}`,
      paragraphs: [
        `${provider} reports that the ${amount} from ${payerName} that had been reversed is in your account again.`,
        numbers ? `It pays ${invoicesNamed(numbers)}.` : "It’s account credit.",
      ],
    }
  const again = numbers ? `is due again on ${invoicesNamed(numbers)}.` : null
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
              `${owed ? "The rest" : "That amount"} ${again} If the family no longer owes it, credit the ${areSeveral(numbers ?? "") ? "invoices" : "invoice"}.`,
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
const refundFailedLetter = (data: MailData["refund-failed"]): Letter => ({
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
  return `${paid} what ${provider} reports doesn’t match what was asked for. The payment isn’t recorded, and we asked the payer to contact you.`
}

const paidOf = ({ number }: { number: string }) => (number === "" ? "a balance due" : `invoice ${number}`)

/** To the office: an online payment that isn't recorded and why, or that was declined on its way. */
const paymentMismatchLetter = ({
  provider = platformProvider,
  ...data
}: MailData["payment-mismatch"]): Letter => ({
  ...(data.why === "declined"
    ? {
        subject: `A payment of ${paidOf(data)} was declined`,
        paragraphs: [
          `A payment of ${paidOf(data)} through ${provider} was being processed and was declined. ${data.reason ? declineTexts[data.reason] : ""}`.trim(),
          "Nothing was charged. It counts as not paid, and the payer got an email.",
        ],
      }
    : {
        subject: `Check a ${provider} payment of ${paidOf(data)}`,
        paragraphs: [
          happened(data, provider),
          `Look for it in your ${provider} account. If the money arrived, record it ${data.invoiceId ? "on the invoice" : "for the family"}, or refund it at ${provider}.`,
          ...(data.why === "unknown" || data.why === "no-key"
            ? ["Until then it counts as not paid: reminders go out, and the family can pay again."]
            : []),
        ],
      }),
  greeting: greet(data.recipientName),
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
const payslipLetter = (data: MailData["payslip"] & Reached): Letter => ({
  subject: `Your payslip for ${data.period}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.schoolName} completed your pay for ${data.period}: ${data.total}. Your payslip is attached.`,
  ],
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
const autoPayStartedLetter = (data: MailData["auto-pay-started"]): Letter => ({
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

const autoPayEndedLetter = (data: MailData["auto-pay-ended"]): Letter => ({
  subject: `Automatic payment for ${data.schoolName} has ended`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.schoolName} no longer charges ${accountOf(data)}, and announced charges won’t be made. ${data.isBeingCharged ? `${notStoppedText} Pay what else is due yourself.` : "Pay what is due yourself."}`,
    enders[data.by](providerLabels[data.provider]),
    ...(data.by === "off"
      ? ["If your school turns it on again, each charge will be announced by email first."]
      : []),
  ],
  button: { label: "View invoices", url: absolute(paths.studentInvoices()) },
  sender: data.schoolName,
})

const autoChargeAnnouncedLetter = (data: MailData["auto-charge-announced"]): Letter => ({
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

const autoChargeDeclinedLetter = (data: MailData["auto-charge-declined"]): Letter => ({
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

const autoChargeFailedLetter = (data: MailData["auto-charge-failed"]): Letter => ({
  subject: data.hasEnded
    ? `The automatic payment of invoice ${data.number} failed`
    : `Automatic payment is paused: invoice ${data.number}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `The automatic payment of ${data.amount} to ${data.schoolName} didn’t go through. ${data.reason}`,
    data.hasEnded
      ? "It won’t be tried again, and automatic payment has ended. Pay this invoice yourself."
      : `It won’t be tried again, and automatic payment is paused. ${data.isUnannounced ? "Pay" : `${methodTexts[data.provider].mend}, then pay`} this invoice yourself. You can resume automatic payment or save another one.`,
  ],
  facts: chargeFacts(data),
  button: { label: "View invoice", url: absolute(paths.studentInvoice(data.invoiceId)) },
  sender: data.schoolName,
})

/** What someone paid by themselves, and their bank refused days later. */
const paymentDeclinedLetter = (data: MailData["payment-declined"]): Letter => ({
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

const autoChargeConfirmLetter = (data: MailData["auto-charge-confirm"]): Letter => ({
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

const autoPayExpiringLetter = (data: MailData["auto-pay-expiring"]): Letter => ({
  subject: `Your card for ${data.schoolName} expires ${data.expires}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.schoolName} charges ${accountOf(data)} automatically. The card expires at the end of ${data.expires}, and charges after that will be declined.`,
    "Save your new card before then. If your bank has renewed the card under the same number, save it again with the new date.",
  ],
  button: { label: "Save another card", url: absolute(paths.studentAutoPayment()) },
  sender: data.schoolName,
})

const toldText = ({ isTold = true }: { isTold?: boolean }): string =>
  isTold ? "We’ve emailed them." : "No email reaches them, so let them know."

/** To the office. */
const autoChargeGivenUpLetter = (data: MailData["auto-charge-given-up"]): Letter => ({
  subject: `Automatic payment of invoice ${data.number} failed`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `The automatic payment of ${data.amount} by ${data.payerName} didn’t go through. ${data.reason}`,
    `It won’t be tried again, and automatic payment ${data.hasEnded ? "has ended for this payer" : "is paused for this payer until they resume it"}. ${toldText(data)}`,
  ],
  facts: [["Payer", data.payerName], ...chargeFacts(data)],
  button: { label: "View invoice", url: absolute(paths.invoice(data.invoiceId)) },
  sender: "Tutti",
})

/** To the office. */
const autoPayLostLetter = (data: MailData["auto-pay-lost"]): Letter => ({
  subject: `${data.payerName} no longer pays automatically`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${providerLabels[data.provider]} no longer has what ${data.payerName} saved there${data.account ? ` (${data.account})` : ""}, so automatic payment has ended and announced charges won’t be made.`,
    `${toldText(data)} They pay what is due themselves, or set up automatic payment again in the family pages.`,
  ],
  button: { label: "View balance", url: absolute(paths.family(data.familyId)) },
  sender: "Tutti",
})

/** To the office. */
const autoChargeHeldLetter = (data: MailData["auto-charge-held"]): Letter =>
  data.unreached ? unannouncedLetter(data, data.unreached) : refusedLetter(data)

const unannouncedLetter = (data: MailData["auto-charge-held"], payerName: string): Letter => ({
  subject: `Automatic payment of invoice ${data.number} is on hold`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `The automatic payment of ${data.amount} by ${payerName} wasn’t made: emails to them come back, so we couldn’t tell them first.`,
    "Nothing was charged. Correct the email you have of them, or ask them to change it under Profile, then release the charge under Automatic payments. It’s announced again first. Or take the payment another way.",
    `After ${unannouncedDays} days we give it up, and automatic payment is paused for this payer.`,
  ],
  facts: [["Payer", payerName], ...chargeFacts(data)],
  button: { label: "Automatic payments", url: absolute(paths.automaticPayments()) },
  sender: "Tutti",
})

const refusedLetter = (data: MailData["auto-charge-held"]): Letter => ({
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

export const paymentLetters = {
  "auto-charge-announced": autoChargeAnnouncedLetter,
  "auto-charge-confirm": autoChargeConfirmLetter,
  "auto-charge-declined": autoChargeDeclinedLetter,
  "auto-charge-failed": autoChargeFailedLetter,
  "auto-charge-given-up": autoChargeGivenUpLetter,
  "auto-charge-held": autoChargeHeldLetter,
  "auto-pay-ended": autoPayEndedLetter,
  "auto-pay-expiring": autoPayExpiringLetter,
  "auto-pay-lost": autoPayLostLetter,
  "auto-pay-started": autoPayStartedLetter,
  "payment-declined": paymentDeclinedLetter,
  "payment-mismatch": paymentMismatchLetter,
  "payment-receipt": paymentReceiptLetter,
  "payment-refunded": paymentRefundedLetter,
  "payment-reversed": paymentReversedLetter,
  payslip: payslipLetter,
  "refund-failed": refundFailedLetter,
  "refund-given": refundGivenLetter,
}
