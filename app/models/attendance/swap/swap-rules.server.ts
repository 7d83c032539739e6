import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { swapOffers, swapRequests } from "db/schema/attendance-swaps"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, inArray, lte, ne, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, changeRows, find, ownRows, query, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { changeRule, recordEvent } from "~/models/foundation/audit/audit.server"
import type { Reach } from "~/models/foundation/outbox/bounce"
import { answerMove } from "~/models/teaching/move-answer/move-answer.server"
import { exchangeSlots } from "~/models/teaching/session/move-session.server"
import type { SwapRefusal } from "~/texts/attendance/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { nameOf } from "../freed-time/freed-times.server"
import { fitTogether, isStanding, type SwapOfferState, type SwapRequestState, type SwapRules } from "./swap"
import { earliestSwap, listSwappableOf, type Swappable } from "./swappable.server"
import { tellAll, tellFamilies } from "./tell-swap.server"

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
const findAgreed = (actor: Actor, offerId: string, state: "accepted" | "done") =>
  ownRows(actor, swapRequests)
    .where(and(eq(swapRequests.offerId, offerId), eq(swapRequests.state, state)))
    .get()

export function setOffer(actor: Actor, offerId: string, state: SwapOfferState) {
  change(actor, swapOffers, offerId, { state, closedAt: isStanding(state) ? null : now() })
}

export function setRequest(actor: Actor, requestId: string, state: SwapRequestState) {
  change(actor, swapRequests, requestId, { state, closedAt: isStanding(state) ? null : now() })
}

/** Ends what still waits on an offer, one request aside. Who asked is told. */
export function endRequests(
  actor: Actor,
  { id, startsAt }: Pick<OfferRow, "id" | "startsAt">,
  exceptId = "",
) {
  const ended = changeRows(
    actor,
    swapRequests,
    and(
      eq(swapRequests.offerId, id),
      inArray(swapRequests.state, ["asked", "accepted"]),
      ne(swapRequests.id, exceptId),
    ),
    { state: "ended", closedAt: now() },
  )
  tellFamilies(
    actor,
    "ended",
    ended.map((request) => sideOf(request, startsAt)),
  )
}

/** A family's lesson and the time it would get. */
export const sideOf = (
  { studentId, sessionId, startsAt }: Pick<RequestRow, "studentId" | "sessionId" | "startsAt">,
  other: number,
) => ({ studentId, sessionId, was: startsAt, now: other })

/** Ends what these lessons are offered and asked for with: they have other times now. */
function endOthersOf(actor: Actor, sessionIds: readonly string[]) {
  const offers = ownRows(actor, swapOffers, ["id", "startsAt"])
    .where(
      and(inArray(swapOffers.sessionId, [...sessionIds]), inArray(swapOffers.state, ["open", "waiting"])),
    )
    .all()
  for (const offer of offers) endOffer(actor, offer)
  const requests = ownRows(actor, swapRequests, endable)
    .where(
      and(
        inArray(swapRequests.sessionId, [...sessionIds]),
        inArray(swapRequests.state, ["asked", "accepted"]),
      ),
    )
    .all()
  for (const request of requests) endRequest(actor, request)
}

/** What of a request has to be known to end it. */
const endable = columns(
  swapRequests,
  "id",
  "state",
  "offerId",
  "askedBy",
  "sessionId",
  "studentId",
  "startsAt",
)

function endOffer(actor: Actor, offer: Pick<OfferRow, "id" | "startsAt">) {
  setOffer(actor, offer.id, "over")
  endRequests(actor, offer)
}

/** Ends one request; what the office was to approve is offered again. */
function endRequest(
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

/** Whether and how families of the school swap lesson times. */
export const findSwapRules = (actor: Actor): SwapRules =>
  rulesQuery.get(actor) ?? { rule: "off", anyLength: false }

const rulesQuery = query((_, _own, school) =>
  select({ rule: schools.swapRule, anyLength: schools.swapsAnyLength })
    .from(schools)
    .where(eq(schools.id, school)),
)

/** Changes it for what is offered, asked for and agreed from now on. */
export function setSwapRules(actor: Actor, rules: SwapRules) {
  changeRule(actor, { swapRule: rules.rule, swapsAnyLength: rules.anyLength }, "school.change-swaps", () => ({
    before: findSwapRules(actor),
    after: rules,
  }))
}

/** Two lessons as they are now, if each is still where it was offered and asked for. */
export function findPair(
  actor: Actor,
  offer: Pick<OfferRow, "sessionId" | "studentId" | "startsAt">,
  request: Pick<RequestRow, "sessionId" | "studentId" | "startsAt">,
): readonly [Swappable, Swappable] | undefined {
  const found = listSwappableOf(
    actor,
    [offer.studentId, request.studentId],
    [offer.sessionId, request.sessionId],
  )
  const of = ({ sessionId, studentId, startsAt }: typeof offer) =>
    found.find(
      (row) => row.sessionId === sessionId && row.studentId === studentId && row.startsAt === startsAt,
    )
  const [one, other] = [of(offer), of(request)]
  return one && other && [one, other]
}

/** What keeps two lessons from being swapped now, apart from who is busy. */
export function whyNot(actor: Actor, pair: readonly [Swappable, Swappable]): SwapRefusal | undefined {
  if (Math.min(pair[0].startsAt, pair[1].startsAt) < earliestSwap(actor)) return "too-late"
  return fitTogether(...pair, findSwapRules(actor)) ? undefined : "does-not-fit"
}

/** Swaps what two families agreed on, or leaves it to the office where the school wants that. In the caller's transaction. */
export function agree(
  actor: Actor,
  offer: OfferRow,
  request: RequestRow,
): Result<{ state: "done" | "waiting" }, SwapRefusal> {
  if (findSwapRules(actor).rule === "families") return makeSwap(actor, offer, request)
  setOffer(actor, offer.id, "waiting")
  setRequest(actor, request.id, "accepted")
  recordEvent(actor, "session.agree-on-swap", offer.sessionId, { after: namesOf(actor, offer, request) })
  return { ok: true, state: "waiting" }
}

/** Whom the emails about it reach. */
type Told = { reach: Reach }

function makeSwap(
  actor: Actor,
  offer: OfferRow,
  request: RequestRow,
): Result<{ state: "done" } & Told, SwapRefusal> {
  const pair = findPair(actor, offer, request)
  if (!pair) return { ok: false, reason: "changed" }
  const refusal = whyNot(actor, pair)
  if (refusal) return { ok: false, reason: refusal }
  const exchanged = exchangeSlots(actor, offer.sessionId, request.sessionId)
  if (!exchanged.ok) return { ok: false, reason: exchanged.reason === "clash" ? "clash" : "changed" }
  setOffer(actor, offer.id, "done")
  setRequest(actor, request.id, "done")
  endRequests(actor, offer, request.id)
  endOthersOf(actor, [offer.sessionId, request.sessionId])
  // Both families agreed to these times: neither is asked again.
  answerMove(actor, offer.sessionId, offer.studentId, "confirmed")
  answerMove(actor, request.sessionId, request.studentId, "confirmed")
  recordEvent(actor, "session.swap", offer.sessionId, { after: namesOf(actor, offer, request) })
  const reach = tellAll(actor, "done", sidesOf(offer, request), pair[0].teacherId)
  return { ok: true, state: "done", reach }
}

/** The office approves what two families agreed on. */
export function approveSwap(actor: Actor, offerId: string): Result<Told, SwapRefusal> {
  return allOrNothing(() => {
    const offer = findOffer(actor, offerId)
    if (!offer) return { ok: false, reason: "not-found" }
    const request = offer.state === "waiting" ? findAgreed(actor, offerId, "accepted") : undefined
    return request ? makeSwap(actor, offer, request) : { ok: false, reason: "no-longer-offered" }
  })
}

/** The office doesn't: both lessons stay, the time is no longer offered, and both families are told. */
export function refuseSwap(actor: Actor, offerId: string): Result<Told, SwapRefusal> {
  return transact((): Result<Told, SwapRefusal> => {
    const offer = findOffer(actor, offerId)
    if (!offer) return { ok: false, reason: "not-found" }
    const request = offer.state === "waiting" ? findAgreed(actor, offerId, "accepted") : undefined
    if (!request) return { ok: false, reason: "no-longer-offered" }
    setOffer(actor, offerId, "over")
    setRequest(actor, request.id, "refused")
    endRequests(actor, offer)
    recordEvent(actor, "session.refuse-swap", offer.sessionId, { after: namesOf(actor, offer, request) })
    return { ok: true, reach: tellFamilies(actor, "refused", sidesOf(offer, request)) }
  })
}

/** Puts both lessons of a swap back, as long as neither has begun or was changed since. Both families and the teacher are told. */
export function undoSwap(actor: Actor, offerId: string): Result<Told, SwapRefusal> {
  return allOrNothing((): Result<Told, SwapRefusal> => {
    const offer = findOffer(actor, offerId)
    if (!offer) return { ok: false, reason: "not-found" }
    const request = offer.state === "done" ? findAgreed(actor, offerId, "done") : undefined
    if (!request) return { ok: false, reason: "no-longer-offered" }
    const [offered, asked] = [
      { ...offer, startsAt: request.startsAt },
      { ...request, startsAt: offer.startsAt },
    ]
    const pair = findPair(actor, offered, asked)
    if (!pair) return { ok: false, reason: "changed" }
    const exchanged = exchangeSlots(actor, offer.sessionId, request.sessionId)
    if (!exchanged.ok) return { ok: false, reason: exchanged.reason === "clash" ? "clash" : "changed" }
    setOffer(actor, offerId, "undone")
    setRequest(actor, request.id, "undone")
    endOthersOf(actor, [offer.sessionId, request.sessionId])
    recordEvent(actor, "session.undo-swap", offer.sessionId, { after: namesOf(actor, offer, request) })
    return { ok: true, reach: tellAll(actor, "undone", sidesOf(offered, asked), pair[0].teacherId) }
  })
}

/** Ends offers and requests whose time is too near by now, or whose lesson was moved or canceled. Answers how many. */
export function endStaleSwaps(actor: Actor): number {
  return transact(() => {
    const earliest = earliestSwap(actor)
    const offers = select(columns(swapOffers, "id", "startsAt"))
      .from(swapOffers)
      .innerJoin(sessions, joined(sessions, swapOffers.sessionId))
      .where(
        and(
          own(actor, swapOffers),
          inArray(swapOffers.state, ["open", "waiting"]),
          or(
            lte(swapOffers.startsAt, earliest),
            ne(sessions.startsAt, swapOffers.startsAt),
            eq(sessions.state, "cancelled"),
          ),
        ),
      )
      .all()
    for (const offer of offers) endOffer(actor, offer)
    const requests = select({ ...endable, offeredAt: swapOffers.startsAt })
      .from(swapRequests)
      .innerJoin(sessions, joined(sessions, swapRequests.sessionId))
      .innerJoin(swapOffers, joined(swapOffers, swapRequests.offerId))
      .where(
        and(
          own(actor, swapRequests),
          inArray(swapRequests.state, ["asked", "accepted"]),
          or(
            lte(swapRequests.startsAt, earliest),
            ne(sessions.startsAt, swapRequests.startsAt),
            eq(sessions.state, "cancelled"),
          ),
        ),
      )
      .all()
    for (const { offeredAt, ...request } of requests) {
      endRequest(actor, request)
      // Of a lesson of its own that was moved or canceled the family knows.
      if (request.startsAt <= earliest) tellFamilies(actor, "ended", [sideOf(request, offeredAt)])
    }
    return offers.length + requests.length
  })
}

type Slot = Parameters<typeof sideOf>[0]

const sidesOf = (one: Slot, other: Slot) =>
  [sideOf(one, other.startsAt), sideOf(other, one.startsAt)] as const

const namesOf = (actor: Actor, offer: { studentId: string }, request: { studentId: string }) => ({
  name: nameOf(actor, offer.studentId),
  studentId: offer.studentId,
  other: nameOf(actor, request.studentId),
  otherId: request.studentId,
})
