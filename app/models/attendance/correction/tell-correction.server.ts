import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import type { CorrectionRow } from "./list-corrections.server"

// Emails about a requested correction, queued in the transaction of the request or the answer.

const factsOf = (
  { school }: Actor,
  { studentName, className, localDate, startTime, recorded, wanted }: CorrectionRow,
) => ({
  studentName,
  lesson: `${className}, ${formatDate(localDate, "full", school)}, ${formatTime(startTime, school)}`,
  recorded,
  wanted,
})

/** Tells the office that attendance waits to be corrected. */
export function tellAsked(actor: Actor, correction: CorrectionRow) {
  for (const { name, email } of listOffice(actor))
    queueMail({
      template: "correction-asked",
      schoolId: actor.school.id,
      recipient: email,
      data: {
        schoolName: actor.school.name,
        recipientName: name,
        teacherName: correction.askedByName,
        reason: correction.reason,
        ...factsOf(actor, correction),
      },
    })
}

/**
 * Tells the teacher what the office answered. `recorded` is what it was before, `becomes` what the office made of it where that is
 * another status than the teacher asked for.
 */
export function tellAnswered(
  actor: Actor,
  correction: CorrectionRow,
  isApproved: boolean,
  becomes?: string | undefined,
) {
  if (!correction.askedByEmail) return
  queueMail({
    template: "correction-answered",
    schoolId: actor.school.id,
    recipient: correction.askedByEmail,
    data: {
      schoolName: actor.school.name,
      recipientName: correction.askedByName,
      sessionId: correction.sessionId,
      isApproved,
      answer: correction.answer,
      becomes,
      ...factsOf(actor, correction),
    },
  })
}
