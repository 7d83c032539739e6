import type { MailData } from "~/models/foundation/outbox/outbox"
import { countOf } from "~/utils/count-of"
import { env } from "~/utils/env.server"
import { joinNames } from "~/utils/join-names"
import { paths } from "~/utils/paths"
import { paymentPlanLetter } from "./invoice-letters"
import { greet, type Letter } from "./letter"

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
