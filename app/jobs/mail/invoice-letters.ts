import type { HowToPay, MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { countOf } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { platformProvider, platformWay } from "~/utils/payment-providers"
import { greet, type Letter } from "./letter"

/** Where the invoice opens without a login, and what its reader's saved account is charged; known when the mail is written, never stored. */
export type Linked = { payUrl?: string; charge?: { amount: string; account: string; on: string } }

/** A new invoice, with its PDF. */
const invoiceIssuedLetter = (data: MailData["invoice-issued"] & Linked): Letter => ({
  subject: `Invoice ${data.number} from ${data.schoolName}`,
  greeting: greet(data.recipientName),
  paragraphs: [`${leadOf(data)} Your new invoice is attached as a PDF.`],
  facts: [
    ["Invoice", data.number],
    ["Total", data.total],
    ...(data.share ? [["Your share", data.share] as [string, string]] : []),
    ...(data.credit && data.open ? creditFacts(data.credit, data.open) : []),
    ...(data.installments ? installmentFacts(data.installments) : [["Due", data.dueOn] as [string, string]]),
  ],
  ...payingOf(data),
  sender: data.schoolName,
})

/** What is to be paid and when, before anything else. */
function leadOf({ installments, credit, share, open, total, dueOn, howToPay }: MailData["invoice-issued"]) {
  const [next] = installments ?? []
  if (credit && !howToPay) return "Your account credit pays this invoice."
  if (installments && next && installments.length > 1)
    return share
      ? `Your share is due in ${installments.length} installments, the first on ${next[0]}.`
      : `${next[1]} is due ${next[0]}, the first of ${installments.length} installments.`
  // Of a share that credit is taken off the invoice alone has the amount.
  if (credit && share) return `Your share is due ${dueOn}.`
  return `${(credit && open) || share || total} is due ${dueOn}.`
}

const installmentFacts = (installments: readonly [string, string][]): [string, string][] =>
  installments.map(([day, amount]) => [`Due ${day}`, amount])

const planTexts = {
  agreed: (what: string) => `You can now pay ${what} in installments.`,
  changed: (what: string) => `Your payment plan for ${what} has changed.`,
  ended: (what: string) => `Your payment plan for ${what} has ended.`,
}

/** The payment plan of a family's invoices, with what is due when. */
function paymentPlanLetter(data: MailData["payment-plan"] & Linked): Letter {
  const what = `${data.several ? "invoices" : "invoice"} ${data.numbers}`
  return {
    subject: `${data.act === "ended" ? "Payment plan ended" : "Payment plan"} for ${what}, ${data.schoolName}`,
    greeting: greet(data.recipientName),
    paragraphs: [planTexts[data.act](what), ...(data.reason ? [`Reason: ${data.reason}`] : [])],
    facts: [["Balance due", data.open], ...installmentFacts(data.installments)],
    ...payingOf(data),
    sender: data.schoolName,
  }
}

/** What a family owes less, with its PDF. */
const creditNoteLetter = (data: MailData["credit-note-issued"]): Letter => ({
  subject: `Credit note ${data.number} from ${data.schoolName}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    data.invoiceNumber
      ? `${data.schoolName} credited ${data.total} of invoice ${data.invoiceNumber}. The credit note is attached as a PDF.`
      : `${data.schoolName} credited you ${data.total}. The credit note is attached as a PDF.`,
  ],
  facts: [
    ["Credit note", data.number],
    ["Total", data.total],
    ...(data.invoiceNumber ? [["Invoice", data.invoiceNumber] as [string, string]] : []),
    ...(data.credit ? [["Account credit", data.credit] as [string, string]] : []),
  ],
  ...(data.hasPortal
    ? {
        button: {
          label: "View credit note",
          url: `${env().APP_URL}${paths.studentCreditNote(data.creditNoteId)}`,
        },
      }
    : {}),
  sender: data.schoolName,
})

/** An invoice that the school took back; the link goes on showing it. */
const invoiceVoidedLetter = (data: MailData["invoice-voided"] & Linked): Letter => ({
  subject: `Invoice ${data.number} from ${data.schoolName} is void`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.schoolName} voided invoice ${data.number}. You don’t need to pay it.`,
    ...(data.lateFees ? [`The ${data.lateFees} charged for paying it late isn’t due either.`] : []),
    `Reason: ${data.reason}`,
  ],
  facts: [
    ["Invoice", data.number],
    ["Total", data.total],
    ...(data.credit ? [["Account credit", data.credit] as [string, string]] : []),
  ],
  ...payingOf(data),
  sender: data.schoolName,
})

const creditFacts = (credit: string, open: string): [string, string][] => [
  ["Account credit applied", credit],
  ["Balance due", open],
]

/** Of "1 of 3", or "1 and 2 of 3". */
const installmentWord = (which: string) => (which.includes(" and ") ? "Installments" : "Installment")

/** An unpaid invoice, with its PDF again. */
const invoiceReminderLetter = (data: MailData["invoice-reminder"] & Linked): Letter => ({
  subject:
    data.subject ??
    (data.isOverdue
      ? `Overdue invoice ${data.number} from ${data.schoolName}`
      : `Reminder: invoice ${data.number} from ${data.schoolName}`),
  greeting: greet(data.recipientName),
  paragraphs: data.paragraphs ?? [
    ...(data.installment
      ? [
          `This is about ${installmentWord(data.installment).toLowerCase()} ${data.installment} of your payment plan.`,
        ]
      : []),
    data.isOverdue
      ? `Invoice ${data.number} was due on ${data.dueOn}. The balance is ${data.open}. A copy is attached.`
      : `Invoice ${data.number} has a balance of ${data.open}, due ${data.dueOn}. A copy is attached.`,
  ],
  facts: [
    ["Invoice", data.number],
    ["Total", data.total],
    ["Balance due", data.open],
    ...(data.installment && data.installmentDue
      ? ([
          [installmentWord(data.installment), data.installment],
          ["Due now", data.installmentDue],
        ] as [string, string][])
      : []),
    ["Due", data.dueOn],
  ],
  ...payingOf(data),
  closing: "Already paid? You can ignore this reminder.",
  sender: data.schoolName,
})

type Payable = { schoolName: string; invoiceId: string; hasPortal: boolean; howToPay?: HowToPay } & Linked

/** The name of the inline image that shows the code for banking apps. */
export const transferImage = "transfer-code"

/** The button, and how else to pay: the school’s bank account and instructions, or whom to contact. */
function payingOf({
  schoolName,
  invoiceId,
  hasPortal,
  payUrl,
  howToPay,
  charge,
}: Payable): Pick<Letter, "button" | "block" | "image"> {
  const url = payUrl ?? (hasPortal ? `${env().APP_URL}${paths.studentInvoice(invoiceId)}` : undefined)
  const paysOnline = url !== undefined && howToPay?.online && !charge
  const button = url ? { button: { label: paysOnline ? "View and pay invoice" : "View invoice", url } } : {}
  const transfer = howToPay?.transfer ?? null
  if (charge)
    return {
      ...button,
      block: {
        title: "Automatic payment",
        lines: [
          `You don’t need to do anything: ${charge.amount} will be charged to ${charge.account} on ${charge.on}. We’ll email you before.`,
        ],
      },
    }
  if (!howToPay) return button
  const ask = howToPay.contact
    ? `To pay this invoice, contact ${schoolName}: ${howToPay.contact}.`
    : `To pay this invoice, contact ${schoolName}.`
  const online = paysOnline ? [onlineNote(howToPay.ways ?? [platformWay])] : []
  const written = howToPay.instructions?.split("\n") ?? (transfer || paysOnline ? [] : [ask])
  return {
    ...button,
    block: {
      title: "How to pay",
      lines: [...online, ...written, ...(transfer ? transferLines(transfer) : [])],
    },
    ...(transfer?.code
      ? { image: { contentId: transferImage, alt: "QR code for this transfer", note: scanNote } }
      : {}),
  }
}

const onlineNote = (ways: readonly string[]) => {
  if (!ways.includes("stripe"))
    return `Online: with your ${platformProvider} account or a card at ${platformProvider}.`
  return ways.includes(platformWay)
    ? `Online: by card, or with your ${platformProvider} account.`
    : "Online: by card."
}
const scanNote = "Scan this code with your banking app to fill in the transfer."

function transferLines({ holder, iban, bic, reference }: NonNullable<HowToPay["transfer"]>): string[] {
  return [
    `Account holder: ${holder}`,
    `IBAN: ${iban}`,
    ...(bic ? [`BIC: ${bic}`] : []),
    `Reference: ${reference}`,
  ]
}

/** To the office: a family would like to pay in installments. */
const planAskedLetter = (data: MailData["plan-asked"]): Letter => ({
  subject: `${data.askerName} asks to pay invoice ${data.number} in installments`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.askerName} asks to pay invoice ${data.number} in ${countOf(data.installments, "installment")}. Nothing changes until you agree a payment plan.`,
    ...(data.note ? [`“${data.note}”`] : []),
  ],
  facts: [
    ["Balance due", data.open],
    ["Installments", String(data.installments)],
    ["First one due", data.firstOn],
  ],
  button: { label: "Agree or decline", url: `${env().APP_URL}${paths.paymentPlans()}` },
  sender: data.schoolName,
})

/** To the office: a family has bought a package itself. */
const packageBoughtLetter = (data: MailData["package-bought"]): Letter => ({
  subject: `${data.buyerName} bought ${data.packageName}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.buyerName} bought ${data.packageName} for ${data.studentName ?? `the ${data.familyName} family`} in the family’s portal. ${data.numbers.length > 1 ? `Invoices ${joinNames(data.numbers)} are` : `Invoice ${joinNames(data.numbers)} is`} sent.`,
  ],
  facts: [["Price", data.total]],
  button: { label: "View family’s billing", url: `${env().APP_URL}${paths.family(data.familyId)}` },
  sender: data.schoolName,
})

/** With the voucher attached, which has the code. */
const voucherLetter = (data: MailData["voucher"]): Letter => ({
  subject: data.from
    ? `A gift voucher from ${data.from} for ${data.schoolName}`
    : `Your gift voucher for ${data.schoolName}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    data.from
      ? `${data.from} gives you a voucher for lessons at ${data.schoolName}. It’s attached, with its code.`
      : `Thank you! The gift voucher is attached, with its code. Print it, or forward it to the person it’s for.`,
    "Families redeem it in their portal, under Invoices, or at the school.",
  ],
  facts: [
    ["Amount", data.amount],
    ...(data.expiresOn ? [["Last day", data.expiresOn] as [string, string]] : []),
  ],
  sender: data.schoolName,
})

/** To who asked: the invoice stays due as it says. */
const planDeclinedLetter = (data: MailData["plan-declined"]): Letter => ({
  subject: `Your request to pay invoice ${data.number} in installments`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.schoolName} can’t let you pay invoice ${data.number} in installments. The balance stays due as before.`,
    `“${data.reason}”`,
  ],
  facts: [
    ["Balance due", data.open],
    ["Due", data.dueOn],
  ],
  button: { label: "View invoice", url: `${env().APP_URL}${paths.studentInvoice(data.invoiceId)}` },
  sender: data.schoolName,
})

/** Letters about paying in installments. */
export const planLetters = {
  "payment-plan": paymentPlanLetter,
  "plan-asked": planAskedLetter,
  "package-bought": packageBoughtLetter,
  voucher: voucherLetter,
  "plan-declined": planDeclinedLetter,
}

export const invoiceLetters = {
  "credit-note-issued": creditNoteLetter,
  "invoice-issued": invoiceIssuedLetter,
  "invoice-reminder": invoiceReminderLetter,
  "invoice-voided": invoiceVoidedLetter,
}
