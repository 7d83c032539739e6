import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { tellApart } from "~/models/people/family/family-name.server"
import { now } from "~/utils/clock.server"
import { addDays, monthBounds, monthOf } from "~/utils/dates"
import { today } from "~/utils/zones"
import { listUnbilledFamilies, unbilledPeriod } from "../charge/unbilled.server"
import { saveDraft } from "./draft-invoice.server"
import { type IssueRefusal, issueRefusals } from "./invoice"
import type { BatchFamily } from "./invoice-batch"
import { listPayersOf } from "./invoice-payers.server"
import { issueInvoice } from "./issue-invoice.server"
import { offerLines } from "./offer-lines.server"

// An invoice run bills many families at once. The preview shows each invoice; each is then made on its own, so that one
// family's refusal doesn't stop the others.

/** The period a batch begins with: from the oldest line to the end of last month, or to today when only this month has lines. */
export function batchPeriod(actor: Actor): { from: string; to: string } {
  const { first } = monthBounds(monthOf(today(actor.school.timeZone, now())))
  const to = addDays(first, -1)
  const oldest = unbilledPeriod(actor, { to })?.from
  if (oldest) return { from: oldest, to }
  const day = today(actor.school.timeZone, now())
  return { from: unbilledPeriod(actor, { to: day })?.from ?? first, to: day }
}

/** Every family with unbilled lines in a period (dates, both included), by name. */
export function offerBatch(actor: Actor, { from, to }: { from: string; to: string }): BatchFamily[] {
  const found = tellApart(actor, listUnbilledFamilies(actor, { from, to }))
  const payersOf = listPayersOf(
    actor,
    found.map(({ familyId, familyName }) => ({ id: familyId, name: familyName })),
  )
  return found.map(({ familyId, familyName, familyChildren, charges, amountMinor }) => {
    const payers = payersOf.get(familyId) ?? []
    const reason: IssueRefusal | null =
      amountMinor < 0 ? "negative-total" : payers.length === 0 ? "no-payer" : null
    return {
      familyId,
      familyName,
      familyChildren,
      lines: charges,
      amountMinor,
      payers: payers.map(({ name }) => name).join(" and "),
      problem: reason && issueRefusals[reason],
    }
  })
}

export type BatchChoice = {
  from: string
  to: string
  /** `YYYY-MM-DD` */
  dueOn: string
  note: string | null
  familyIds: readonly string[]
  /** Only kept as drafts, sent later one by one. */
  asDrafts: boolean
}

/**
 * Makes one invoice for each family named, of all its lines of the period as they are now. Families that are not the
 * school's, or have nothing left to bill because someone was quicker, are named in `refused` like every other refusal.
 */
export function billBatch(actor: Actor, { familyIds, asDrafts, ...choice }: BatchChoice) {
  const refused: { familyId: string; familyName: string; reason: string }[] = []
  let made = 0
  for (const familyId of new Set(familyIds)) {
    const offer = offerLines(actor, { familyId, from: choice.from, to: choice.to })
    const idsOf = (isUncharged: boolean) =>
      (offer?.lines ?? []).filter(({ source }) => (source === "telling") === isUncharged).map(({ id }) => id)
    const paper = { ...choice, familyId, chargeIds: idsOf(false), unchargedSeatIds: idsOf(true) }
    const answer = asDrafts ? saveDraft(actor, paper) : issueInvoice(actor, paper)
    if (answer.ok) made += 1
    else
      refused.push({
        familyId,
        familyName: offer?.family.name ?? "A family",
        reason: batchRefusal(answer.reason),
      })
  }
  if (made > 0)
    recordEvent(actor, {
      verb: asDrafts ? "draft-batch" : "bill-batch",
      noun: "school",
      nounId: actor.school.id,
      after: { made, refused: refused.length, from: choice.from, to: choice.to },
    })
  return { made, refused: tellApart(actor, refused) }
}

/** In a batch no one ticked lines: nothing to bill means that someone else has billed it. */
const batchRefusal = (reason: IssueRefusal): string =>
  reason === "nothing-to-bill" ? "Someone else has already invoiced this family." : issueRefusals[reason]
