import type { Actor } from "~/models/foundation/access/actor"
import { type NameOffer, nothingSought, readNameWish } from "~/models/foundation/name-choice/name-offer"
import { offerTeachers } from "../line-offer/line-offer.server"
import { takerFind, takerName } from "./teacher-leaving"

/** Whom each class can go to: one list while it is short, a search for each class where it isn't. */
type TakerOffers = { shared: NameOffer | null; byClass: Record<string, NameOffer> }

/** Who can take the classes of a teacher who leaves; once a form was sent, those it searched for and has chosen. */
export function offerTakers(
  actor: Actor,
  teacherId: string,
  classIds: readonly string[],
  form: FormData | URLSearchParams = new URLSearchParams(),
): TakerOffers {
  const except = new Set([teacherId])
  const shared = offerTeachers(actor, nothingSought, except)
  if (!shared.isSearched) return { shared, byClass: {} }
  const offers = classIds.map((classId) => {
    const wish = readNameWish(form, takerName(classId), takerFind(classId))
    return [classId, offerTeachers(actor, wish, except)] as const
  })
  return { shared: null, byClass: Object.fromEntries(offers) }
}
