import { because, count, dated, named } from "./sentence-parts"

// How the events of a school’s money read after the name of who did it. Safe in the browser.

type Named = { name?: string }
type Reasoned = { reason?: string | null }
type PayPeriod = { periodFrom: string; periodTo: string }
const within = (from: string, to: string) => `${dated("from", from)}${dated("to", to)}`
type Step = { number: string | null; step: string }
const stepSentence = (step: string | undefined, number: string | null) =>
  `sent ${step ?? "a reminder"} for ${named("invoice", number, "an invoice")}`

export const moneySentences = {
  "charge.add": () => "added a charge",
  "charge.change": ({ reason }: Reasoned) => `changed a charge${because(reason)}`,
  "charge.withdraw": ({ reason }: Reasoned) => `removed a charge${because(reason)}`,
  "discount.add": ({ name }: Named) => `added ${named("discount", name)}`,
  "discount.end": ({ name }: Named) => `ended ${named("discount", name)}`,
  "discount.move": ({ name }: Named) => `moved ${named("discount", name)} up`,
  "credit-note.issue": ({ number, reason }: Reasoned & { number: string }) =>
    `sent ${named("credit note", number, "a credit note")}${because(reason)}`,
  "family.hold-invoices": ({ reason }: Reasoned) =>
    `put the family’s automatic invoices on hold${because(reason)}`,
  "family.release-invoices": () => "released the family’s automatic invoices",
  "family.pause-reminders": ({ reason }: Reasoned) => `paused the family’s reminders${because(reason)}`,
  "family.remind-by-step": ({ number, step }: Step) => stepSentence(step, number),
  "family.resume-reminders": () => "resumed the family’s reminders",
  "invoice.charge-late-fee": ({ number }: { number: string | null }) =>
    `charged a late fee for ${named("invoice", number, "an invoice")}`,
  "invoice.discard-draft": () => "discarded a draft invoice",
  "invoice.end-link": ({ number }: { number: string | null }) =>
    `turned off the payment link of ${named("invoice", number, "an invoice")}`,
  "invoice.renew-link": ({ number }: { number: string | null }) =>
    `created a new payment link for ${named("invoice", number, "an invoice")}`,
  "invoice.issue": ({ number }: { number: string }) => `sent ${named("invoice", number, "an invoice")}`,
  "invoice.pause-reminders": ({ reason, number }: Reasoned & { number: string | null }) =>
    `paused reminders for ${named("invoice", number, "an invoice")}${because(reason)}`,
  "invoice.remind-by-step": ({ number, step }: Step) => stepSentence(step, number),
  "invoice.resume-reminders": ({ number }: { number: string | null }) =>
    `resumed reminders for ${named("invoice", number, "an invoice")}`,
  "invoice.remind": ({ number }: { number: string | null }) =>
    `sent a reminder for ${named("invoice", number, "an invoice")}`,
  "invoice.save-draft": () => "saved a draft invoice",
  "invoice.restore": ({ number }: { number: string }) =>
    `restored ${named("invoice", number, "an invoice")} that was written off`,
  "invoice.use-credit": () => "applied account credit to an invoice",
  "invoice.write-off": ({ number, reason }: Reasoned & { number: string }) =>
    `wrote off ${named("invoice", number, "an invoice")}${because(reason)}`,
  "invoice.void": ({ reason }: Reasoned, { number }: { number: string | null }) =>
    `voided ${named("invoice", number, "an invoice")}${because(reason)}`,
  "package.sell": ({ name, holder }: Named & { holder: string }) =>
    `sold ${named("package", name)}${holder ? ` to ${holder}` : ""}`,
  "package.end": ({ name, reason }: Named & Reasoned) => `ended ${named("package", name)}${because(reason)}`,
  "package-offer.add": ({ name }: Named) => `added ${named("package", name)} to the price list`,
  "package-offer.archive": ({ name }: Named) => `stopped selling ${named("package", name)}`,
  "package-offer.restore": ({ name }: Named) => `put ${named("package", name)} back on the price list`,
  "payment-order.cancelled": () => "canceled an online payment",
  "payment-order.declined": () => "had an online payment declined",
  "payment-order.mismatch": () => "made an online payment that doesn’t match the invoice",
  "payment-order.pending": () => "made an online payment that is pending",
  "payment.dispute": () => "disputed a payment",
  "payment.move": () => "changed which invoices a payment settles",
  "payment.order-refund": ({ reason }: Reasoned) => `asked PayPal to refund a payment${because(reason)}`,
  "payment.record": ({ payerName }: { payerName: string | null }) =>
    payerName ? `recorded a payment from ${payerName}` : "recorded a payment",
  "payment.refund": () => "refunded a payment",
  "payment.refuse-refund": ({ reason }: Reasoned) => `refused to refund a payment${because(reason)}`,
  "payment.reverse": () => "had a payment reversed by PayPal",
  "payment.take-back": ({ reason }: Reasoned, { payerName }: { payerName: string | null }) =>
    `reversed ${payerName ? `a payment from ${payerName}` : "a payment"}${because(reason)}`,
  "school.bill-batch": ({ made }: { made: number }) => `sent ${count(made, "invoice")} in one run`,
  "school.change-auto-invoicing": ({ isOn }: { isOn: boolean }) =>
    isOn === false ? "turned automatic invoices off" : "changed the automatic invoices",
  "school.skip-auto-run": ({ runOn }: { runOn: string }) =>
    `skipped the automatic invoices${dated("of", runOn)}`,
  "school.change-bank": () => "changed the bank account on invoices",
  "school.change-invoice-reminders": ({ isOn }: { isOn: boolean }) =>
    `turned automatic invoice reminders ${isOn ? "on" : "off"}`,
  "school.change-reminder-step": ({ text }: { text: string }) => `changed ${text ?? "a reminder"}`,
  "school.charge-month": ({ charged }: { charged: number }) => `added ${count(charged, "monthly charge")}`,
  "school.draft-batch": ({ made }: { made: number }) => `drafted ${count(made, "invoice")} in one run`,
  "school.ignore-transfer": () => "set a bank transfer aside",
  "school.import-bank": ({ added }: { added: number }) => `imported ${count(added, "bank transfer")}`,
  "school.restore-transfer": () => "restored a bank transfer",
  "school.close-month": ({ closedThrough }: { closedThrough: string }) =>
    `closed the books${dated("through", closedThrough)}`,
  "school.reopen-month": ({ month, reason }: Reasoned & { month: string }) =>
    `reopened the books${dated("from", `${month}-01`)}${because(reason)}`,
  "school.change-account-codes": () => "changed the accounts in the accountant’s files",
  "school.change-pay-period": () => "changed the pay period",
  "tax-rate.add": ({ name, percent }: Named & { percent: string }) =>
    `added ${named("tax", name)}${percent ? ` at ${percent}` : ""}`,
  "tax-rate.archive": ({ name }: Named) => `archived ${named("tax", name)}`,
  "tax-rate.restore": ({ name }: Named) => `restored ${named("tax", name)}`,
  "teacher.add-extra-work": ({ description }: { description: string }) =>
    `added extra work${description ? `: ${description}` : ""}`,
  "teacher.approve-pay": ({ periodFrom, periodTo }: PayPeriod) =>
    `approved pay${within(periodFrom, periodTo)}`,
  "teacher.end-pay-rate": ({ lastDay }: { lastDay: string }) => `ended a pay rate${dated("after", lastDay)}`,
  "teacher.lock-pay": ({ periodFrom, periodTo }: PayPeriod) => `locked pay${within(periodFrom, periodTo)}`,
  "teacher.remove-extra-work": ({ description }: { description: string }) =>
    `removed extra work${description ? `: ${description}` : ""}`,
  "teacher.reopen-pay": ({ periodFrom, periodTo }: PayPeriod) =>
    `reopened pay${within(periodFrom, periodTo)}`,
} satisfies Record<string, (after: never, before: never) => string>
