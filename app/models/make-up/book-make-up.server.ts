import { db } from "db/client.server"
import { seats } from "db/schema/teaching"
import type { Actor } from "../access/actor"
import { newRow } from "../access/new-row.server"
import { wholeOrNothing } from "../access/rehearse.server"
import { recordEvent } from "../audit/audit.server"
import { redeemCredit } from "../credit/redeem-credit.server"
import type { PortalStudent } from "../portal/portal"
import { addSession } from "../session/move-session.server"
import type { MakeUpRefusal, Offer } from "./make-up"
import { findOldestCredit, listOffers } from "./offer-make-up.server"

/**
 * Books an offered time with the student's oldest credit: a session beside the schedule, with a make-up place that the
 * credit pays. Refused when the time is not offered any more; of two families at once one gets it.
 */
export function bookMakeUpTime(
  actor: Actor,
  student: PortalStudent,
  wish: Offer,
): { ok: true; sessionId: string } | { ok: false; reason: MakeUpRefusal } {
  return wholeOrNothing(() => {
    const offered = listOffers(actor, student)
    if (!offered.ok) return offered
    const isOffered = offered.offers.some(
      ({ date, startTime }) => date === wish.date && startTime === wish.startTime,
    )
    const credit = findOldestCredit(actor, student.id)
    if (!isOffered || !credit) return { ok: false, reason: "taken" } as const
    const { classId, minutes } = credit
    const added = addSession(actor, { classId, minutes, date: wish.date, startTime: wish.startTime })
    if (!added.ok) return { ok: false, reason: "taken" } as const
    const row = newRow(actor)
    db()
      .insert(seats)
      .values({ ...row, sessionId: added.sessionId, studentId: student.id, kind: "make_up" })
      .run()
    const redeemed = redeemCredit(actor, student.id, row.id)
    if (!redeemed.ok) return { ok: false, reason: "no-credit" } as const
    recordEvent(actor, {
      verb: "book-make-up",
      noun: "seat",
      nounId: row.id,
      after: { sessionId: added.sessionId, studentId: student.id },
    })
    return { ok: true, sessionId: added.sessionId } as const
  })
}
