import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { charges, invoices } from "db/schema/money"
import { autoCharges } from "db/schema/money-auto-pay"
import { installments } from "db/schema/money-plans"
import { and, eq, gte, inArray, isNull, lt, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addAll, changeSchool, ownRows, select, selectDistinct } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent, recordEvents } from "~/models/foundation/audit/audit.server"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { heldByUs, latestDays } from "../auto-pay/auto-pay"
import { autoPayRefusal } from "../auto-pay/auto-pay-rule.server"
import { isFreeOfOrders } from "../invoice/orders-under-way.server"
import { isFreeOfPauses } from "../invoice/overdue-invoices.server"
import { claimAmount, dueDay, overdueAmount } from "../payment/due-day.server"
import { isOpen } from "../payment/open-amount.server"
import { type LateFeeRule, lateFeeOf, stepsDue } from "./late-fee"
import type { LateFeeForm } from "./late-fee-form"

// What late fees are worked out from: the same few statements for any number of invoices.

type LateInvoice = { id: string; familyId: string; number: string | null; dueOn: string }

/** The next invoices with something that was due before a day, by id; of them or of an installment. */
function listOverdue(actor: Actor, next: Next): string[] {
  const overdue = new Set([...listLate(actor, next), ...listLateByPlan(actor, next)])
  return [...overdue].sort().slice(0, next.most)
}

type Next = { before: string; behind: string; most: number }

/** The next ids of a list that is read by an index of its own: with the plus they are sorted, not looked up. */
const nextIds = (behind: string) => sql`+${invoices.id} > ${behind}`
const byId = sql`+${invoices.id}`

const listLate = (actor: Actor, { before, behind, most }: Next): string[] =>
  ownRows(actor, invoices, ["id"])
    .where(and(isOpen, lt(invoices.dueOn, before), sql`${dueDay} < ${before}`, nextIds(behind)))
    .orderBy(byId)
    .limit(most)
    .all()
    .map(({ id }) => id)

/** An installment can be late before the date on its invoice. */
const listLateByPlan = (actor: Actor, { before, behind, most }: Next): string[] =>
  selectDistinct({ id: invoices.id })
    .from(installments)
    .innerJoin(invoices, joined(invoices, installments.invoiceId))
    .where(
      and(
        own(actor, installments),
        isNull(installments.endedAt),
        lt(installments.dueOn, before),
        sql`${claimAmount} > 0`,
        nextIds(behind),
      ),
    )
    .orderBy(byId)
    .limit(most)
    .all()
    .map(({ id }) => id)

/** Those of some invoices that are overdue and free to be charged for it. */
const listChargeable = (actor: Actor, invoiceIds: readonly string[], day: string) =>
  select({
    ...columns(invoices, "id", "familyId", "number", "state"),
    dueOn: dueDay,
    lateMinor: overdueAmount(day),
    // Who was given time, or has paid what the provider still holds, isn't charged for it.
    isFree: sql<number>`${isFreeOfPauses(day)} and ${isFreeOfOrders()}`.mapWith(Boolean),
  })
    .from(invoices)
    .where(
      and(
        own(actor, invoices),
        sql`invoices.id in (select value from json_each(${JSON.stringify(invoiceIds)}))`,
      ),
    )
    .all()
    .filter(({ state, lateMinor, isFree }) => state === "issued" && lateMinor > 0 && isFree)

const claimKey = ({ id, dueOn }: Pick<LateInvoice, "id" | "dueOn">) => `${id} ${dueOn}`

/**
 * For which due dates a payer was told to do nothing: an automatic charge of what is due was announced, and hasn't failed, or waits for
 * a reason that isn't theirs. One whose day has passed, or that the school holds or can no longer make, isn't coming.
 */
const listChargedSoon = (actor: Actor, late: readonly LateInvoice[], day: string): ReadonlySet<string> =>
  new Set(
    ownRows(actor, autoCharges, { id: autoCharges.invoiceId, dueOn: autoCharges.dueOn })
      .where(
        and(
          sql`(${autoCharges.invoiceId}, ${autoCharges.dueOn}) in (select value ->> 0, value ->> 1
            from json_each(${JSON.stringify(late.map(({ id, dueOn }) => [id, dueOn]))}))`,
          or(
            eq(autoCharges.state, "charging"),
            autoPayRefusal(actor) === undefined
              ? or(
                  and(
                    eq(autoCharges.state, "announced"),
                    gte(autoCharges.nextTryOn, addDays(day, -latestDays)),
                  ),
                  and(eq(autoCharges.state, "held"), inArray(autoCharges.holdKind, heldByUs)),
                )
              : undefined,
          ),
          eq(autoCharges.failures, 0),
        ),
      )
      .all()
      .map(claimKey),
  )

const listSteps = (actor: Actor, invoiceIds: readonly string[]) =>
  ownRows(actor, charges, {
    invoiceId: sql<string>`${charges.lateInvoiceId}`,
    ...columns(charges, "lateStep", "lateDueOn", "amountMinor", "withdrawnAt"),
  })
    .where(among(charges.lateInvoiceId, invoiceIds))
    .all()

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

/** The rule that a form says. */
export const ruleTyped = ({
  kind,
  amount,
  percent,
  afterDays,
  isMonthly,
  cap,
}: LateFeeForm): LateFeeRule => ({
  kind,
  amountMinor: kind === "fixed" ? (amount ?? null) : null,
  rate: kind === "percent" ? (percent ?? null) : null,
  afterDays,
  isMonthly,
  capMinor: cap ?? null,
})

/** Changes the rule. Invoices that are overdue already get their fee by the new one. */
export function changeLateFee(actor: Actor, form: LateFeeForm) {
  transact(() => {
    const before = findLateFeeRule(actor)
    const after = ruleTyped(form)
    changeSchool(actor, {
      lateFeeKind: after.kind,
      lateFeeMinor: after.amountMinor,
      lateFeeRate: after.rate,
      lateFeeAfterDays: after.afterDays,
      lateFeeIsMonthly: after.isMonthly,
      lateFeeCapMinor: after.capMinor,
    })
    recordEvent(actor, "school.change-late-fee", actor.school.id, { before, after })
  })
}

/** Invoices of one step; a step asks the same few statements for any number of them. */
const invoicesInStep = 40

/**
 * Charges the late fees of the next overdue invoices that have come due by today.
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
      // A fee that was changed by hand is two rows of one step.
      const steps = feesDue(invoice, new Set(made.map(({ lateStep }) => lateStep)).size)
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
    "invoice.charge-late-fee",
    fees.map(({ invoice, amountMinor }) => ({
      nounId: invoice.id,
      after: { number: invoice.number, amountMinor },
    })),
  )
}
