import { db, transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { charges, invoices } from "db/schema/money"
import { autoCharges } from "db/schema/money-auto-pay"
import { installments } from "db/schema/money-plans"
import { and, eq, gte, isNull, lt, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { addDays } from "~/utils/dates"
import { today } from "~/utils/zones"
import { latestDays } from "../auto-pay/auto-pay"
import { autoPayRefusal } from "../auto-pay/auto-pay-rule.server"
import { isFreeOfOrders } from "../family-invoice/orders-under-way.server"
import { claimAmount, dueDay, overdueAmount } from "../payment/due-day.server"
import { isOpen } from "../payment/open-amount.server"
import { isFreeOfPauses } from "./free-of-pauses.server"
import { type LateFeeRule, lateFeeOf, stepsDue } from "./late-fee"
import type { LateFeeForm } from "./late-fee-form"

// Late fees of overdue invoices, and of overdue installments of them. Each is charged once: a waived one too is not charged again.

/** The school's rule. */
export function findLateFeeRule(actor: Actor): LateFeeRule {
  const school = db()
    .select({
      kind: schools.lateFeeKind,
      amountMinor: schools.lateFeeMinor,
      rate: schools.lateFeeRate,
      afterDays: schools.lateFeeAfterDays,
      isMonthly: schools.lateFeeIsMonthly,
      capMinor: schools.lateFeeCapMinor,
    })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  if (!school) throw new Error("The school is gone")
  return school
}

/** Changes the rule. Invoices that are overdue already get their fee by the new one. */
export function changeLateFee(
  actor: Actor,
  { kind, amount, percent, afterDays, isMonthly, cap }: LateFeeForm,
) {
  transact(() => {
    const before = findLateFeeRule(actor)
    const after: LateFeeRule = {
      kind,
      amountMinor: kind === "fixed" ? (amount ?? null) : null,
      rate: kind === "percent" ? (percent ?? null) : null,
      afterDays,
      isMonthly,
      capMinor: cap ?? null,
    }
    db()
      .update(schools)
      .set({
        lateFeeKind: after.kind,
        lateFeeMinor: after.amountMinor,
        lateFeeRate: after.rate,
        lateFeeAfterDays: after.afterDays,
        lateFeeIsMonthly: after.isMonthly,
        lateFeeCapMinor: after.capMinor,
      })
      .where(eq(schools.id, actor.school.id))
      .run()
    recordEvent(actor, { verb: "change-late-fee", noun: "school", nounId: actor.school.id, before, after })
  })
}

/** Charges every late fee that has come due by today. Answers how many. */
export function chargeLateFees(actor: Actor): number {
  const rule = findLateFeeRule(actor)
  if (rule.kind === "none") return 0
  const day = today(actor.school.timeZone, now())
  const before = addDays(day, 1 - rule.afterDays)
  const overdue = new Set([...listLate(actor, before), ...listLateByPlan(actor, before)])
  return [...overdue].reduce((sum, id) => sum + chargeLateFee(actor, id, rule), 0)
}

const listLate = (actor: Actor, before: string): string[] =>
  db()
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(own(actor, invoices), isOpen, lt(invoices.dueOn, before), sql`${dueDay} < ${before}`))
    .all()
    .map(({ id }) => id)

/** An installment can be late before the date on its invoice. */
const listLateByPlan = (actor: Actor, before: string): string[] =>
  db()
    .selectDistinct({ id: invoices.id })
    .from(installments)
    .innerJoin(invoices, joined(invoices, installments.invoiceId))
    .where(
      and(
        own(actor, installments),
        isNull(installments.endedAt),
        lt(installments.dueOn, before),
        sql`${claimAmount} > 0`,
      ),
    )
    .all()
    .map(({ id }) => id)

/** Charges what one invoice has come to by the school's rule; nothing when it is paid, or charged already. Answers how many. */
export const chargeLateFee = (actor: Actor, invoiceId: string, rule = findLateFeeRule(actor)): number =>
  chargeFees(actor, invoiceId, rule, ({ dueOn }, day) => stepsDue(rule, dueOn, day)).length

/**
 * Charges one more late fee for an overdue invoice, whatever its days: a reminder goes out that says so. Answers the fee in
 * minor units, 0 for none.
 */
export function chargeNextLateFee(actor: Actor, invoiceId: string): number {
  const rule = findLateFeeRule(actor)
  if (rule.kind === "none") return 0
  const [fee = 0] = chargeFees(actor, invoiceId, rule, ({ dueOn }, day, made) =>
    dueOn < day ? made + 1 : made,
  )
  return fee
}

/** Charges the fees that are missing up to the number an invoice’s due date has come to, each in minor units. */
function chargeFees(
  actor: Actor,
  invoiceId: string,
  rule: LateFeeRule,
  feesDue: (invoice: { dueOn: string }, day: string, made: number) => number,
): number[] {
  return transact(() => {
    const day = today(actor.school.timeZone, now())
    const invoice = db()
      .select({
        id: invoices.id,
        familyId: invoices.familyId,
        number: invoices.number,
        state: invoices.state,
        dueOn: dueDay,
        lateMinor: overdueAmount(day),
        // Who was given time, or has paid what PayPal still holds, isn't charged for it.
        isFree: sql<number>`${isFreeOfPauses(day)} and ${isFreeOfOrders()}`.mapWith(Boolean),
      })
      .from(invoices)
      .where(own(actor, invoices, invoiceId))
      .get()
    if (invoice?.state !== "issued" || invoice.lateMinor <= 0 || !invoice.isFree) return []
    if (isChargedSoon(actor, invoice, day)) return []
    const all = listSteps(actor, invoiceId)
    const made = all.filter(({ lateDueOn }) => lateDueOn === invoice.dueOn)
    const steps = feesDue(invoice, day, made.length)
    const charged: number[] = []
    for (let step = 1; step <= steps; step += 1) {
      if (made.some(({ lateStep }) => lateStep === step)) continue
      const before = all.reduce((sum, each) => sum + (each.withdrawnAt === null ? each.amountMinor : 0), 0)
      const amountMinor = lateFeeOf(rule, invoice.lateMinor, before)
      if (amountMinor <= 0) break
      const fee = { lateStep: step, lateDueOn: invoice.dueOn, amountMinor, withdrawnAt: null }
      insertFee(actor, invoice, fee, day)
      all.push(fee)
      charged.push(amountMinor)
    }
    return charged
  })
}

/**
 * Whether a payer was told to do nothing about it: an automatic charge of what is due was announced, and hasn't failed.
 * One whose day has passed, or that the school can no longer make, isn't coming.
 */
const isChargedSoon = (actor: Actor, { id, dueOn }: { id: string; dueOn: string }, day: string): boolean =>
  db()
    .select({ id: autoCharges.id })
    .from(autoCharges)
    .where(
      and(
        own(actor, autoCharges),
        eq(autoCharges.invoiceId, id),
        eq(autoCharges.dueOn, dueOn),
        or(
          eq(autoCharges.state, "charging"),
          autoPayRefusal(actor) === undefined
            ? and(eq(autoCharges.state, "announced"), gte(autoCharges.nextTryOn, addDays(day, -latestDays)))
            : undefined,
        ),
        eq(autoCharges.failures, 0),
      ),
    )
    .limit(1)
    .get() !== undefined

const listSteps = (actor: Actor, invoiceId: string) =>
  db()
    .select({
      lateStep: charges.lateStep,
      lateDueOn: charges.lateDueOn,
      amountMinor: charges.amountMinor,
      withdrawnAt: charges.withdrawnAt,
    })
    .from(charges)
    .where(and(own(actor, charges), eq(charges.lateInvoiceId, invoiceId)))
    .all()

function insertFee(
  actor: Actor,
  invoice: { id: string; familyId: string; number: string | null; dueOn: string },
  { lateStep, amountMinor }: { lateStep: number; amountMinor: number },
  day: string,
) {
  db()
    .insert(charges)
    .values({
      ...newRow(actor),
      familyId: invoice.familyId,
      source: "late_fee",
      lateInvoiceId: invoice.id,
      lateStep,
      lateDueOn: invoice.dueOn,
      description: `Late fee, invoice ${invoice.number ?? ""}`.trim(),
      reason: `Due ${formatDate(invoice.dueOn, "medium", actor.school)}`,
      occurredOn: day,
      amountMinor,
    })
    .run()
  recordEvent(actor, {
    verb: "charge-late-fee",
    noun: "invoice",
    nounId: invoice.id,
    after: { number: invoice.number, amountMinor },
  })
}
