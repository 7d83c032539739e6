import type { Actor } from "~/models/foundation/access/actor"
import type { Payer } from "../payer/payer"
import { sharesOf, splitLines } from "../payer/split"
import { offerLines, offerPeriod } from "./offer-lines.server"

/** What each payer's next invoice, or share of it, would come to now; undefined when nothing is ready to invoice. */
export function previewNext(actor: Actor, familyId: string, payers: readonly Payer[]) {
  const lines = offerLines(actor, { familyId, ...offerPeriod(actor, familyId) })?.lines ?? []
  const totalMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (lines.length === 0 || totalMinor < 0) return undefined
  const own = splitLines(lines, payers)
  return {
    totalMinor,
    payers: sharesOf(lines, payers).map((amountMinor, index) => ({
      name: payers[index]?.name ?? "",
      items: own[index]?.filter((line) => line.amountMinor !== 0).length ?? 0,
      amountMinor,
    })),
  }
}
