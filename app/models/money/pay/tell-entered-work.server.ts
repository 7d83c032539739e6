import { teachers } from "db/schema/people"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import type { EnteredWork } from "./entered-work"

// Emails about extra work that a teacher entered, queued in the transaction of the entry or the answer.

type Told = Pick<EnteredWork, "teacherName" | "description" | "workedOn" | "amountMinor" | "note">

const factsOf = (
  actor: Actor,
  { description, workedOn, amountMinor }: Omit<Told, "note" | "teacherName">,
) => ({
  description,
  workedOn: formatDate(workedOn, "full", actor.school),
  amount: formatMoney(amountMinor, actor.school.currency, actor.school),
})

/** Tells the office that work waits for its answer. */
export function tellEntry(actor: Actor, work: Told) {
  for (const { name, email } of listOffice(actor))
    queueMail({
      template: "work-entered",
      schoolId: actor.school.id,
      recipient: email,
      data: {
        schoolName: actor.school.name,
        recipientName: name,
        teacherName: work.teacherName,
        note: work.note,
        ...factsOf(actor, work),
      },
    })
}

/** Tells the teacher what the office answered, where they have an address. */
export function tellDecision(actor: Actor, work: EnteredWork) {
  const teacher = select({ email: teachers.email })
    .from(teachers)
    .where(own(actor, teachers, work.teacherId))
    .get()
  if (!teacher?.email) return
  queueMail({
    template: "work-answered",
    schoolId: actor.school.id,
    recipient: teacher.email,
    data: {
      schoolName: actor.school.name,
      recipientName: work.teacherName,
      isConfirmed: work.state === "confirmed",
      reason: work.reason,
      ...factsOf(actor, work),
    },
  })
}
