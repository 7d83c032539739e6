import type { HowToPay, MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import type { Letter } from "./letter"

/** An invoice was sent; its paper is attached. */
export const invoiceIssuedLetter = (data: MailData["invoice-issued"]): Letter => ({
  subject: `Invoice ${data.number} from ${data.schoolName}`,
  greeting: `Hello ${data.recipientName},`,
  paragraphs: [
    data.hasPortal
      ? "Your new invoice is attached, and on your family pages, where every line has its date and reason."
      : "Your new invoice is attached; every line has its date and reason.",
  ],
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

const creditFacts = (credit: string, open: string): [string, string][] => [
  ["Paid with what was in your favour", credit],
  ["Still to pay", open],
]

/** An invoice is still open; its paper is attached again. */
export const invoiceReminderLetter = (data: MailData["invoice-reminder"]): Letter => ({
  subject: `${data.isOverdue ? "Overdue: invoice" : "Reminder: invoice"} ${data.number} from ${data.schoolName}`,
  greeting: `Hello ${data.recipientName},`,
  paragraphs: [
    data.isOverdue
      ? `This invoice was due on ${data.dueOn} and ${data.open} of it is still open. It is attached once more.`
      : `${data.open} of this invoice is still open. It is attached once more.`,
  ],
  facts: [
    ["Invoice", data.number],
    ["Total", data.total],
    ["Still open", data.open],
    ["Due", data.dueOn],
  ],
  ...payingOf(data),
  closing: "If you have paid in the last days, there is nothing more to do.",
  sender: data.schoolName,
})

type Payable = { schoolName: string; invoiceId: string; hasPortal: boolean; howToPay?: HowToPay }

/** The button for those with family pages, and how to pay besides: as the school says, or by asking it. */
function payingOf({ schoolName, invoiceId, hasPortal, howToPay }: Payable): Pick<Letter, "button" | "block"> {
  const paysOnline = hasPortal && howToPay?.online
  const button = hasPortal
    ? {
        button: {
          label: paysOnline ? "See and pay the invoice" : "Open invoice",
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
