import { families } from "db/schema/people"
import { withTax } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { listPayers } from "~/models/money/payer/payer-key.server"
import { todayOf } from "~/utils/clock.server"
import { monthBounds, monthOf } from "~/utils/dates"
import { listUnbilledCharges, unbilledPeriod } from "../charge/unbilled.server"
import { listUnchargedSeats } from "../charge/uncharged-seats.server"
import type { OfferedLine } from "./invoice"
import { findInvoice } from "./invoice.server"
import { isSplitByOther, listSplitFacts } from "./invoice-lines.server"

// The lines an invoice can include: a family's unbilled charges of a period, and its uncharged lessons as zero lines.

/** Lines by date, with the family and who would pay; undefined when the school has no such family. Dates `YYYY-MM-DD`, both included. */
export function offerLines(actor: Actor, choice: { familyId: string; from: string; to: string }) {
  const family = familyQuery.get(actor, { familyId: choice.familyId })
  if (!family) return undefined
  const unbilled = listUnbilledCharges(actor, choice)
  const facts = listSplitFacts(
    actor,
    unbilled.filter(({ source }) => isSplitByOther(source)).map(({ chargeId }) => chargeId),
  )
  const charged = unbilled.map(
    (charge): OfferedLine => ({
      ...facts.get(charge.chargeId),
      id: charge.chargeId,
      source: charge.source,
      mark: charge.source === "seat" ? charge.mark : null,
      studentName: charge.studentName,
      description: charge.description,
      reason: charge.reason,
      occurredOn: charge.occurredOn,
      discounts: charge.discounts,
      amountMinor: charge.amountMinor,
      taxMinor: charge.taxMinor,
      taxName: charge.taxName,
      taxRate: charge.taxRate,
      taxIsAdded: charge.taxIsAdded,
    }),
  )
  const uncharged = listUnchargedSeats(actor, family.id, choice.from, choice.to).map(
    ({ seatId, ...seat }): OfferedLine => ({
      id: seatId,
      source: "telling",
      discounts: [],
      ...withTax(0, null),
      ...seat,
    }),
  )
  const lines = [...charged, ...uncharged].sort(
    (a, b) =>
      a.occurredOn.localeCompare(b.occurredOn) || (a.studentName ?? "").localeCompare(b.studentName ?? ""),
  )
  return { family, payers: listPayers(actor, family), lines }
}

const familyQuery = query((p: Params<{ familyId: string }>, own) =>
  select({ id: families.id, name: families.name }).from(families).where(own(families, p.familyId)),
)

/** The period to offer at first: from what is unbilled longest, at most the first of this month, up to today. */
export function offerPeriod(actor: Actor, familyId: string): { from: string; to: string } {
  const day = todayOf(actor)
  const { first } = monthBounds(monthOf(day))
  const { from, to } = unbilledPeriod(actor, { familyId }) ?? { from: first, to: day }
  return { from: from < first ? from : first, to: to > day ? to : day }
}

/** The ticked lines of a draft: charges match by id, uncharged lessons by their text, since only that is stored. */
export function ticksOfDraft(actor: Actor, draftId: string, lines: readonly OfferedLine[]) {
  const draft = findInvoice(actor, draftId)
  if (draft?.state !== "draft") return undefined
  const draftLines = draft.groups.flatMap(({ lines: those }) => those)
  const chargeIds = new Set(draftLines.map(({ chargeId }) => chargeId))
  const uncharged = new Set(
    draftLines
      .filter(({ chargeId }) => chargeId === null)
      .map((line) => `${line.occurredOn} ${line.description}`),
  )
  const ticked = lines.filter((line) =>
    line.source === "telling"
      ? uncharged.has(`${line.occurredOn} ${line.description}`)
      : chargeIds.has(line.id),
  )
  return { draft, ticked }
}
