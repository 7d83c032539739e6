import type { Actor } from "~/models/foundation/access/actor"
import type { NameOffer, NameWish } from "~/models/foundation/name-search/name-search"
import { offerFamilyNames } from "~/models/people/family/family-choices.server"
import { listUnbilledFamilies } from "../charge/unbilled.server"

/** Families to invoice. A list of all of them begins with those that have something unbilled. */
export function offerBillableFamilies(actor: Actor, wish: NameWish): NameOffer {
  const offer = offerFamilyNames(actor, wish)
  if (offer.isSearched) return offer
  const unbilled = new Set(listUnbilledFamilies(actor).map(({ familyId }) => familyId))
  const groups = ["Ready to invoice", "No new charges"]
  const choices = offer.choices.map((choice) => ({
    ...choice,
    group: groups[unbilled.has(choice.value) ? 0 : 1],
  }))
  return { ...offer, choices: groups.flatMap((group) => choices.filter((choice) => choice.group === group)) }
}
