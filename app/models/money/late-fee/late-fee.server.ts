import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { charges } from "db/schema/money"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addAll, changeSchool, select } from "~/models/foundation/access/door.server"
import { recordEvent, recordEvents } from "~/models/foundation/audit/audit.server"
import { todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { addDays } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { type LateFeeRule, lateFeeOf, stepsDue } from "./late-fee"
import type { LateFeeForm } from "./late-fee-form"
import {
  claimKey,
  type LateInvoice,
  listChargeable,
  listChargedSoon,
  listOverdue,
  listSteps,
} from "./late-invoices.server"

// Late fees of overdue invoices, and of overdue installments of them. Each is charged once: a waived one too is not charged again.

/** The school's rule. */
export function findLateFeeRule(actor: Actor): LateFeeRule {
  const school = select({
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
    changeSchool(actor, {
      lateFeeKind: after.kind,
      lateFeeMinor: after.amountMinor,
      lateFeeRate: after.rate,
      lateFeeAfterDays: after.afterDays,
      lateFeeIsMonthly: after.isMonthly,
      lateFeeCapMinor: after.capMinor,
    })
    recordEvent(actor, { verb: "change-late-fee", noun: "school", nounId: actor.school.id, before, after })
  })
}

/** Invoices of one step; a step asks the same few statements for any number of them. */
const invoicesInStep = 40

/** Charges every late fee that has come due by today. Answers how many. */
export function chargeLateFees(actor: Actor): number {
  let [charged, behind]: [number, string | undefined] = [0, ""]
  while (behind !== undefined) {
    const step = chargeNextLateFees(actor, behind)
    charged += step.charged
    behind = step.behind
  }
  return charged
}

/**
 * The same for the next overdue invoices.
 * @returns how many were charged, and the invoice that the next step goes on behind until there is none
 */
export function chargeNextLateFees(
  actor: Actor,
  behind = "",
  most = invoicesInStep,
): { charged: number; behind: string | undefined } {
  const rule = findLateFeeRule(actor)
  if (rule.kind === "none") return { charged: 0, behind: undefined }
  const day = todayOf(actor)
  const before = addDays(day, 1 - rule.afterDays)
  const ids = listOverdue(actor, { before, behind, most })
  const charged = chargeFees(actor, ids, rule, ({ dueOn }) => stepsDue(rule, dueOn, day))
  return { charged: charged.length, behind: ids.length === most ? ids.at(-1) : undefined }
}

/** Charges what one invoice has come to by the school's rule; nothing when it is paid, or charged already. Answers how many. */
export function chargeLateFee(actor: Actor, invoiceId: string, rule = findLateFeeRule(actor)): number {
  const day = todayOf(actor)
  return chargeFees(actor, [invoiceId], rule, ({ dueOn }) => stepsDue(rule, dueOn, day)).length
}

/**
 * Charges one more late fee for an overdue invoice, whatever its days: a reminder goes out that says so. Answers the fee in
 * minor units, 0 for none.
 */
export function chargeNextLateFee(actor: Actor, invoiceId: string): number {
  const rule = findLateFeeRule(actor)
  if (rule.kind === "none") return 0
  const day = todayOf(actor)
  const [fee] = chargeFees(actor, [invoiceId], rule, ({ dueOn }, made) => (dueOn < day ? made + 1 : made))
  return fee?.amountMinor ?? 0
}

type NewFee = { invoice: LateInvoice; lateStep: number; amountMinor: number }

/** Charges the fees that are missing up to the number that each invoice’s due date has come to. */
function chargeFees(
  actor: Actor,
  invoiceIds: readonly string[],
  rule: LateFeeRule,
  feesDue: (invoice: { dueOn: string }, made: number) => number,
): NewFee[] {
  if (invoiceIds.length === 0) return []
  return transact(() => {
    const day = todayOf(actor)
    const late = listChargeable(actor, invoiceIds, day)
    const soon = listChargedSoon(actor, late, day)
    const known = groupBy(listSteps(actor, invoiceIds), ({ invoiceId }) => invoiceId)
    const fees = late.flatMap((invoice) => {
      if (soon.has(claimKey(invoice))) return []
      const all = [...(known.get(invoice.id) ?? [])]
      const made = all.filter(({ lateDueOn }) => lateDueOn === invoice.dueOn)
      const steps = feesDue(invoice, made.length)
      const charged: NewFee[] = []
      for (let lateStep = 1; lateStep <= steps; lateStep += 1) {
        if (made.some((each) => each.lateStep === lateStep)) continue
        const before = [...all.filter(({ withdrawnAt }) => withdrawnAt === null), ...charged].reduce(
          (sum, { amountMinor }) => sum + amountMinor,
          0,
        )
        const amountMinor = lateFeeOf(rule, invoice.lateMinor, before)
        if (amountMinor <= 0) break
        charged.push({ invoice, lateStep, amountMinor })
      }
      return charged
    })
    insertFees(actor, fees, day)
    return fees
  })
}

function insertFees(actor: Actor, fees: readonly NewFee[], day: string) {
  if (fees.length === 0) return
  addAll(
    actor,
    charges,
    fees.map(({ invoice, lateStep, amountMinor }) => ({
      familyId: invoice.familyId,
      source: "late_fee" as const,
      lateInvoiceId: invoice.id,
      lateStep,
      lateDueOn: invoice.dueOn,
      description: `Late fee, invoice ${invoice.number ?? ""}`.trim(),
      reason: `Due ${formatDate(invoice.dueOn, "medium", actor.school)}`,
      occurredOn: day,
      amountMinor,
    })),
  )
  recordEvents(
    actor,
    fees.map(({ invoice, amountMinor }) => ({
      verb: "charge-late-fee",
      noun: "invoice",
      nounId: invoice.id,
      after: { number: invoice.number, amountMinor },
    })),
  )
}
