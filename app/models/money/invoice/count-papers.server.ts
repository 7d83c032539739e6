import type { Actor } from "~/models/foundation/access/actor"
import { groupBy } from "~/utils/group-by"
import { listUnbilledCharges, type UnbilledFilter } from "../charge/unbilled.server"
import { isEmailed, type Payer } from "../payer/payer"
import { findInvoice } from "./invoice.server"
import { isSplitByOther, type Line, listSplitFacts, readCharges } from "./invoice-lines.server"
import { payersOfPapers } from "./payer-papers.server"

// How many invoices a family gets: one, or one for each payer who has a part of it. Counted by the rule that issues them,
// so that a button says what will be made.

type PaperCount = {
  invoices: number
  /** Those whose payers have no email, or one that comes back. */
  toPrint: number
}

type PayingFamily = { familyId: string; payers: readonly Payer[] }

/** The invoices of each family for its unbilled charges, by the family's id. */
export function countPapers(
  actor: Actor,
  families: readonly PayingFamily[],
  period: Pick<UnbilledFilter, "from" | "to">,
): Map<string, PaperCount> {
  const divided = families.filter(({ payers }) => isDivided(payers)).map(({ familyId }) => familyId)
  const charges = divided.length === 0 ? [] : listUnbilledCharges(actor, { ...period, familyIds: divided })
  const facts = listSplitFacts(
    actor,
    charges.filter(({ source }) => isSplitByOther(source)).map(({ chargeId }) => chargeId),
  )
  const linesOf = groupBy(
    charges.map((charge) => ({ ...charge, ...facts.get(charge.chargeId) })),
    ({ familyId }) => familyId,
  )
  return new Map(
    families.map(({ familyId, payers }) => [familyId, countOfLines(linesOf.get(familyId) ?? [], payers)]),
  )
}

/** The invoices that a draft becomes when it is sent. */
export function countPapersOfDraft(actor: Actor, draftId: string, payers: readonly Payer[]): number {
  if (!isDivided(payers)) return 1
  const draft = findInvoice(actor, draftId)
  const lines = draft?.groups.flatMap((group) => group.lines) ?? []
  const chargeIds = lines.flatMap(({ chargeId }) => chargeId ?? [])
  return countOfLines(readCharges(actor, draft?.familyId ?? "", chargeIds).open, payers).invoices
}

const isDivided = (payers: readonly Payer[]) =>
  payers.length > 1 && payers.some((payer) => payer.hasOwnInvoice)

function countOfLines(lines: readonly Line[], payers: readonly Payer[]): PaperCount {
  const papers = isDivided(payers) ? payersOfPapers(lines, payers) : [payers]
  return {
    invoices: papers.length,
    toPrint: papers.filter((those) => those.every((payer) => !isEmailed(payer))).length,
  }
}
