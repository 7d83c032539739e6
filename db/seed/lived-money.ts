import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import {
  type ItemOutcome,
  runNextItems,
  startTask,
  type TaskStart,
  type TaskWork,
} from "~/models/foundation/task/run-task.server"
import { chargeMonth } from "~/models/money/charge/charge-month.server"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { listUnchargedSeats } from "~/models/money/charge/uncharged-seats.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { beginRun, endRun } from "~/models/money/invoice/invoice-run.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import type { PaymentMethod } from "~/models/money/payment/payment"
import { recordPayment } from "~/models/money/payment/payment.server"
import { issueRefusals } from "~/texts/money/refusals"
import { fixClock } from "~/utils/clock.server"
import { addDays, monthBounds, monthOf } from "~/utils/dates"
import { platformMethod } from "~/utils/payment-providers"
import { instantOf } from "~/utils/zones"
import { chance, pick } from "./chance"

export type IssuedInvoice = { invoiceId: string; familyId: string; familyName: string; issuedOn: string }

const billsOn = (month: string) => addDays(monthBounds(month).last, 2)

/** When the office sends the invoices of a month: on the second of the next one, in the morning. */
const billsAt = ({ school }: Actor, month: string) => instantOf(billsOn(month), "09:00", school.timeZone)

/**
 * On the second of the next month every family's lessons and fees of `month` become an invoice, due three weeks later; none where
 * that is after `present`.
 */
export function billMonth(actor: Actor, month: string, present: number): IssuedInvoice[] {
  if (billsAt(actor, month) > present) return []
  const { first: from, last: to } = monthBounds(month)
  const issuedOn = billsOn(month)
  fixClock(instantOf(from, "06:00", actor.school.timeZone))
  chargeMonth(actor, month)
  fixClock(billsAt(actor, month))

  const families = new Map<string, { familyName: string; chargeIds: string[] }>()
  for (const charge of listUnbilledCharges(actor, { to })) {
    const family = families.get(charge.familyId) ?? { familyName: charge.familyName, chargeIds: [] }
    family.chargeIds.push(charge.chargeId)
    families.set(charge.familyId, family)
  }
  const issued: IssuedInvoice[] = []
  const runId = beginRun(actor, {})
  const choice = { from, to, dueOn: addDays(issuedOn, 21), note: null }
  const bill = (familyId: string): ItemOutcome => {
    const { familyName, chargeIds } = families.get(familyId) ?? { familyName: "", chargeIds: [] }
    const unchargedSeatIds = listUnchargedSeats(actor, familyId, from, to).map(({ seatId }) => seatId)
    const paper = { ...choice, familyId, chargeIds, unchargedSeatIds }
    const answer = issueInvoice(actor, paper, { runId, isHeld: false })
    if (!answer.ok) return { ok: false, reason: issueRefusals[answer.reason] }
    issued.push({ invoiceId: answer.invoiceId, familyId, familyName, issuedOn })
    return { ok: true, made: answer.invoiceId, note: answer.number }
  }
  const items = [...families].map(([subjectId, { familyName }]) => ({ subjectId, name: familyName }))
  if (items.length > 25) runAtOnce(actor, choice, items, bill)
  else for (const { subjectId } of items) bill(subjectId)
  endRun(actor, runId)
  return issued
}

/** As the office does it for many families: a task, here with all its steps in a row. */
function runAtOnce(
  actor: Actor,
  about: object,
  items: TaskStart["items"],
  bill: (familyId: string) => ItemOutcome,
) {
  const taskId = startTask(actor, { kind: "send-invoices", about, items })
  const work: TaskWork<unknown> = {
    about: z.unknown(),
    atMost: 50,
    carryOut: (_actor, _about, { subjectId }) => bill(subjectId),
  }
  while (runNextItems(actor, taskId, work));
}

const methods: readonly [PaymentMethod, ...PaymentMethod[]] = [
  platformMethod,
  platformMethod,
  "transfer",
  "check",
  "card",
  "cash",
]

/** Families pay: most within ten days, some late. `share` of 1 pays all, less pays a part; nothing after `until`. */
export function payInvoice(actor: Actor, issued: IssuedInvoice, options: { until: string; share?: number }) {
  const invoice = findInvoice(actor, issued.invoiceId)
  if (!invoice || invoice.openMinor <= 0) return
  const days = Math.round(2 + chance("pays", issued.familyName, monthOf(issued.issuedOn)) * 12)
  const receivedOn = addDays(issued.issuedOn, days)
  if (receivedOn > options.until) return
  fixClock(instantOf(receivedOn, "18:20", actor.school.timeZone))
  const method = pick(methods, "method", issued.familyName)
  const amountMinor = Math.max(1, Math.round(invoice.openMinor * (options.share ?? 1)))
  const paid = recordPayment(actor, {
    invoiceId: issued.invoiceId,
    amountMinor,
    method,
    receivedOn,
    payerName: invoice.shares[0]?.name ?? issued.familyName,
    ...(method === platformMethod ? { providerReference: `DEMO-${issued.invoiceId}` } : {}),
    ...(method === "check" ? { providerReference: `${1000 + Number(invoice.number?.slice(-4))}` } : {}),
  })
  if (!paid.ok) throw new Error(`${issued.familyName} could not pay: ${paid.reason}`)
}
