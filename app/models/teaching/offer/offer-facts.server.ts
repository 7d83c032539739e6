import { createHash } from "node:crypto"
import type { waitingSpots } from "db/schema/teaching"
import type { offers } from "db/schema/teaching-offers"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, gte, min } from "drizzle-orm"
import { withTax } from "~/models/accounts/tax/tax"
import { readTaxes } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { isOneLine } from "~/models/people/consent/consent"
import { listDocuments } from "~/models/people/consent/documents.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, laterOf } from "~/utils/dates"
import { inFormats } from "~/utils/formats.server"
import { formatMoney } from "~/utils/money"
import { formatInstant } from "~/utils/zones"
import { type ClassFacts, findClass } from "../class/find-class.server"
import { findClassTax } from "../price/class-tax.server"
import { type ClassPrice, priceOf } from "../price/price"
import { listClassPrices } from "../price/price.server"
import { priceText } from "../price/price-text"
import type { OfferState, ShownOffer } from "./offer"

type OfferRow = typeof offers.$inferSelect
type SpotRow = typeof waitingSpots.$inferSelect
type Facts = Omit<ShownOffer, "kind" | "state" | "studentName" | "wish" | "seen">

/** What an offer is now, in the school's formats. */
export function offerFacts(actor: Actor, offer: OfferRow, studentName: string): ShownOffer {
  const found = offer.classId ? findClass(actor, offer.classId) : undefined
  return complete({
    ...{ kind: "offer", state: stateOf(offer), studentName, wish: offer.wish },
    // The last minute of the day on which it ends, not the first of the next.
    ...factsOf(actor, found, {
      ...offer,
      startsOn: firstDay(actor, offer),
      expiresAt: offer.expiresAt - 60_000,
    }),
    className: offer.holdsTime ? null : (found?.name ?? null),
    terms: offer.terms,
    deposit: offer.depositMinor
      ? inFormats(actor.school, () => formatMoney(offer.depositMinor ?? 0, actor.school.currency))
      : null,
    documents: documentsOf(actor, offer.documents),
  })
}

/** Whoever accepts once the first day is over begins with the day after that. */
export const firstDay = (actor: Actor, { state, startsOn }: Pick<OfferRow, "state" | "startsOn">): string =>
  state === "open" && startsOn < todayOf(actor) ? addDays(todayOf(actor), 1) : startsOn

/** An offer is over when its time is, also before a row says so. */
const stateOf = ({ state, expiresAt }: OfferRow): OfferState =>
  state === "open" && expiresAt <= now() ? "expired" : state

/** The same of a spot that someone on a waiting list was offered. */
export function spotFacts(actor: Actor, spot: SpotRow, studentName: string): ShownOffer {
  const found = findClass(actor, spot.classId)
  const startsOn = laterOf(todayOf(actor), spot.offerFrom ?? todayOf(actor))
  return complete({
    ...{ kind: "spot", state: stateOfSpot(spot), studentName, wish: spot.wish },
    ...factsOf(actor, found, {
      ...{ startsOn, billing: null, priceMinor: null, expiresAt: spot.offerUntil ?? 0 },
    }),
    className: found?.name ?? "",
    terms: null,
    deposit: null,
    documents: [],
  })
}

function stateOfSpot({ state, offerUntil }: SpotRow): OfferState {
  if (state === "offered") return offerUntil !== null && offerUntil > now() ? "open" : "expired"
  if (state === "waiting") return "expired"
  return state === "taken" ? "accepted" : state
}

function factsOf(
  actor: Actor,
  found: ClassFacts | undefined,
  offer: Pick<OfferRow, "startsOn" | "billing" | "priceMinor" | "expiresAt">,
): Omit<Facts, "className" | "terms" | "deposit" | "documents"> {
  const { timeZone } = actor.school
  return inFormats(actor.school, () => ({
    times: found?.rules.map(({ text }) => text).join("; ") || "Times to be arranged",
    teacherName: found?.teacherName ?? null,
    roomName: found?.roomName ?? null,
    startsOn:
      (found && firstLesson.get(actor, { classId: found.id, from: offer.startsOn })?.on) ?? offer.startsOn,
    endsOn: found?.endedOn ?? null,
    price: found ? priceIn(actor, found.id, offer) : null,
    until: formatInstant(offer.expiresAt, timeZone),
  }))
}

/** The first day on which the class meets, from the day that is offered on: no one comes on a day without a lesson. */
const firstLesson = query((p: Params<{ classId: string; from: string }>, own) =>
  select({ on: min(sessions.localDate) })
    .from(sessions)
    .where(
      and(
        own(sessions),
        eq(sessions.classId, p.classId),
        eq(sessions.state, "planned"),
        gte(sessions.localDate, p.from),
      ),
    ),
)

/** With tax that is added; null where the school has set no price. */
function priceIn(
  actor: Actor,
  classId: string,
  { startsOn, billing, priceMinor }: Pick<OfferRow, "startsOn" | "billing" | "priceMinor">,
): string | null {
  const prices: readonly ClassPrice[] = listClassPrices(actor, [classId]).get(classId) ?? []
  const price = priceOf({ billing, priceMinor }, prices, startsOn)
  if (!price) return null
  const { amountMinor } = withTax(price.amountMinor, readTaxes(actor)(findClassTax(actor, classId)))
  return priceText({ ...price, amountMinor }, actor.school.currency)
}

/** Those that the public form lets people leave blank may be left blank here, too. */
function documentsOf(actor: Actor, ids: string): ShownOffer["documents"] {
  const chosen = ids.split(" ")
  if (ids === "") return []
  return listDocuments(actor)
    .filter(({ id }) => chosen.includes(id))
    .map(({ id, versionId, title, body, atEnrollment }) => ({
      ...{ id, versionId, title, body, line: isOneLine(body) ? body : null },
      isNeeded: atEnrollment !== "ask",
    }))
}

/** Adds a short sign of everything that the family reads. */
function complete(offer: Omit<ShownOffer, "seen">): ShownOffer {
  const { state: _state, wish: _wish, ...read } = offer
  return {
    ...offer,
    seen: createHash("sha256").update(JSON.stringify(read)).digest("base64url").slice(0, 22),
  }
}
