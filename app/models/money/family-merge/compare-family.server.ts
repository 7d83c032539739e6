import type { Actor } from "~/models/foundation/access/actor"
import { findFamily } from "~/models/people/family/family.server"
import { fullName } from "~/utils/names"
import { familyBalance } from "../ledger/ledger.server"
import { listOutsidePayers } from "../payer/outside-payers.server"
import type { ComparedFamily } from "./family-merge"

/** What is known of a family, for the comparison; undefined when the school has none such. */
export function compareFamily(actor: Actor, familyId: string): ComparedFamily | undefined {
  const found = findFamily(actor, familyId)
  return (
    found && {
      id: found.id,
      name: found.name,
      address: found.address,
      students: found.students.map(fullName),
      guardians: found.guardians.map(({ name, email, phone, memberId }) => ({
        name,
        email,
        phone,
        hasAccess: memberId !== null,
      })),
      payers: listOutsidePayers(actor, [familyId]).map(({ name, email }) => ({ name, email })),
      balanceMinor: familyBalance(actor, familyId),
    }
  )
}
