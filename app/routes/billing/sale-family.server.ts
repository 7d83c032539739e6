import { requireLivingFamily } from "~/http/living-family.server"
import type { Actor } from "~/models/foundation/access/actor"
import { readNameWish } from "~/models/foundation/name-search/name-search"
import { offerFamilyNames } from "~/models/people/family/family-choices.server"
import { todayOf } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"

/** The family that a sale's address names; without one there is nothing to sell to. */
export const familyOfSale = (actor: Actor, request: Request) =>
  requireLivingFamily(actor, new URL(request.url).searchParams.get("family"))

/**
 * What the form of a sale begins with: who can have it, or the families to choose from.
 * @param whole what the family itself is called among its students, where it can have it
 */
export async function readSale(actor: Actor, request: Request, whole?: string) {
  const { searchParams } = new URL(request.url)
  const family = searchParams.get("family") ? await familyOfSale(actor, request) : null
  const students = (family?.students ?? []).map(({ id, firstName }) => ({ value: id, label: firstName }))
  const holders = family && whole ? [...students, { value: "family", label: whole }] : students
  return {
    families: family ? null : offerFamilyNames(actor, readNameWish(searchParams, "family")),
    family: family ? { id: family.id, name: family.name } : null,
    holders,
    holder: searchParams.get("student") ?? holders[0]?.value,
    today: todayOf(actor),
    formKey: newId(),
  }
}
