import { swapOffers, swapRequests } from "db/schema/attendance-swaps"
import { and, eq, inArray, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { change, find, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import type { SwapOfferState, SwapRequestState } from "./swap"

export type OfferRow = typeof swapOffers.$inferSelect
export type RequestRow = typeof swapRequests.$inferSelect

export const findOffer = (actor: Actor, offerId: string): OfferRow | undefined =>
  find(actor, swapOffers, offerId)

/** A request with the offer it is for. */
export const findRequest = (actor: Actor, requestId: string) =>
  select({ request: swapRequests, offer: swapOffers })
    .from(swapRequests)
    .innerJoin(swapOffers, joined(swapOffers, swapRequests.offerId))
    .where(own(actor, swapRequests, requestId))
    .get()

/** The request that was agreed on for an offer. */
export const findAgreed = (actor: Actor, offerId: string, state: "accepted" | "done") =>
  select()
    .from(swapRequests)
    .where(and(own(actor, swapRequests), eq(swapRequests.offerId, offerId), eq(swapRequests.state, state)))
    .get()

const isStanding = (state: SwapOfferState | SwapRequestState) =>
  ["open", "waiting", "asked", "accepted"].includes(state)

export function setOffer(actor: Actor, offerId: string, state: SwapOfferState) {
  change(actor, swapOffers, offerId, { state, closedAt: isStanding(state) ? null : now() })
}

export function setRequest(actor: Actor, requestId: string, state: SwapRequestState) {
  change(actor, swapRequests, requestId, { state, closedAt: isStanding(state) ? null : now() })
}

/** Ends what still waits on an offer, one request aside. */
export function endRequests(actor: Actor, offerId: string, exceptId = "") {
  change(
    actor,
    swapRequests,
    and(
      eq(swapRequests.offerId, offerId),
      inArray(swapRequests.state, ["asked", "accepted"]),
      ne(swapRequests.id, exceptId),
    ),
    { state: "ended", closedAt: now() },
  )
}

/** Ends what these lessons are offered and asked for with: they have other times now. */
export function endOthersOf(actor: Actor, sessionIds: readonly string[]) {
  const offers = select({ id: swapOffers.id })
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
  const requests = select(endable)
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
export const endable = columns(swapRequests, "id", "state", "offerId", "askedBy")

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
