import { transact } from "db/client.server"
import { charges } from "db/schema/money"
import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm"
import { taxOf, withTax } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { add, select } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { livingFamily } from "~/models/people/family/merged-family.server"
import { todayOf } from "~/utils/clock.server"
import { addMonths, afterAllDays, monthBounds, monthOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { answerColumns } from "../charge/fee-answers.server"
import { type Answer, isDecided, readHistory, settlementOf } from "../charge/month-history"
import { taxedColumns, withdrawAll } from "../charge/seat-charges.server"
import { shareText, tuitionOf } from "../tuition/tuition"
import { findTuitionRule, readStoredRule } from "../tuition/tuition-rule.server"
import { type Hired, listHired } from "./charge-hires.server"
import { hireShare } from "./hire"

// What is charged of a hire's last two months follows its last day, however often that moves: a month that isn't invoiced is
// replaced, one that is gets a correction, and what that lacks or has too much later is an item of the next invoice.

/** Why a last day withdrew a charge, as every earlier one has it stored. */
const hireEnded = "Hire ended"

/** Adjusts this month and the last to the last day of a hire. Answers how many months were adjusted. */
export function settleHire(actor: Actor, hireId: string): number {
  return transact(() => {
    const thisMonth = monthOf(todayOf(actor))
    const lastMonth = monthOf(addMonths(`${thisMonth}-01`, -1))
    const [hire] = listHired(actor, { from: "0000-01-01", to: afterAllDays, hireId })
    if (!hire) return 0
    const months = groupBy(listCharged(actor, hireId, lastMonth), ({ month }) => month)
    const corrections = groupBy(
      listCorrections(
        actor,
        [...months.values()].flat().map(({ chargeId }) => chargeId),
      ),
      ({ corrected }) => corrected,
    )
    return [...months.values()].filter((of) =>
      settleMonth(
        actor,
        hire,
        of,
        of.flatMap(({ chargeId }) => corrections.get(chargeId) ?? []),
      ),
    ).length
  })
}

/** Every charge of some months that names the hire, standing or not, in the order in which they were made. */
const listCharged = (actor: Actor, hireId: string, fromMonth: string) =>
  select({
    ...answerColumns,
    ...taxedColumns,
    month: sql<string>`${charges.month}`,
    ...columns(charges, "familyId", "studentId", "description", "reason", "occurredOn"),
    ...columns(charges, "feeRule", "createdAt", "withdrawnAt", "withdrawnReason"),
  })
    .from(charges)
    .where(and(own(actor, charges), eq(charges.hireId, hireId), gte(charges.month, fromMonth)))
    .orderBy(sql`+${charges.id}`)
    .all()

type Charged = ReturnType<typeof listCharged>[number]

const listCorrections = (actor: Actor, chargeIds: readonly string[]) =>
  select({ ...answerColumns, corrected: sql<string>`${charges.correctsChargeId}` })
    .from(charges)
    .where(
      and(
        own(actor, charges),
        inArray(charges.correctsChargeId, [...chargeIds]),
        isNull(charges.withdrawnAt),
      ),
    )
    .all()

/**
 * True where there was something to do. A month whose amount the office has decided since it was adjusted stays, and an amount that
 * it gave by hand is cut only by a last day within the month.
 */
function settleMonth(
  actor: Actor,
  hire: Hired,
  all: readonly Charged[],
  corrections: readonly Answer[],
): boolean {
  const items = all.filter(({ source }) => source === "item")
  const history = readHistory(
    all.filter(({ source }) => source === "hire"),
    hireEnded,
  )
  if (!history || history.isByHand || isDecided(items, hireEnded)) return false
  const { last, original, isAgreed } = history
  const rule = readStoredRule(original.feeRule) ?? findTuitionRule(actor)
  const share = hireShare(rule, hire, last.month)
  const due = withTax(share ? tuitionOf(hire.priceMinor, share) : 0, taxOf(original))
  const endedMinor = endsWithin(hire, last.month)
    ? Math.min(due.amountMinor, original.amountMinor)
    : original.amountMinor
  const wantedMinor = isAgreed ? endedMinor : due.amountMinor
  const standing = items.filter(({ withdrawnAt }) => withdrawnAt === null)
  const settlement = settlementOf(last, [...corrections, ...standing], {
    wantedMinor,
    wholeMinor: Math.max(original.amountMinor, wantedMinor),
  })
  if (!settlement) return false
  const { withdraw, targetMinor, differenceMinor, isCorrected } = settlement
  withdrawAll(actor, withdraw, hireEnded)
  const part = share && shareText(share)
  const reason = part ? `Instrument rental, ${part}` : "Instrument rental"
  if (differenceMinor === null) {
    const amount = targetMinor === due.amountMinor ? due : within(original, targetMinor)
    const facts = { source: "hire", reason, feeRule: JSON.stringify(rule) } as const
    if (targetMinor > 0) write(actor, last, { ...facts, ...ofHire(hire, last), ...amount })
  } else if (differenceMinor < 0 && !isCorrected) {
    const facts = { source: "correction", correctsChargeId: last.chargeId, reason: "Rental ended" } as const
    write(actor, last, { ...facts, ...within(original, differenceMinor) })
  } else if (differenceMinor !== 0) {
    const text = differenceMinor > 0 ? `${original.reason}, rest` : reason
    const facts = { source: "item", reason: text, ...ofHire(hire, last) } as const
    write(actor, last, { ...facts, ...within(original, differenceMinor) })
  }
  recordEvent(actor, {
    verb: "settle",
    noun: "hire",
    nounId: hire.hireId,
    before: { amountMinor: settlement.standsMinor },
    after: { item: hire.item, month: last.month, amountMinor: targetMinor },
  })
  return true
}

const endsWithin = ({ endsOn }: Hired, month: string) => endsOn !== null && endsOn < monthBounds(month).last

const ofHire = ({ hireId }: Hired, { month }: Charged) => ({ hireId, month })

/** An amount with the month's tax within it, however that was added. */
function within(charged: Charged, amountMinor: number) {
  const tax = taxOf(charged)
  return { ...withTax(amountMinor, tax && { ...tax, isAdded: false }), taxIsAdded: charged.taxIsAdded }
}

type Facts = Partial<typeof charges.$inferInsert> &
  Pick<typeof charges.$inferInsert, "source" | "reason" | "amountMinor">

/** A charge with the text and the day of an earlier one; of the account that goes on, where two were merged. */
const write = (actor: Actor, { familyId, studentId, description, occurredOn }: Charged, facts: Facts) =>
  void add(actor, charges, {
    ...facts,
    ...newRow(actor),
    familyId: livingFamily(actor, familyId),
    studentId,
    description,
    occurredOn,
  })
