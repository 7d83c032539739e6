import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { type RegisterEntry, takeRegister } from "../register/take-register.server"
import { decide } from "./answer-correction.server"
import { countAskedCorrections, findCorrection, listCorrectionsOfSession } from "./list-corrections.server"
import { tellAnswered } from "./tell-correction.server"

/**
 * Takes attendance or corrects it, as `takeRegister` does. What a teacher asked the office to correct of a student whose status
 * changes is answered by that, whichever status it becomes, and the teacher is told.
 */
export function saveRegister(
  actor: Actor,
  sessionId: string,
  entry: RegisterEntry,
): ReturnType<typeof takeRegister> {
  return transact(() => {
    const corrections = countAskedCorrections(actor) > 0 ? listCorrectionsOfSession(actor, sessionId) : []
    const taken = takeRegister(actor, sessionId, entry)
    if (!taken.ok) return taken
    const changed = new Set(
      taken.effect.seats.flatMap(({ studentId, change }) => (change ? [studentId] : [])),
    )
    for (const correction of corrections) {
      const { id, studentId, studentName, state, wanted } = correction
      if (state !== "asked" || !changed.has(studentId)) continue
      decide(actor, id, { state: "approved" })
      recordEvent(actor, {
        verb: "approve-correction",
        noun: "session",
        nounId: sessionId,
        after: { name: studentName, studentId },
      })
      const becomes = findCorrection(actor, id)?.recorded
      tellAnswered(actor, correction, true, becomes === wanted ? undefined : becomes)
    }
    return taken
  })
}
