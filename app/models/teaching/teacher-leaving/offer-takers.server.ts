import type { Actor } from "~/models/foundation/access/actor"
import { type NameOffer, nothingSought, readNameWish } from "~/models/foundation/name-choice/name-offer"
import { offerTeachers } from "../line-offer/line-offer.server"
import { eventTakerFind, eventTakerName, takerFind, takerName } from "./teacher-leaving"

/** Whom each class and event can go to: one list while it is short, a search for each where it isn't. */
type TakerOffers = {
  shared: NameOffer | null
  byClass: Record<string, NameOffer>
  byEvent: Record<string, NameOffer>
}

type Left = { classIds: readonly string[]; eventIds: readonly string[] }

/** Who can take the classes and events of a teacher who leaves; once a form was sent, those it searched for and has chosen. */
export function offerTakers(
  actor: Actor,
  teacherId: string,
  { classIds, eventIds }: Left,
  form: FormData | URLSearchParams = new URLSearchParams(),
): TakerOffers {
  const except = new Set([teacherId])
  const shared = offerTeachers(actor, nothingSought, except)
  if (!shared.isSearched) return { shared, byClass: {}, byEvent: {} }
  const offersOf = (ids: readonly string[], nameOf: typeof takerName, findOf: typeof takerFind) =>
    Object.fromEntries(
      ids.map(
        (id) => [id, offerTeachers(actor, readNameWish(form, nameOf(id), findOf(id)), except)] as const,
      ),
    )
  return {
    shared: null,
    byClass: offersOf(classIds, takerName, takerFind),
    byEvent: offersOf(eventIds, eventTakerName, eventTakerFind),
  }
}
