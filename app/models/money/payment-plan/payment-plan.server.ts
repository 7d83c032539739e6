import { transact } from "db/client.server"
import { planRules } from "db/schema/money-plans"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, remove } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Reach } from "~/models/foundation/outbox/bounce"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { reachOf } from "~/models/foundation/outbox/reach.server"
import { portalsOf } from "~/models/money/payer/payer-key.server"
import type { PlanRefusal } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
import type { Result } from "~/utils/result"
import { dropAnnounced } from "../auto-pay/charged-payers.server"
import { ownShareOf } from "../family-invoice/family-invoice"
import { type Claim, claimsOfPayer, type Proposed, spread } from "../installment/installment"
import type { PlanRhythm } from "../installment/installment-labels"
import {
  closePlan,
  findPlan,
  findPlanRule,
  listInstallmentsOf,
  listPlanInvoices,
  listPlanRows,
  reopenPlan,
  writePlan,
} from "../installment/plans.server"
import { howToPay } from "../invoice/how-to-pay.server"
import { findInvoice, type Invoice } from "../invoice/invoice.server"
import { listHeld } from "../invoice/invoice-run.server"
import { linkForMail } from "../invoice-link/invoice-link.server"
import { listOpenInvoices } from "../payment/allocate.server"
import { madeByForm, rememberForm } from "../sent-form/sent-form.server"
import { type RowProblem, rowProblem } from "./payment-plan"
import { acceptAsks, reopenAsks } from "./plan-asks.server"

// What a family and the office agree about paying in installments. A plan never changes what is owed: it says when.

export type Plannable = NonNullable<ReturnType<typeof findPlannable>>

/**
 * An open invoice with its plan, and what a plan could cover: the invoices of the standing plan, or this one and the
 * payer's other open ones without a plan. Undefined for a draft, a void one, or one of another school.
 */
export function findPlannable(actor: Actor, invoiceId: string) {
  const invoice = findInvoice(actor, invoiceId)
  if (!invoice?.number || invoice.state === "void") return undefined
  const { planId } = invoice
  const open = listOpenInvoices(actor, invoice.familyId).filter(({ payerId }) => payerId === invoice.payerId)
  const ofPlan = planId ? new Set(listPlanInvoices(actor, planId).map((each) => each.invoiceId)) : undefined
  const planned = listInstallmentsOf(
    actor,
    open.map((each) => each.invoiceId),
  )
  const free = open.filter((each) => !planned.has(each.invoiceId))
  return {
    invoice,
    planId,
    rows: planId ? listPlanRows(actor, planId) : [],
    invoices: ofPlan ? open.filter((each) => ofPlan.has(each.invoiceId)) : free,
  }
}

type NewPlan = {
  invoiceId: string
  /** Which invoices it is for; those of the plan that it changes in any case. */
  invoiceIds: readonly string[]
  /** The plan that the form showed, null for none. */
  planId: string | null
  rows: readonly Proposed[]
  reason: string
  formKey?: string | null
}

type Agreed =
  | Result<{ planId: string; isChange: boolean; count: number; reach: Reach }, PlanRefusal>
  | { ok: false; row: RowProblem }

/** Whom the email about a plan of some invoices leaves for: each payer who still owes a part of them. */
export const reachOfPlan = (actor: Actor, invoiceIds: readonly string[]): Reach =>
  reachOf(
    { template: "payment-plan", schoolId: actor.school.id },
    listOwing(invoiceIds.flatMap((id) => findInvoice(actor, id) ?? [])),
  )

/** The payers of some invoices, each once, with what they owe of which. */
function listOwing(invoices: readonly Invoice[]) {
  const payers = new Map(
    invoices.flatMap(({ shares }) =>
      shares.map(({ payerId, name, email }) => [payerId ?? name, { payerId, name, email }] as const),
    ),
  )
  return [...payers.values()].flatMap((payer) => {
    const theirs = invoices.filter((invoice) => ownShareOf(invoice, payer.payerId).openMinor > 0)
    return theirs[0] ? [{ ...payer, first: theirs[0], theirs }] : []
  })
}

/**
 * Agrees a plan, or another in place of the one that stands. Its amounts add up to what is open of its invoices, its days
 * go up from today. Announced automatic charges are dropped, because each installment is announced for its own day.
 */
export function agreePlan(actor: Actor, plan: NewPlan): Agreed {
  return transact(() => {
    const made = madeByForm(actor, plan.formKey)
    const found = findPlannable(actor, plan.invoiceId)
    if (!found) return { ok: false, reason: "no-invoice" }
    if (made) {
      const covered = listPlanInvoices(actor, made).map((each) => each.invoiceId)
      const reach = reachOfPlan(actor, covered)
      return { ok: true, planId: made, isChange: plan.planId !== null, count: plan.rows.length, reach }
    }
    if (found.invoice.openMinor === 0) return { ok: false, reason: "nothing-open" }
    if (found.planId !== plan.planId) return { ok: false, reason: "changed" }
    const chosen = new Set([plan.invoiceId, ...plan.invoiceIds])
    const covered = found.planId
      ? found.invoices
      : found.invoices.filter((each) => chosen.has(each.invoiceId))
    if (!found.planId && covered.length < chosen.size) return { ok: false, reason: "other-invoice" }
    if (isHeld(actor, covered)) return { ok: false, reason: "held" }
    if (plan.rows.length < 1 || plan.rows.length > 24) return { ok: false, reason: "too-many" }
    if (found.planId && plan.reason.length < 3) return { ok: false, reason: "no-reason" }
    const agreedDays = found.rows.filter(({ openMinor }) => openMinor > 0).map(({ dueOn }) => dueOn)
    const wrong = rowProblem(plan.rows, { today: todayOf(actor), agreedDays })
    if (wrong) return { ok: false, row: wrong }
    const openMinor = covered.reduce((sum, each) => sum + each.openMinor, 0)
    if (sumOf(plan.rows) !== openMinor) return { ok: false, reason: "not-whole" }

    const before = found.planId
    if (before) closePlan(actor, before, plan.reason)
    const paid = found.rows.filter((row) => row.openMinor === 0).length
    const first = (found.rows[0]?.position ?? 1) + paid
    const rows = plan.rows.map((row, index) => ({ ...row, position: first + index }))
    const planId = writePlan(
      actor,
      {
        familyId: found.invoice.familyId,
        ...(before ? { replacesId: before, reason: plan.reason } : {}),
      },
      spread(rows, covered),
    )
    rememberForm(actor, plan.formKey, planId)
    acceptAsks(actor, planId)
    const verb = before ? "change-plan" : "agree-plan"
    const reach = afterwards(actor, planId, { verb, reason: plan.reason || null })
    return { ok: true, planId, isChange: before !== null, count: rows.length, reach }
  })
}

const sumOf = (rows: readonly Proposed[]): number =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** An invoice whose email waits can still be taken back: its family hears of no plan before that. */
const isHeld = (actor: Actor, covered: readonly { invoiceId: string }[]): boolean =>
  listHeld(
    actor,
    covered.map(({ invoiceId }) => invoiceId),
  ).size > 0

/** Ends a plan: what is open is due on the dates of its invoices again. */
export function endPlan(
  actor: Actor,
  invoiceId: string,
  reason: string,
): Result<{ planId: string; reach: Reach }, PlanRefusal> {
  return transact(() => {
    const found = findPlannable(actor, invoiceId)
    if (found?.planId && isHeld(actor, found.invoices)) return { ok: false, reason: "held" }
    const planId = found?.planId
    if (!planId || !closePlan(actor, planId, reason)) return { ok: false, reason: "no-plan" }
    return { ok: true, planId, reach: afterwards(actor, planId, { verb: "end-plan", reason }) }
  })
}

/** What an Undo takes back: that a plan was agreed or changed, or that it was ended. */
export type PlanUndo = "undo-agree" | "undo-end"

const undone = "Undone"

/** Takes the last step back; the plan before stands again. Refused once there was another step. */
export function undoPlan(
  actor: Actor,
  { invoiceId, planId, step }: { invoiceId: string; planId: string; step: PlanUndo },
): Result<{ reach: Reach }, PlanRefusal> {
  return transact(() => {
    const plan = findPlan(actor, planId)
    const covers = plan && listPlanInvoices(actor, planId).some((each) => each.invoiceId === invoiceId)
    if (!covers) return { ok: false, reason: "no-plan" }
    if (step === "undo-end") {
      if (plan.endedAt === null || plan.endReason === undone || !reopenPlan(actor, planId))
        return { ok: false, reason: "too-late" }
      return { ok: true, reach: afterwards(actor, planId, { verb: "undo-plan", reason: null }) }
    }
    if (!closePlan(actor, planId, undone)) return { ok: false, reason: "too-late" }
    reopenAsks(actor, planId)
    const standing = plan.replacesId && reopenPlan(actor, plan.replacesId) ? plan.replacesId : planId
    return { ok: true, reach: afterwards(actor, standing, { verb: "undo-plan", reason: null }) }
  })
}

type Step = {
  verb: "agree-plan" | "change-plan" | "end-plan" | "undo-plan"
  reason: string | null
}

/** What every step does: charges are announced anew, the activity has it, the payers learn of it. */
function afterwards(actor: Actor, planId: string, { verb, reason }: Step): Reach {
  const covered = listPlanInvoices(actor, planId).flatMap(
    ({ invoiceId }) => findInvoice(actor, invoiceId) ?? [],
  )
  dropAnnounced(
    actor,
    covered.map(({ id }) => id),
  )
  const count = listPlanRows(actor, planId).length
  for (const { id, number } of covered)
    recordEvent(actor, `invoice.${verb}`, id, { after: { number, installments: count, reason } })
  return tellOfPlan(actor, covered, { isOver: findPlan(actor, planId)?.endedAt !== null, verb, reason })
}

/** Emails each payer of the invoices what is due when, in the caller's transaction. Answers whom it leaves for. */
function tellOfPlan(
  actor: Actor,
  covered: readonly Invoice[],
  { isOver, verb, reason }: { isOver: boolean; verb: string; reason: string | null },
): Reach {
  const mail = { template: "payment-plan", schoolId: actor.school.id } as const
  const owing = listOwing(covered)
  for (const { name, email, payerId, first, theirs } of owing) {
    const claims = theirs.flatMap((invoice) => claimsFor(invoice, payerId))
    const openMinor = claims.reduce((sum, each) => sum + each.openMinor, 0)
    const money = (amountMinor: number) => formatMoney(amountMinor, first.currency, actor.school)
    if (!email) continue
    queueMail({
      ...mail,
      recipient: email,
      data: {
        schoolName: actor.school.name,
        recipientName: name,
        act: isOver ? "ended" : verb === "change-plan" ? "changed" : "agreed",
        numbers: joinNames(theirs.map(({ number }) => number ?? "")),
        several: theirs.length > 1,
        open: money(openMinor),
        installments: byDay(claims).map(([day, amountMinor]) => [
          formatDate(day, "full", actor.school),
          money(amountMinor),
        ]),
        reason,
        invoiceId: first.id,
        hasPortal: portalsOf(actor, first)(payerId),
        linkId: linkForMail(
          actor,
          { invoiceId: first.id, dueOn: claims.at(-1)?.dueOn ?? first.dueOn },
          { payerId, name, email },
        ),
        howToPay: howToPay(actor, first, openMinor),
      },
    })
  }
  return reachOf(mail, owing)
}

function claimsFor(invoice: Invoice, payerId: string | null): Claim[] {
  return claimsOfPayer(invoice.claims, invoice.shares, payerId)
}

function byDay(claims: readonly Claim[]): [day: string, amountMinor: number][] {
  const sums = new Map<string, number>()
  for (const { dueOn, openMinor } of claims) sums.set(dueOn, (sums.get(dueOn) ?? 0) + openMinor)
  return [...sums].sort(([a], [b]) => a.localeCompare(b))
}

/** Says how the family's invoices are divided from now on; one payment ends the rule. */
export function changePlanRule(
  actor: Actor,
  familyId: string,
  { count, rhythm }: { count: number; rhythm: PlanRhythm },
) {
  transact(() => {
    const before = findPlanRule(actor, familyId)
    if ((before?.count ?? 1) === count && (count === 1 || before?.rhythm === rhythm)) return
    remove(actor, planRules, eq(planRules.familyId, familyId))
    if (count > 1) add(actor, planRules, { familyId, count, rhythm, madeBy: actor.memberId })
    if (count > 1) recordEvent(actor, "family.set-plan-rule", familyId, { after: { installments: count } })
    else recordEvent(actor, "family.drop-plan-rule", familyId)
  })
}
