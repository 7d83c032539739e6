import { largestFile } from "~/models/accounts/school-file/school-file"
import type { WrongDate } from "~/models/money/course-price/course-price"
import { mostCategories } from "~/models/money/expense/expense"
import { providerLabels } from "~/models/money/payment-provider/payment-provider"
import { sentBefore } from "~/models/money/sent-form/sent-form"
import type { ProviderName } from "~/providers/payment-provider"
import { type FileRefusal, uploadRefusals } from "~/texts/accounts/refusals"
import { mostText } from "~/utils/bytes"
import { xmlWorkbookRefusal } from "~/utils/csv"
import { formatDate } from "~/utils/formats"
import { plainAmount } from "~/utils/money"
import { hasPlatformProvider, platformProvider, platformWay } from "~/utils/payment-providers"

// Why something is refused: each code with the text that people read. Models answer the code.

/** Why a day can't be used, and what to do. */
export const closedDay =
  "That month is closed. Enter a later date, or have an administrator reopen it under Invoices, Month end."

export const closedInvoice =
  "This invoice is from a closed month. Send a credit note instead, or reopen the month under Invoices, Month end."

export const closingRefusals = {
  "not-over": "This month hasn’t ended yet. Close it from the first day of the next one.",
  closed: "This month is closed already.",
  "not-closed": "This month isn’t closed.",
}
export type ClosingRefusal = keyof typeof closingRefusals

export const issueRefusals = {
  "no-family": "This family isn’t in your school.",
  "nothing-to-bill": "Select at least one item.",
  "already-billed":
    "Some of these items are already on another invoice and were removed below. Review the list, then send.",
  "line-gone": "Some of these items have changed. Review the updated list below, then send.",
  "negative-total":
    "The corrections come to more than the charges. Leave one out, add charges, or send a credit note.",
  "no-payer": "This family has no payer. Give at least one guardian a share first.",
  "due-in-the-past": "Enter a due date that’s today or later.",
  "not-a-draft": "This draft has already been sent or discarded.",
  sample:
    "This family is sample data, so no invoice is sent. Remove the sample data to begin with your own families.",
}
export type IssueRefusal = keyof typeof issueRefusals

export const remindRefusals = {
  "no-invoice": "This invoice isn’t in your school.",
  draft: "This invoice hasn’t been sent yet.",
  void: "This invoice is void.",
  "nothing-open": "This invoice has no balance due.",
  returned: "Emails to this invoice’s payers bounce. Correct their addresses first.",
  held: "The email with this invoice hasn’t left yet. Send a reminder once its invoice run is sent.",
  processing:
    "An online payment of this invoice is being processed. Send a reminder later if it’s still due.",
}
export type RemindRefusal = keyof typeof remindRefusals

export const voidRefusals = {
  "no-invoice": "This invoice isn’t in your school.",
  "not-issued": "This invoice is a draft. Discard it instead.",
  corrected:
    "This invoice has a credit note or was written off, so it can’t be voided. Credit the rest instead.",
  "set-corrected":
    "Another payer’s part of this invoice has a credit note or was written off, so neither can be voided. Credit the rest instead.",
  "already-void": "This invoice is already void.",
  closed: closedInvoice,
}
export type VoidRefusal = keyof typeof voidRefusals

export const undoRunRefusals = {
  "not-found": "This invoice run isn’t in your school.",
  running: "This run is still sending invoices. Cancel it first, or wait until it’s done.",
  left: "The emails of this run have left, so it can’t be undone. Void its invoices instead.",
  undone: "This run was already undone.",
  empty: "This run has no invoices to undo.",
}
export type UndoRunRefusal = keyof typeof undoRunRefusals

export const creditNoteRefusals = {
  "no-invoice": "This invoice isn’t in your school.",
  "no-family": "This family isn’t in your school.",
  "not-creditable": "This invoice has nothing left to credit.",
  "nothing-credited": "Enter an amount for at least one item.",
  "more-than-line": "This is more than is left of the item. Enter a smaller amount.",
  "more-than-left": "These amounts come to more than is left of the invoice. Lower one of them.",
  "line-gone": "Some of these items have changed. Review the list, then try again.",
  "sent-before":
    "This form already sent a credit note over other amounts. Press the button again to send this one as well.",
}
export type CreditNoteRefusal = keyof typeof creditNoteRefusals

export const writeOffRefusals = {
  "no-invoice": "This invoice isn’t in your school.",
  "nothing-open": "This invoice has no balance due.",
  "not-written-off": "This invoice isn’t written off.",
}
export type WriteOffRefusal = keyof typeof writeOffRefusals

export const paymentRefusals = {
  "no-invoice": "This invoice isn’t in your school.",
  "no-family": "This family isn’t in your school.",
  "not-issued": "This invoice is a draft. Send it first.",
  void: "This invoice is void, so it can’t be paid.",
  twin: "A payment of this amount from this payer is already recorded for that day.",
  "more-than-owed": "This is more than the family owes. Correct the amount, or keep the rest as credit.",
  "duplicate-reference": "Another payment already has this reference. Enter a different one.",
  "duplicate-check": "A check with this number is already recorded for this family. Enter a different one.",
  "sent-before":
    "This form already recorded a payment with other details. Press the button again to record this one as well.",
  "received-in-the-future": "Enter a date that’s today or earlier.",
  closed: closedDay,
  "chosen-settled": "An invoice you selected has no balance due. Select the invoices again.",
  sample: "This family is sample data. Payments are recorded for your own families.",
}
export type PaymentRefusal = keyof typeof paymentRefusals

/** Why a payment isn't taken back as a mistake. */
export const reverseRefusals = {
  "no-payment": "This payment isn’t in your school.",
  reversed: "This payment is already reversed.",
  online: "This payment was made online, so it can’t be reversed. Refund it instead.",
  refunded: "Part of this payment was refunded, so it can’t be reversed.",
  opening:
    "This is an opening balance or a gift voucher, so it can’t be reversed here. Undo it on the family’s account or on the voucher instead.",
}
export type ReverseRefusal = keyof typeof reverseRefusals

/** Why a chargeback isn't won, or isn't lost again. */
export const chargebackRefusals = {
  "no-payment": "This payment isn’t in your school.",
  "no-chargeback": "This payment has no chargeback that isn’t won.",
  "not-won": "This chargeback isn’t recorded as won.",
  "refunded-since": "This payment was later refunded online, so the chargeback stays won.",
}
export type ChargebackRefusal = keyof typeof chargebackRefusals

/** Why the invoices of a payment aren't changed. */
export const movePaymentRefusals = {
  "no-payment": "This payment isn’t in your school.",
  reversed: "This payment was reversed.",
  "more-than-left": "These amounts come to more than the payment. Lower one of them.",
  "more-than-open": "This is more than the invoice’s balance due. Enter a smaller amount.",
  "other-family": "One of these invoices can’t be paid anymore. Check the list and save again.",
}
export type MovePaymentRefusal = keyof typeof movePaymentRefusals

export const refundRefusals = {
  "no-payment": "This payment isn’t in your school.",
  "no-family": "This family isn’t in your school.",
  "more-than-left": "This is more than is left to refund. Enter a smaller amount.",
  "refunded-in-the-future": "Enter a date that’s today or earlier.",
  closed: closedDay,
  "not-online": "This payment wasn’t made online, so it can’t be refunded online.",
  "sent-before":
    "This form already made a refund with other details. Press the button again to make this one as well.",
  disputed:
    "The payer disputed this payment, so the money may go back without you. Wait until the dispute is decided, or give the money back where you answer it.",
}
export type RefundRefusal = keyof typeof refundRefusals

export const applyCreditRefusals = {
  "no-credit": "This family has no account credit left.",
  "nothing-open": "None of these invoices has a balance due.",
  "some-settled":
    "Some of these invoices have no balance due anymore. Review the list, then apply the credit.",
  "another-payers": "This account credit belongs to a payer who has no invoice with a balance due here.",
}
export type ApplyCreditRefusal = keyof typeof applyCreditRefusals

/** Why money isn't given back; `since` is the first day on which it was there. */
export type RefundRefused =
  | { ok: false; reason: RefundRefusal }
  | { ok: false; reason: "before-payment" | "before-credit"; since: string }

/** What the refund's form says about a refusal, by field. */
export function refundErrors(refused: RefundRefused): Record<string, string> {
  if (!("since" in refused))
    return { [refundRefusalFields[refused.reason] ?? "form"]: refundRefusals[refused.reason] }
  const since = formatDate(refused.since, "medium")
  return {
    refundedOn:
      refused.reason === "before-payment"
        ? `Enter a date on or after ${since}, when the payment came in.`
        : `Enter a date on or after ${since}. Before that, this much account credit wasn’t there.`,
  }
}

/** The field of the refund's form that a refusal is next to. */
export const refundRefusalFields: Partial<Record<RefundRefusal, string>> = {
  "more-than-left": "amount",
  "refunded-in-the-future": "refundedOn",
  closed: "refundedOn",
}

/** The field of the payment's form that a refusal is next to; the others concern the whole form. */
export const paymentRefusalFields: Partial<Record<PaymentRefusal, string>> = {
  "more-than-owed": "amount",
  "duplicate-reference": "reference",
  "duplicate-check": "reference",
  "received-in-the-future": "receivedOn",
  closed: "receivedOn",
}

export const payRefusals = {
  "no-invoice": "This invoice no longer exists.",
  "nothing-open": "Your share of this invoice is paid.",
  "all-paid": "You have no balance due.",
  changed: "Your balance changed while this page was open. Check it, then pay.",
  processing: "Your payment is already being processed. You won’t be charged twice.",
  "no-payee": `Your school doesn’t accept ${platformProvider} right now. Ask the school how to pay.`,
  "currency-not-taken": `${platformProvider} can’t take this amount in this currency. Ask the school how to pay.`,
  "not-permitted": `Your school’s ${platformProvider} account doesn’t take this payment yet. Ask the school how to pay.`,
  "provider-unavailable": `${platformProvider} isn’t responding, so you weren’t charged. Try again in a few minutes.`,
  "more-than-open": "Enter at most the balance due.",
  "part-not-taken": "Your school asks for the whole balance at once.",
}
export type PayRefusal = keyof typeof payRefusals

/** The text of a refusal; where the platform has no provider it isn't named. */
export const payRefusalText = (refusal: PayRefusal, way: ProviderName = platformWay): string =>
  refusal === "no-payee" && (way === "stripe" || !hasPlatformProvider())
    ? "Ask the school how to pay."
    : payRefusals[refusal].replace(platformProvider, providerLabels[way])

export const planRefusals = {
  "no-invoice": "This invoice isn’t in your school.",
  "nothing-open": "This invoice has no balance due.",
  held: "The email with this invoice hasn’t left yet. Change the plan once its invoice run is sent.",
  changed:
    "The plan or the balance changed while this page was open. Check the installments below and save again.",
  "other-invoice": "One of these invoices can’t be part of this plan. Preview the installments again.",
  "too-many": "Enter between 1 and 24 installments.",
  "no-reason": "Enter a reason for the change.",
  "not-whole": "These amounts don’t add up to the balance due.",
  "no-plan": "This invoice has no payment plan.",
  "too-late": "This was changed again, so it can’t be undone.",
}
export type PlanRefusal = keyof typeof planRefusals

export const askPlanRefusals = {
  "no-invoice": "This invoice isn’t yours to pay.",
  "nothing-open": "This invoice has no balance due.",
  planned: "You already pay this invoice in installments.",
  asked: "The school has an open request about this invoice.",
  "too-early": "Enter a date that’s today or later.",
  "too-often": "You’ve asked three times today. Message the school, or try again tomorrow.",
  "no-ask": "This request was already answered.",
}
export type AskPlanRefusal = keyof typeof askPlanRefusals

export const releaseRefusals = {
  "no-charge": "This charge isn’t in your school.",
  "not-held": "This charge isn’t on hold.",
  "not-active": "This payer’s automatic payment is paused or has ended, so the charge can’t be made.",
  "no-email":
    "No email reaches this payer, so the charge can’t be announced. Correct their email, ask them to change it under Profile, or take the payment another way.",
}
export type ReleaseRefusal = keyof typeof releaseRefusals

/** Why an amount isn't set by hand, or a package isn't waived. */
export const agreeRefusals = {
  withdrawn: "This charge has been changed or removed already.",
  "waive-instead": "This charge follows the attendance. Change the attendance, or waive the lesson.",
  "end-package-instead": "This charge comes from a package. End the package instead.",
  invoiced: "This charge is on an invoice. Credit the invoice instead.",
  "package-ended":
    "This package has ended, and its unused lessons are settled by its price. Change the amount instead.",
  "nothing-owed": "Enter an amount above zero, or waive the charge.",
  "same-amount": "This is the amount already. Enter another one.",
  "usual-already": "This charge has its usual amount already.",
}
export type AgreeRefusal = keyof typeof agreeRefusals | "unknown"

export const courseRefusals = {
  "in-the-past": { field: "firstOn", text: "Choose a day in this month or later." },
  "too-small": { field: "total", text: "Enter a larger amount, or fewer months." },
  "too-many": { field: "count", text: "Enter at most one installment for each month." },
  "after-end": {
    field: "firstOn",
    text: "The class ends before the last of these months. Choose an earlier day, or fewer months.",
  },
} as const
export type CourseRefusal = keyof typeof courseRefusals | "no-class"

export const wrongDates: Record<WrongDate["reason"], string> = {
  "due-in-the-past": "Choose a day in this month or later.",
  "not-later": "Choose a day after the installment before.",
  "too-late": "Choose a day within a year after the last month of this price.",
  "other-count": "Preview the price again. The number of installments has changed.",
}

export const expenseRefusals = {
  "not-found": "This entry isn’t in your school.",
  "category-unknown": "This category is no longer offered. Choose another.",
  "in-the-future": "Enter a date that’s today or earlier.",
  closed: closedDay,
  "tax-too-high": "Enter less tax than the amount.",
  "sent-before":
    "This form already recorded an entry with other details. Open a new form to record this one as well.",
  "in-pay": "This amount is in a teacher’s pay. Remove it from their pay first.",
  "day-in-pay": "This date is in a teacher’s pay. Remove the expense from their pay first.",
  "payee-in-pay": "This name is in a teacher’s pay. Remove the expense from their pay first.",
  "repeats-full": "You can have up to 100 entries that repeat. End one first.",
  "transfer-gone": "This bank transfer was already recorded or ignored. Check it under Bank transfers.",
  "transfer-differs": "Enter the amount of the bank transfer.",
}
export type ExpenseRefusal = keyof typeof expenseRefusals

/** Said of an expense that is dated in a closed month already. */
export const inClosedMonth =
  "This entry is from a closed month, so it can’t be changed. To change it, reopen the month under Invoices, Month end."

/** The field that a refusal is next to; the others concern the whole form. */
export const expenseRefusalFields: Partial<Record<ExpenseRefusal, string>> = {
  "category-unknown": "category",
  "in-the-future": "spentOn",
  closed: "spentOn",
  "tax-too-high": "taxAmount",
  "in-pay": "amount",
  "day-in-pay": "spentOn",
  "payee-in-pay": "payee",
  "repeats-full": "repeats",
  "transfer-differs": "amount",
}

export const openingMessages = {
  kind: "Choose whether it’s due or account credit.",
  amount: () => `Enter an amount, like ${plainAmount(12_000)}.`,
  date: "Enter the date of the balance.",
}

export const openingRefusals = {
  "no-family": "This family isn’t in your school.",
  "has-one": "This family has an opening balance already. Remove it first.",
  "in-the-future": "Enter a date that’s today or earlier.",
  closed: closedDay,
}
export type OpeningRefusal = keyof typeof openingRefusals

export const removeOpeningRefusals = {
  none: "This family has no opening balance anymore.",
  closed: "The opening balance is in a closed month. Reopen it under Invoices, Month end, first.",
  refunded: "Some of it was refunded, so it can’t be removed.",
}

export const receiptRefusals: Record<FileRefusal, string> = {
  missing: "This file is empty.",
  "too-large": `Choose a file under ${mostText(largestFile)}.`,
  "wrong-type": "Choose a photo or PDF.",
  ...uploadRefusals,
  "storage-full": "Your school has used all the storage of its plan. Save it without the receipt.",
}

export const categoryRefusals = {
  "name-taken": "You already have a category with this name. Choose another.",
  "not-found": "This category isn’t in your school.",
  full: `Archive a category first. You can have up to ${mostCategories}.`,
}
export type CategoryRefusal = keyof typeof categoryRefusals

/** Why a family can't be merged into another now. */
export const mergeFamiliesRefusals = {
  "not-found": "One of these families is no longer in your school.",
  same: "Choose two different families.",
  merged: "One of these families was merged into another one already.",
  "being-paid":
    "What the family you remove paid online beside its invoices is being processed. Merge the families once that has arrived.",
  "auto-pay-itself":
    "A student pays automatically for the family you remove, which has no guardian. End that under Automatic payments first, or keep that family instead.",
  "auto-pay-twice":
    "The same person pays automatically for both families. End one of the two under Automatic payments first.",
  "plan-rule":
    "The family you remove pays its invoices in installments. Turn that off first, or keep that family instead.",
}
export type MergeFamiliesRefusal = keyof typeof mergeFamiliesRefusals

export const hireRefusals = {
  "student-unknown": "This student isn’t in your school.",
  "hire-unknown": "This rental no longer exists.",
  "tax-unknown": "This tax rate no longer exists. Choose another.",
  "ends-before-start": "Enter a last day on or after the first day.",
  "starts-too-early": "Enter a first day within the last year.",
  closed: closedDay,
  "end-is-charged": "Enter a last day within the last two months or later. Earlier months are settled.",
  "sent-before": sentBefore,
}
export type HireRefusal = keyof typeof hireRefusals

export const materialRefusals = {
  "name-taken": "You already have a material with this name. Choose another.",
  "not-found": "This material no longer exists.",
  "tax-unknown": "This tax rate no longer exists. Choose another.",
}
export type MaterialRefusal = keyof typeof materialRefusals

export const saleRefusals = {
  "material-unknown": "This material is no longer sold. Choose another.",
  "family-unknown": "This family isn’t in your school.",
  "student-unknown": "Choose a student of this family.",
  "not-a-day": "Enter a day within the last year, up to today.",
  closed: closedDay,
  "sent-before": sentBefore,
}
export type SaleRefusal = keyof typeof saleRefusals | "too-few"

export const sellRefusals = {
  "offer-unknown": "Choose a package that you sell.",
  "family-unknown": "Choose a family of your school.",
  "student-unknown": "Choose a student of this family.",
  "too-early": "Choose a day within the last year.",
  "too-late": "Choose today or an earlier day.",
  closed: closedDay,
  "sent-before": sentBefore,
}
export type SellRefusal = keyof typeof sellRefusals

export const letBuyRefusals = {
  free: "Families can only buy packages with a price.",
  archived: "This package is archived. Sell it again first.",
}

export const buyRefusals = {
  "offer-gone": "The school doesn’t sell this package here anymore.",
  "price-changed": "The price has changed since you opened this page. Check it, then buy again.",
  "holder-unknown": "Choose who uses it.",
  former: "Only students who take lessons at the school can use a package. Ask the school.",
  "not-used": "None of the student’s classes can use this package. Ask the school before you buy one.",
  "too-often": "Your family has bought 5 packages today. Ask the school if you need more.",
  "not-now": "The school can’t sell this package online right now. Ask the school.",
  "sent-before": sentBefore,
}
export type BuyRefusal = keyof typeof buyRefusals

export const endPackageRefusals = {
  "package-unknown": "This package isn’t in your school.",
  ended: "This package has already ended.",
}
export type EndPackageRefusal = keyof typeof endPackageRefusals

/** Each beside its field. */
export const enterWorkRefusals = {
  "no-kind": { kind: "This kind of work is no longer offered. Choose another." },
  "hours-missing": { hours: "Enter hours and minutes, like 2:30, or 2.5." },
  "amount-missing": { pay: "Enter an amount, or choose a kind of work." },
  "description-missing": { description: "Enter what it was, like Recital." },
  "in-the-future": { workedOn: "Enter a date that’s today or earlier." },
  "too-old": { workedOn: "Enter a date within the last year." },
  "sent-before": { form: sentBefore },
}
export type EnterWorkRefusal = keyof typeof enterWorkRefusals

export const approvePayRefusals = {
  "not-over": "This period hasn’t ended yet. Approve it from the day after its last day.",
  "no-lines": "One of these teachers has no pay in this period. Review the list again.",
  unrated: "Some lessons have no rate. Set a rate for their teacher first.",
  approved: "One of these teachers’ pay is already approved. Review the list again.",
  changed: "Pay changed since you reviewed it. Review the new totals.",
}
export type ApprovePayRefusal = keyof typeof approvePayRefusals

/** Why a lesson is not waived: an invoice has to be voided first. */
export const waiverRefusals = {
  "not-ended": "You can waive this lesson after it ends.",
  waived: "This lesson is already waived.",
  invoiced: "This lesson is on an invoice. Void the invoice first.",
  "nothing-to-waive": "This lesson has no charge.",
}
export type WaiverRefusal = keyof typeof waiverRefusals | "unknown"

/** Why a file within a ZIP file of bank statements isn't read. */
export const statementRefusals = {
  norma43:
    "This is a Norma 43 file (Cuaderno 43). Download the statement as CSV, Excel, CAMT.053 or MT940 from your bank.",
  coda: "This is a CODA file. Download the statement as CSV, CAMT.053 or MT940 from your bank.",
  bai2: "This is a BAI2 file. Download the statement as CSV, CAMT.053 or MT940 from your bank.",
  xmlWorkbook: xmlWorkbookRefusal,
}

export const packedFileRefusals = {
  zip: "This is a ZIP file itself. Unpack it and upload the files in it.",
  "too-many": "There are too many workbooks in this ZIP file. Upload this one separately.",
}
