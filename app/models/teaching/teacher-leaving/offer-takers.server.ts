import type { Actor } from "~/models/foundation/access/actor"
import { type NameOffer, nothingSought, readNameWish } from "~/models/foundation/name-choice/name-offer"
import { offerTeachersEach } from "../line-offer/line-offer.server"
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
  const wishes = [
    ...classIds.map((id) => readNameWish(form, takerName(id), takerFind(id))),
    ...eventIds.map((id) => readNameWish(form, eventTakerName(id), eventTakerFind(id))),
  ]
  const [shared, ...offers] = offerTeachersEach(actor, [nothingSought, ...wishes], except)
  if (!shared?.isSearched) return { shared: shared ?? null, byClass: {}, byEvent: {} }
  const named = (ids: readonly string[], from: number) =>
    Object.fromEntries(offers.slice(from, from + ids.length).map((offer, at) => [ids[at] ?? "", offer]))
  return { shared: null, byClass: named(classIds, 0), byEvent: named(eventIds, classIds.length) }
}
