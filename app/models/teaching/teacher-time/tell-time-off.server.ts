import { teachers } from "db/schema/people"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { daysOffText, type TimeOff } from "./teacher-time"

// Emails about days off, queued in the transaction of the request or the answer.

/** Tells the office that a teacher asks for days off, withdrew approved ones, or takes these after all. */
export function tellRequest(actor: Actor, off: TimeOff, { isRestored = false } = {}) {
  for (const { name, email } of listOffice(actor))
    queueMail({
      template: "time-off-requested",
      schoolId: actor.school.id,
      recipient: email,
      data: {
        schoolName: actor.school.name,
        recipientName: name,
        teacherName: off.teacherName,
        days: daysOffText(off),
        lessons: off.sessions,
        reason: off.reason,
        isWithdrawn: off.state === "withdrawn",
        ...(isRestored ? { isRestored } : {}),
      },
    })
}

/** Tells the teacher what the office answered, or that it removed or changed their days off, where they have an address. */
export function tellAnswer(actor: Actor, off: TimeOff, { isChanged = false } = {}) {
  const teacher = select({ email: teachers.email, memberId: teachers.memberId })
    .from(teachers)
    .where(own(actor, teachers, off.teacherId))
    .get()
  const isRemoved = off.state === "withdrawn"
  if (
    !teacher?.email ||
    ((isRemoved || isChanged) && teacher.memberId !== null && teacher.memberId === actor.memberId)
  )
    return
  queueMail({
    template: "time-off-answered",
    schoolId: actor.school.id,
    recipient: teacher.email,
    data: {
      schoolName: actor.school.name,
      recipientName: off.teacherName,
      days: daysOffText(off),
      isApproved: off.state === "approved",
      isRemoved,
      ...(isChanged ? { isChanged } : {}),
      answer: off.answer,
    },
  })
}
