import type { LeavingOffer } from "~/components/overview/bulk/leaving-part"
import type { Actor } from "~/models/foundation/access/actor"
import { nothingSought, readNameWish } from "~/models/foundation/name-search/name-search"
import type { Selection } from "~/models/foundation/selection/selection.server"
import { offerTeachersEach } from "~/models/teaching/line-offer/line-offer.server"
import { listLeaving } from "~/models/teaching/teacher-leaving/bulk-deactivate.server"
import { takerFind, takerName } from "~/models/teaching/teacher-leaving/teacher-leaving"

/** The teachers of a selection who are to leave, each with who can take over. None for any other act. */
export function offerLeaving(
  actor: Actor,
  { noun, act, ids, choice }: Pick<Selection, "noun" | "act" | "ids" | "choice">,
  form?: FormData,
): LeavingOffer[] {
  if (noun !== "teachers" || act !== "deactivate") return []
  const leaving = listLeaving(actor, ids)
  const takers = (choice?.taker ?? {}) as Record<string, string>
  const wishes = leaving.map(({ id }) =>
    form ? readNameWish(form, takerName(id), takerFind(id)) : { ...nothingSought, chosen: takers[id] ?? "" },
  )
  const offers = offerTeachersEach(actor, wishes, new Set(ids))
  return leaving.map((teacher, at) => ({
    ...teacher,
    offer: offers[at] ?? { isSearched: false, search: "", choices: [], more: false },
    chosen: wishes[at]?.chosen ?? "",
  }))
}
