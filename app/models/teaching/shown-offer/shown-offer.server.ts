import type { waitingSpots } from "db/schema/teaching"
import type { offers } from "db/schema/teaching-offers"
import type { Actor } from "~/models/foundation/access/actor"
import { isOneLine } from "~/models/people/consent/consent"
import { listDocuments } from "~/models/people/consent/documents.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, laterOf } from "~/utils/dates"
import { digestOf } from "~/utils/digest.server"
import { countOf } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { formatMoney } from "~/utils/money"
import { lessonOf } from "~/utils/names"
import { formatInstant, localDate } from "~/utils/zones"
import { listComing } from "../class/co-teaching.server"
import { type ClassFacts, findClass } from "../class/find-class.server"
import { findFirstPrice } from "../price/first-price.server"
import { calendarLesson } from "../session/calendar-lesson"
import { listSessionsToTell } from "../session/session-list.server"
import type { OfferState, ShownOffer } from "./shown-offer"

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
  const { closedAt, agreedPrice } = spot
  const day = closedAt === null ? todayOf(actor) : localDate(closedAt, actor.school.timeZone)
  const startsOn = laterOf(day, spot.offerFrom ?? day)
  return complete({
    ...{ kind: "spot", state: stateOfSpot(spot), studentName, wish: spot.wish },
    ...factsOf(actor, found, {
      ...{ state: spot.state, startsOn, billing: null, priceMinor: null, agreedPrice },
      expiresAt: spot.offerUntil ?? 0,
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
  offer: Pick<OfferRow, "startsOn" | "billing" | "priceMinor" | "expiresAt" | "agreedPrice"> & {
    state: string
  },
): Omit<Facts, "className" | "terms" | "deposit" | "documents"> {
  const { timeZone } = actor.school
  const { startsOn, price } = found
    ? findFirstPrice(actor, found.id, offer)
    : { startsOn: offer.startsOn, price: null }
  return inFormats(actor.school, () => ({
    times:
      found?.rules.map(({ text, minutes }) => [text, countOf(minutes, "min", "min")].join(", ")).join("; ") ||
      "Times to be arranged",
    teacherName: found?.teacherName ?? null,
    roomName: found?.roomName ?? null,
    startsOn,
    endsOn: found?.endedOn ?? null,
    // Of one that was accepted before prices were kept, today's would be another's.
    price: offer.state === "accepted" || offer.state === "taken" ? offer.agreedPrice : price,
    until: formatInstant(offer.expiresAt, timeZone),
  }))
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

/** The lessons of a class from a day on that are made already, for the calendar of who accepted it for a student. */
export const lessonsFor = (
  actor: Actor,
  classId: string,
  startsOn: string,
  { studentId, name }: { studentId: string; name: string },
) =>
  listSessionsToTell(
    actor,
    listComing(actor, classId, startsOn).map(({ id }) => id),
  ).map((session) => calendarLesson(session, lessonOf(name, session.className), studentId, false))

/** Adds a short sign of everything that the family reads. */
function complete(offer: Omit<ShownOffer, "seen">): ShownOffer {
  const { state: _state, wish: _wish, ...read } = offer
  return { ...offer, seen: digestOf(read) }
}
