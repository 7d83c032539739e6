import { invoices } from "db/schema/money"
import { writeOffs } from "db/schema/money-corrections"
import { payments } from "db/schema/money-payments"
import type { Actor } from "~/models/foundation/access/actor"
import { runNextItems } from "~/models/foundation/task/run-task.server"
import { changeCharge } from "~/models/money/charge/change-charge.server"
import { withdrawCharge } from "~/models/money/charge/charge.server"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { listCreditableLines } from "~/models/money/credit-note/credit-notes.server"
import { creditCharges } from "~/models/money/credit-note/issue-credit-note.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { listStandingRuns } from "~/models/money/invoice/invoice-run.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { startUndoRun, undoRunWork } from "~/models/money/invoice/undo-run.server"
import { voidInvoice } from "~/models/money/invoice/void-invoice.server"
import { creditSold } from "~/models/money/package/credit-sale.server"
import { movePayment } from "~/models/money/payment/move-payment.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { refundCredit, refundPayment } from "~/models/money/payment/refund.server"
import { reversePayment } from "~/models/money/payment/reverse-payment.server"
import { applyCredit } from "~/models/money/payment/spare-credit.server"
import { restoreInvoice, writeOffInvoice } from "~/models/money/write-off/write-off.server"
import { addDays } from "~/utils/dates"
import { billFamilies, november, type openFamily, owe } from "../billing"
import { rowsOf } from "../school"
import { type Closed, closeInHistory, closingVerbs } from "./closing"
import { type Collecting, collectInHistory, collectVerbs } from "./collecting"
import { lessonVerbs, teachInHistory } from "./lessons"
import { actOnline, onlineVerbs } from "./online"
import { dayOf, planInHistory, planVerbs } from "./plans"
import { saleVerbs, sellInHistory } from "./sales"
import { type Answer, changedText, pick, type Step } from "./step"

// Whatever an office does with a family's money, and what happens to it beside that.

export const moneyVerbs = [
  "owe",
  "issue",
  "void",
  "pay",
  "prepay",
  "move",
  "reverse",
  "refund",
  "pay-out",
  "apply",
  "credit",
  "credit-charges",
  "write-off",
  "restore",
  "change-charge",
  "waive",
  "run",
  "undo-run",
  ...onlineVerbs,
  ...planVerbs,
  ...saleVerbs,
  ...lessonVerbs,
  ...collectVerbs,
  ...closingVerbs,
] as const

export type MoneyStep = Step<(typeof moneyVerbs)[number]>
type HistoryFamily = ReturnType<typeof openFamily>

/** One act with a family's money, through the commands; what they refuse changes nothing. */
export function actInHistory(
  actor: Actor,
  family: HistoryFamily,
  { verb, which, amountMinor }: MoneyStep,
  { collecting, closed }: { collecting: Collecting; closed: Closed },
): Answer | Promise<Answer> {
  const { familyId } = family
  const ofSchool = <Row extends { id: string }>(rows: Row[]) => pick(rows, which)?.id ?? ""
  const paymentId = ofSchool(rowsOf(payments, { familyId }))
  const invoiceId = ofSchool(rowsOf(invoices, { familyId }))
  const unbilled = listUnbilledCharges(actor, { familyId })
  const chargeId = pick(unbilled, which)?.chargeId ?? ""
  const chargeIds = unbilled.map((charge) => charge.chargeId)
  const receivedOn = `2026-11-1${6 + (which % 3)}`
  const refundedOn = `2026-11-1${which % 2 ? 8 : 7}`
  // One who pays all or a part, another who may be no payer of the family, or a grandparent.
  const payerName = pick(["Payer 0", "Payer 1", "Joe"], which) ?? ""
  const paid = { amountMinor, method: "cash" as const, receivedOn, payerName }
  const given = { amountMinor, method: "cash" as const, refundedOn, reason: "Goodwill" }
  switch (verb) {
    case "owe":
      return owe(actor, family, which === 0 ? -amountMinor : amountMinor)
    case "issue":
      return issueInvoice(actor, { ...november(familyId, chargeIds), dueOn: addDays(dayOf(actor), which) })
    case "void":
      return voidInvoice(actor, { invoiceId, reason: "Wrong" })
    case "pay":
      return recordPayment(actor, { ...paid, invoiceId })
    case "prepay":
      return recordPayment(actor, { ...paid, familyId })
    case "move":
      return movePayment(actor, paymentId, new Map([[invoiceId, 1 + (amountMinor % 200)]]))
    case "reverse":
      return reversePayment(actor, { paymentId, reason: "Typed wrongly" })
    case "refund":
      return refundPayment(actor, paymentId, given)
    case "pay-out":
      return refundCredit(actor, familyId, given)
    case "apply":
      return applyCredit(actor, { familyId, ...(which > 3 ? { invoiceIds: [invoiceId] } : {}) })
    case "credit": {
      const invoice = findInvoice(actor, invoiceId)
      const lines = invoice ? listCreditableLines(actor, invoice) : []
      const amounts = new Map(lines.map(({ id, leftMinor }) => [id, Math.min(leftMinor, amountMinor)]))
      return creditSold(actor, { invoiceId, amounts, reason: "Canceled", apply: which % 2 === 0 })
    }
    case "credit-charges":
      return creditCharges(actor, { familyId, chargeIds, reason: "Leaving", apply: which % 2 === 0 })
    case "write-off":
      return writeOffInvoice(actor, { invoiceId, reason: "Lost" })
    case "restore": {
      const written = rowsOf(writeOffs, { familyId })
      return restoreInvoice(actor, pick(written, which)?.invoiceId ?? "")
    }
    case "change-charge":
      return changeCharge(actor, chargeId, {
        description: changedText,
        amountMinor,
        occurredOn: "2026-11-09",
        reason: "Wrong price",
      })
    case "waive":
      return withdrawCharge(actor, chargeId, "Goodwill")
    default: {
      const step = { verb, which, amountMinor }
      return (
        billManyInHistory(actor, familyId, step) ??
        actOnline(actor, paymentId, step) ??
        planInHistory(actor, { familyId, invoiceId }, step) ??
        sellInHistory(actor, family, step) ??
        teachInHistory(actor, family, step) ??
        closeInHistory(actor, step, closed) ??
        collectInHistory(actor, { ...family, invoiceId }, step, collecting)
      )
    }
  }
}

/** An invoice run, or what undoes one. */
function billManyInHistory(actor: Actor, familyId: string, { verb, which }: Step): Answer {
  switch (verb) {
    case "run": {
      const days = { from: "2026-10-01", to: dayOf(actor), dueOn: addDays(dayOf(actor), which) }
      const sent = billFamilies(actor, { ...days, note: null, familyIds: [familyId], asDrafts: false })
      return { ok: sent.made > 0 }
    }
    case "undo-run": {
      const undone = startUndoRun(actor, pick(listStandingRuns(actor), which)?.id ?? "")
      if (undone.ok) while (runNextItems(actor, undone.taskId, undoRunWork));
      return undone
    }
    default:
      return undefined
  }
}
