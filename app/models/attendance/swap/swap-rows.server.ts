import { db } from "db/client.server"
import { swapOffers, swapRequests } from "db/schema/attendance-swaps"
import { and, eq, inArray, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import type { SwapOfferState, SwapRequestState } from "./swap"

export type OfferRow = typeof swapOffers.$inferSelect
export type RequestRow = typeof swapRequests.$inferSelect

export const findOffer = (actor: Actor, offerId: string): OfferRow | undefined =>
  db()
    .select()
    .from(swapOffers)
    .where(own(actor, swapOffers, offerId))
    .get()

/** A request with the offer it is for. */
export const findRequest = (actor: Actor, requestId: string) =>
  db()
    .select({ request: swapRequests, offer: swapOffers })
    .from(swapRequests)
    .innerJoin(swapOffers, joined(swapOffers, swapRequests.offerId))
    .where(own(actor, swapRequests, requestId))
    .get()

/** The request that was agreed on for an offer. */
export const findAgreed = (actor: Actor, offerId: string, state: "accepted" | "done") =>
  db()
    .select()
    .from(swapRequests)
    .where(and(own(actor, swapRequests), eq(swapRequests.offerId, offerId), eq(swapRequests.state, state)))
    .get()

const isStanding = (state: SwapOfferState | SwapRequestState) =>
  ["open", "waiting", "asked", "accepted"].includes(state)

export function setOffer(actor: Actor, offerId: string, state: SwapOfferState) {
  db()
    .update(swapOffers)
    .set({ state, closedAt: isStanding(state) ? null : now() })
    .where(own(actor, swapOffers, offerId))
    .run()
}

export function setRequest(actor: Actor, requestId: string, state: SwapRequestState) {
  db()
    .update(swapRequests)
    .set({ state, closedAt: isStanding(state) ? null : now() })
    .where(own(actor, swapRequests, requestId))
    .run()
}

/** Ends what still waits on an offer, one request aside. */
export function endRequests(actor: Actor, offerId: string, exceptId = "") {
  db()
    .update(swapRequests)
    .set({ state: "ended", closedAt: now() })
    .where(
      and(
        own(actor, swapRequests),
        eq(swapRequests.offerId, offerId),
        inArray(swapRequests.state, ["asked", "accepted"]),
        ne(swapRequests.id, exceptId),
      ),
    )
    .run()
}

/** Ends what these lessons are offered and asked for with: they have other times now. */
export function endOthersOf(actor: Actor, sessionIds: readonly string[]) {
  const offers = db()
    .select({ id: swapOffers.id })
    .from(swapOffers)
    .where(
      and(
        own(actor, swapOffers),
        inArray(swapOffers.sessionId, [...sessionIds]),
        inArray(swapOffers.state, ["open", "waiting"]),
      ),
    )
    .all()
  for (const { id } of offers) {
    setOffer(actor, id, "over")
    endRequests(actor, id)
  }
  const requests = db()
    .select(endable)
    .from(swapRequests)
    .where(
      and(
        own(actor, swapRequests),
        inArray(swapRequests.sessionId, [...sessionIds]),
        inArray(swapRequests.state, ["asked", "accepted"]),
      ),
    )
    .all()
  for (const request of requests) endRequest(actor, request)
}

/** What of a request has to be known to end it. */
export const endable = {
  id: swapRequests.id,
  state: swapRequests.state,
  offerId: swapRequests.offerId,
  askedBy: swapRequests.askedBy,
}

/** Ends one request; what the office was to approve is offered again. */
export function endRequest(
  actor: Actor,
  { id, state, ...request }: Pick<RequestRow, "id" | "state" | "offerId" | "askedBy">,
) {
  setRequest(actor, id, "ended")
  if (state === "accepted") offerAgain(actor, request, "over")
}

/** Offers a time again that was agreed on; one that siblings were to swap was never offered to others, and is closed. */
export function offerAgain(
  actor: Actor,
  { offerId, askedBy }: Pick<RequestRow, "offerId" | "askedBy">,
  closed: "over" | "withdrawn",
) {
  const areSiblings = askedBy !== null && findOffer(actor, offerId)?.offeredBy === askedBy
  setOffer(actor, offerId, areSiblings ? closed : "open")
}
