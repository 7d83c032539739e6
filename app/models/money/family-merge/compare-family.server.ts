import type { Actor } from "~/models/foundation/access/actor"
import { findFamily } from "~/models/people/family/family.server"
import { familyLabel } from "~/models/people/family/family-name"
import { fullName } from "~/utils/names"
import { addressInLine } from "~/utils/postal-address"
import { familyBalance } from "../ledger/ledger.server"
import { listOutsidePayers } from "../payer/outside-payers.server"
import type { ComparedFamily } from "./family-merge"

/** Two families to compare, told apart where they have one name; undefined when the school hasn't both. */
export function compareFamilies(
  actor: Actor,
  { keepId, goneId }: { keepId: string; goneId: string },
): { keep: ComparedFamily; gone: ComparedFamily } | undefined {
  const [keep, gone] = [compareFamily(actor, keepId), compareFamily(actor, goneId)]
  if (!keep || !gone) return undefined
  const isTwin = keep.name.toLowerCase() === gone.name.toLowerCase()
  return isTwin ? { keep: withPeople(keep), gone: withPeople(gone) } : { keep, gone }
}

/** "Haddad (Lina Haddad, Nora Haddad)": its students and guardians. */
function withPeople(family: ComparedFamily): ComparedFamily {
  const people = [...family.students, ...family.guardians.map(({ name }) => name)]
  const familyChildren = people.join(", ") || addressInLine(family.address) || null
  return { ...family, name: familyLabel({ familyName: family.name, familyChildren }) }
}

/** What is known of a family, for the comparison; undefined when the school has none such. */
export function compareFamily(actor: Actor, familyId: string): ComparedFamily | undefined {
  const found = findFamily(actor, familyId)
  return (
    found && {
      id: found.id,
      name: found.name,
      address: found.address,
      students: found.students.map(fullName),
      guardians: found.guardians.map(({ name, email, phone, memberId, payerShare }) => ({
        name,
        email,
        phone,
        payerShare,
        hasAccess: memberId !== null,
      })),
      payers: listOutsidePayers(actor, [familyId]).map(({ name, email }) => ({ name, email })),
      balanceMinor: familyBalance(actor, familyId),
    }
  )
}
