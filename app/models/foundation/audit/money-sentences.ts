import { because, count, dated, named } from "./sentence-parts"

// How the events of a school’s money read after the name of who did it. Safe in the browser.

type Named = { name?: string }
type Reasoned = { reason?: string | null }
type Numbered = { number: string | null }
type Account = { account: string | null }
/** How many emails left with it; of events before November 28, 2026, it isn’t known. */
type Emailed = { emails?: number }
const sentOr = (emails: number | undefined) => (emails === 0 ? "issued" : "sent")
type Planned = Numbered & { installments: number }
type Paid = { payee?: string }
type Repeated = { rhythm?: string }
const units: Readonly<Record<string, string>> = { quarterly: "quarter", yearly: "year" }
const unitOf = (rhythm: string | undefined) => units[rhythm ?? ""] ?? "month"
const expenseOf = (payee: string | undefined) => (payee ? `an expense paid to ${payee}` : "an expense")
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
  "credit-note.issue": ({ number, reason, emails }: Reasoned & { number: string } & Emailed) =>
    `${sentOr(emails)} ${named("credit note", number, "a credit note")}${because(reason)}`,
  "expense.add": ({ payee }: Paid) => `recorded ${expenseOf(payee)}`,
  "expense.change": ({ payee }: Paid) => `changed ${expenseOf(payee)}`,
  "expense.delete": ({ payee }: Paid) => `deleted ${expenseOf(payee)}`,
  "expense.end-repeat": ({ payee }: Paid) => `ended the automatic entries of ${expenseOf(payee)}`,
  "expense.enter-again": ({ payee, rhythm }: Paid & Repeated) =>
    `entered ${expenseOf(payee)}, as every ${unitOf(rhythm)}`,
  "expense.pay-back": ({ payee, name }: Paid & Named) =>
    `added ${expenseOf(payee)} to the pay of ${name ?? "a teacher"}`,
  "expense.repeat": ({ payee, rhythm }: Paid & Repeated) =>
    `set ${expenseOf(payee)} to repeat ${rhythm ?? "monthly"}`,
  "expense.stop-paying-back": ({ payee, name }: Paid & Named) =>
    `removed ${expenseOf(payee)} from the pay of ${name ?? "a teacher"}`,
  "expense.remove-receipt": ({ payee }: Paid) => `removed the receipt of ${expenseOf(payee)}`,
  "family.agree-auto-pay": ({ account }: Account) =>
    `agreed to automatic payment${account ? ` with PayPal account ${account}` : ""}`,
  "family.end-auto-pay": ({ account }: Account) =>
    `ended automatic payment${account ? ` with PayPal account ${account}` : ""}`,
  "family.pause-auto-pay": ({ reason }: Reasoned) => `paused automatic payment${because(reason)}`,
  "family.resume-auto-pay": () => "resumed automatic payment",
  "family.set-plan-rule": ({ installments }: { installments: number }) =>
    `divided the family’s new invoices into ${count(installments, "installment")}`,
  "family.drop-plan-rule": () => "stopped dividing the family’s new invoices",
  "family.hold-invoices": ({ reason }: Reasoned) =>
    `put the family’s automatic invoices on hold${because(reason)}`,
  "family.release-invoices": () => "released the family’s automatic invoices",
  "family.pause-reminders": ({ reason }: Reasoned) => `paused the family’s reminders${because(reason)}`,
  "family.remind-by-step": ({ number, step }: Step) => stepSentence(step, number),
  "family.resume-reminders": () => "resumed the family’s reminders",
  "invoice.announce-charge": ({ number, chargeOn }: Numbered & { chargeOn: string }) =>
    `announced the automatic payment of ${named("invoice", number, "an invoice")}${dated("for", chargeOn)}`,
  "invoice.decline-charge": ({ number, nextTryOn }: Numbered & { nextTryOn: string }) =>
    `had the automatic payment of ${named("invoice", number, "an invoice")} declined, next try${dated("on", nextTryOn)}`,
  "invoice.hold-charge": ({ reason }: Reasoned) =>
    `put the automatic payment of an invoice on hold${because(reason)}`,
  "invoice.release-charge": ({ chargeOn }: { chargeOn: string }) =>
    `released the automatic payment of an invoice${dated("for", chargeOn)}`,
  "invoice.agree-plan": ({ number, installments }: Planned) =>
    `agreed ${count(installments, "installment")} for ${named("invoice", number, "an invoice")}`,
  "invoice.change-plan": ({ number, reason }: Numbered & Reasoned) =>
    `changed the payment plan of ${named("invoice", number, "an invoice")}${because(reason)}`,
  "invoice.end-plan": ({ number, reason }: Numbered & Reasoned) =>
    `ended the payment plan of ${named("invoice", number, "an invoice")}${because(reason)}`,
  "invoice.plan-by-rule": ({ number, installments }: Planned) =>
    `divided ${named("invoice", number, "an invoice")} into ${count(installments, "installment")} by the family’s rule`,
  "invoice.plan-by-price": ({ number, installments }: Planned) =>
    `put ${count(installments, "due date")} on ${named("invoice", number, "an invoice")} as its prices say`,
  "invoice.shorten-plan": ({ number, reason }: Numbered & Reasoned) =>
    `shortened the payment plan of ${named("invoice", number, "an invoice")}${because(reason)}`,
  "invoice.ask-plan": ({ number, installments }: Planned) =>
    `asked to pay ${named("invoice", number, "an invoice")} in ${count(installments, "installment")}`,
  "invoice.withdraw-plan-ask": ({ number }: Numbered) =>
    `withdrew the request to pay ${named("invoice", number, "an invoice")} in installments`,
  "invoice.decline-plan-ask": ({ number, reason }: Numbered & Reasoned) =>
    `declined to let ${named("invoice", number, "an invoice")} be paid in installments${because(reason)}`,
  "invoice.undo-plan": ({ number }: Numbered) =>
    `undid the last change to the payment plan of ${named("invoice", number, "an invoice")}`,
  "invoice.charge-late-fee": ({ number }: { number: string | null }) =>
    `charged a late fee for ${named("invoice", number, "an invoice")}`,
  "invoice.discard-draft": () => "discarded a draft invoice",
  "invoice.end-link": ({ number }: { number: string | null }) =>
    `turned off the payment link of ${named("invoice", number, "an invoice")}`,
  "invoice.renew-link": ({ number }: { number: string | null }) =>
    `created a new payment link for ${named("invoice", number, "an invoice")}`,
  "invoice.issue": ({ number, emails }: { number: string } & Emailed) =>
    `${sentOr(emails)} ${named("invoice", number, "an invoice")}`,
  "invoice.pause-reminders": ({ reason, number }: Reasoned & { number: string | null }) =>
    `paused reminders for ${named("invoice", number, "an invoice")}${because(reason)}`,
  "invoice.remind-by-step": ({ number, step }: Step) => stepSentence(step, number),
  "invoice.resume-reminders": ({ number }: { number: string | null }) =>
    `resumed reminders for ${named("invoice", number, "an invoice")}`,
  "invoice.remind": ({ number, mails }: { number: string | null; mails?: number | null }) =>
    mails === 0
      ? `sent no reminder for ${named("invoice", number, "an invoice")}, because no payer has an email`
      : `sent a reminder for ${named("invoice", number, "an invoice")}`,
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
  "payment-order.mismatch": () => "made an online payment that doesn’t match what was due",
  "payment-order.pending": () => "made an online payment that is pending",
  "payment.dispute": () => "disputed a payment",
  "payment.move": () => "changed which invoices a payment settles",
  "payment.order-refund": ({ reason }: Reasoned) => `asked PayPal to refund a payment${because(reason)}`,
  "family.add-payer": ({ name }: Named) => `added ${name ?? "someone"} as a payer`,
  "family.erase-payer": () => "erased a payer",
  "family.change-payer": ({ name }: Named) => `changed ${name ?? "someone"} as a payer`,
  "family.remove-payer": (_: unknown, { name }: Named) => `removed ${name ?? "someone"} as a payer`,
  "payment.record": ({ payerName }: { payerName: string | null }) =>
    payerName ? `recorded a payment from ${payerName}` : "recorded a payment",
  "payment.refund": () => "refunded a payment",
  "payment.refuse-refund": ({ reason }: Reasoned) => `refused to refund a payment${because(reason)}`,
  "payment.reverse": () => "had a payment charged back",
  "payment.win-chargeback": () => "won a chargeback",
  "payment.take-back": ({ reason }: Reasoned, { payerName }: { payerName: string | null }) =>
    `reversed ${payerName ? `a payment from ${payerName}` : "a payment"}${because(reason)}`,
  "school.add-expense-category": ({ name }: Named) =>
    `added ${named("expense category", name, "an expense category")}`,
  "school.archive-expense-category": ({ name }: Named) =>
    `archived ${named("expense category", name, "an expense category")}`,
  "school.change-expense-category": ({ name }: Named) =>
    `changed ${named("expense category", name, "an expense category")}`,
  "school.restore-expense-category": ({ name }: Named) =>
    `restored ${named("expense category", name, "an expense category")}`,
  "school.add-work-kind": ({ name }: Named) => `added ${named("extra work", name)}`,
  "school.archive-work-kind": ({ name }: Named) => `archived ${named("extra work", name)}`,
  "school.bill-batch": ({ made }: { made: number }) => `sent ${count(made, "invoice")} in one run`,
  "school.undo-run": ({ invoices }: { invoices: number }) =>
    `undid an invoice run of ${count(invoices, "invoice")}`,
  "school.send-run": ({ made }: { made: number }) => `sent off the emails of ${count(made, "invoice")}`,
  "school.change-auto-pay": ({ isOffered }: { isOffered: boolean }) =>
    isOffered === false ? "stopped offering automatic payment" : "changed automatic payment",
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
  "teacher.enter-work": ({ description }: { description: string }) =>
    `entered extra work${description ? `: ${description}` : ""}`,
  "teacher.withdraw-work": ({ description }: { description: string }) =>
    `withdrew extra work${description ? `: ${description}` : ""}`,
  "teacher.confirm-work": ({ description }: { description: string }) =>
    `confirmed extra work${description ? `: ${description}` : ""}`,
  "teacher.decline-work": ({ description, reason }: Reasoned & { description: string }) =>
    `declined extra work${description ? `: ${description}` : ""}${because(reason)}`,
  "teacher.approve-pay": ({ periodFrom, periodTo }: PayPeriod) =>
    `approved pay${within(periodFrom, periodTo)}`,
  "teacher.end-pay-rate": ({ lastDay }: { lastDay: string }) => `ended a pay rate${dated("after", lastDay)}`,
  "teacher.lock-pay": ({ periodFrom, periodTo }: PayPeriod) => `locked pay${within(periodFrom, periodTo)}`,
  "teacher.remove-extra-work": ({ description }: { description: string }) =>
    `removed extra work${description ? `: ${description}` : ""}`,
  "teacher.reopen-pay": ({ periodFrom, periodTo }: PayPeriod) =>
    `reopened pay${within(periodFrom, periodTo)}`,
} satisfies Record<string, (after: never, before: never) => string>
