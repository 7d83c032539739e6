import { db } from "db/client.server"
import { teachers } from "db/schema/people"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { daysOffText, type TimeOff } from "./teacher-time"

// Emails about days off, queued in the transaction of the request or the answer.

/** Tells the office that a teacher asks for days off. */
export function tellRequest(actor: Actor, off: TimeOff) {
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
      },
    })
}

/** Tells the teacher what the office answered, where they have an address. */
export function tellAnswer(actor: Actor, off: TimeOff) {
  const teacher = db()
    .select({ email: teachers.email })
    .from(teachers)
    .where(own(actor, teachers, off.teacherId))
    .get()
  if (!teacher?.email) return
  queueMail({
    template: "time-off-answered",
    schoolId: actor.school.id,
    recipient: teacher.email,
    data: {
      schoolName: actor.school.name,
      recipientName: off.teacherName,
      days: daysOffText(off),
      isApproved: off.state === "approved",
      answer: off.answer,
    },
  })
}
