import type { HowToPay, MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"

/** A new invoice, with its PDF. */
export const invoiceIssuedLetter = (data: MailData["invoice-issued"]): Letter => ({
  subject: `Invoice ${data.number} from ${data.schoolName}`,
  greeting: greet(data.recipientName),
  paragraphs: ["Your new invoice is attached as a PDF."],
  facts: [
    ["Invoice", data.number],
    ["Total", data.total],
    ...(data.share ? [["Your share", data.share] as [string, string]] : []),
    ...(data.credit && data.open ? creditFacts(data.credit, data.open) : []),
    ["Due", data.dueOn],
  ],
  ...payingOf(data),
  sender: data.schoolName,
})

/** What a family owes less, with its PDF. */
export const creditNoteLetter = (data: MailData["credit-note-issued"]): Letter => ({
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

const creditFacts = (credit: string, open: string): [string, string][] => [
  ["Account credit applied", credit],
  ["Balance due", open],
]

/** An unpaid invoice, with its PDF again. */
export const invoiceReminderLetter = (data: MailData["invoice-reminder"]): Letter => ({
  subject: data.isOverdue
    ? `Overdue invoice ${data.number} from ${data.schoolName}`
    : `Reminder: invoice ${data.number} from ${data.schoolName}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    data.isOverdue
      ? `Invoice ${data.number} was due on ${data.dueOn}. The balance is ${data.open}. A copy is attached.`
      : `Invoice ${data.number} has a balance of ${data.open}, due ${data.dueOn}. A copy is attached.`,
  ],
  facts: [
    ["Invoice", data.number],
    ["Total", data.total],
    ["Balance due", data.open],
    ["Due", data.dueOn],
  ],
  ...payingOf(data),
  closing: "Already paid? You can ignore this reminder.",
  sender: data.schoolName,
})

type Payable = { schoolName: string; invoiceId: string; hasPortal: boolean; howToPay?: HowToPay }

/** The button for people with a login, and how else to pay: the school’s instructions, or whom to contact. */
function payingOf({ schoolName, invoiceId, hasPortal, howToPay }: Payable): Pick<Letter, "button" | "block"> {
  const paysOnline = hasPortal && howToPay?.online
  const button = hasPortal
    ? {
        button: {
          label: paysOnline ? "View and pay invoice" : "View invoice",
          url: `${env().APP_URL}${paths.studentInvoice(invoiceId)}`,
        },
      }
    : {}
  if (!howToPay || (paysOnline && !howToPay.instructions)) return button
  const ask = howToPay.contact
    ? `To pay this invoice, contact ${schoolName}: ${howToPay.contact}.`
    : `To pay this invoice, contact ${schoolName}.`
  const lines = howToPay.instructions?.split("\n") ?? [ask]
  return { ...button, block: { title: "How to pay", lines } }
}
