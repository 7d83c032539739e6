import { transact } from "db/client.server"
import { guardians } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { SharesRefusal } from "~/texts/people/refusals"
import type { Result } from "~/utils/result"
import { findFamily } from "./family.server"

/**
 * Says again who pays which part of a family's invoices from now on, in basis points for every guardian of it. Invoices
 * already issued keep their shares. Refused unless the shares are 10 000 together.
 */
export function changePayerShares(
  actor: Actor,
  familyId: string,
  shares: ReadonlyMap<string, number>,
): Result<void, SharesRefusal> {
  return transact(() => {
    const family = findFamily(actor, familyId)
    if (!family) return { ok: false, reason: "no-family" }
    const isComplete =
      family.guardians.length === shares.size && family.guardians.every(({ id }) => shares.has(id))
    if (!isComplete) return { ok: false, reason: "other-guardians" }
    const parts = [...shares.values()]
    const isWhole = parts.every((part) => Number.isInteger(part) && part >= 0)
    if (!isWhole || parts.reduce((sum, part) => sum + part, 0) !== 10_000)
      return { ok: false, reason: "not-whole" }
    for (const [guardianId, payerShare] of shares) change(actor, guardians, guardianId, { payerShare })
    recordEvent(actor, "family.change-shares", familyId, {
      before: family.guardians.map(({ name, payerShare }) => ({ name, payerShare })),
      after: family.guardians.map(({ id, name }) => ({ name, payerShare: shares.get(id) })),
    })
    return { ok: true }
  })
}
