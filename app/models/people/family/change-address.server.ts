import { transact } from "db/client.server"
import { families } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { addressInLine } from "~/utils/postal-address"
import type { Result } from "~/utils/result"

/** Gives a family an address, as it is kept, or none. Sent invoices don’t change. */
export function changeFamilyAddress(
  actor: Actor,
  familyId: string,
  address: string | null,
): Result<object, "no-family"> {
  return transact(() => {
    const before = find(actor, families, familyId)
    if (!before) return { ok: false, reason: "no-family" }
    if (before.address === address) return { ok: true }
    change(actor, families, familyId, { address })
    recordEvent(actor, "family.change-address", familyId, {
      before: { address: addressInLine(before.address) || null },
      after: { address: addressInLine(address) || null },
    })
    return { ok: true }
  })
}
