import type { Actor } from "~/models/foundation/access/actor"
import { periodAround } from "~/models/foundation/term/term.server"
import { groupBy } from "~/utils/group-by"
import type { ExpectedSeat } from "../seat/seat"
import { expectedSeats } from "../seat/seat.server"
import type { SeatedSession } from "../seat/seated-session.server"
import { creditLastDay } from "./credit-last-day.server"
import { countEarned, listSeatCredits, type SeatCredit } from "./seat-credits.server"
import type { SeatTerms } from "./seat-terms"

/** One seat with what a mark on it can decide. */
export type SeatWithTerms = ExpectedSeat & { terms: SeatTerms; credits: SeatCredit[] }

/** Every expected seat with its terms and credits. Three queries, however many seats, two more where credits are capped. */
export function listSeatTerms(actor: Actor, session: SeatedSession): SeatWithTerms[] {
  const seats = expectedSeats(actor, session)
  const ids = seats.flatMap(({ seatId }) => (seatId ? [seatId] : []))
  const credits = groupBy(listSeatCredits(actor, ids), ({ originSeatId }) => originSeatId)
  const { creditCap } = actor.school
  const lastDay = creditLastDay(actor, session.localDate)
  const earned =
    creditCap === null ? undefined : countEarned(actor, periodAround(actor, session.localDate), session.id)
  return seats.map((seat) => {
    const ofSeat = (seat.seatId && credits.get(seat.seatId)) || []
    const live = ofSeat.find(({ isRevoked }) => !isRevoked)
    const ofNotice = live?.isFromNotice && live.usedOn === null ? live : undefined
    return {
      ...seat,
      credits: ofSeat,
      terms: {
        kind: seat.kind,
        billing: seat.price?.billing ?? null,
        amountMinor: seat.price?.amountMinor ?? 0,
        currency: actor.school.currency,
        prepaidPercent: seat.prepaidPercent,
        isWaived: seat.isWaived,
        notice: seat.notice ? (seat.notice.inTime ? "in-time" : "late") : "none",
        creditUntil: ofNotice?.expiresOn ?? lastDay,
        firstUntil: ofNotice ? null : seat.firstUntil,
        madeUpOn: ofSeat.find(({ usedOn }) => usedOn !== null)?.usedOn ?? null,
        hasNoticeCredit: ofNotice !== undefined,
        isDenied: ofSeat.some(({ isDenied }) => isDenied),
        isCapReached: !live && creditCap !== null && (earned?.get(seat.studentId) ?? 0) >= creditCap,
      },
    }
  })
}
