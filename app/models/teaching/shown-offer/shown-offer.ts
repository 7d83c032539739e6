import type { offerStates } from "db/schema/choices"
import type { AskedDocument } from "~/models/people/consent/consent"

// What is offered, as its page, the office and the letters say it: a class or time to someone who asked, or a spot in a waiting list.
// Safe in the browser.

export type OfferState = (typeof offerStates)[number]

/** An offer as its page shows it. Times, prices and deadlines are texts; days are dates. */
export type ShownOffer = {
  /** A spot in a waiting list is answered by the rules of waiting lists. */
  kind: "offer" | "spot"
  state: OfferState
  studentName: string
  /** A class by its name; null for a weekly time of the student's own. */
  className: string | null
  times: string
  teacherName: string | null
  roomName: string | null
  startsOn: string
  /** The last day of a class that ends, as before its next term. */
  endsOn: string | null
  price: string | null
  terms: string | null
  /** What is paid after accepting; null without one. */
  deposit: string | null
  until: string
  documents: (AskedDocument & { body: string })[]
  wish: string | null
  /** What the page has said; the answer sends it along, so that a changed offer isn't accepted unread. */
  seen: string
}
