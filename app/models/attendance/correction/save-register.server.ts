import { transactSmall } from "db/small-transactions.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { type RegisterEntry, type TakenRegister, takeInTransaction } from "../register/take-register.server"
import {
  countAskedCorrections,
  decide,
  findCorrection,
  listCorrectionsOfSession,
  tellAnswered,
  withdrawCorrection,
} from "./ask-correction.server"

/**
 * Takes attendance or corrects it, as `takeRegister` does. What a teacher asked the office to correct of a student whose status
 * changes is answered by the office's correction, whichever status it becomes, and the teacher is notified; it is withdrawn where the teacher
 * who asked makes the change.
 */
export function saveRegister(actor: Actor, sessionId: string, entry: RegisterEntry): TakenRegister {
  return transactSmall(() => {
    const corrections = countAskedCorrections(actor) > 0 ? listCorrectionsOfSession(actor, sessionId) : []
    const taken = takeInTransaction(actor, sessionId, entry)
    if (!taken.ok) return taken
    const changed = new Set(
      taken.effect.seats.flatMap(({ studentId, change }) => (change ? [studentId] : [])),
    )
    for (const correction of corrections) {
      const { id, studentId, studentName, state, wanted, askedBy } = correction
      if (state !== "asked" || !changed.has(studentId)) continue
      // Since the school locks attendance later, teachers may change it themselves again.
      if (askedBy === actor.memberId) withdrawCorrection(actor, sessionId, id)
      if (askedBy === actor.memberId || !may(actor, "register:unlock")) continue
      decide(actor, id, { state: "approved" })
      recordEvent(actor, "session.approve-correction", sessionId, { after: { name: studentName, studentId } })
      const becomes = findCorrection(actor, id)?.recorded
      tellAnswered(actor, correction, true, becomes === wanted ? undefined : becomes)
    }
    return taken
  })
}
