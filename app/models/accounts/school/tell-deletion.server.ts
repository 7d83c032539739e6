import type { Actor } from "~/models/foundation/access/actor"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { formatDate } from "~/utils/date-text"
import { localDate } from "~/utils/zones"
import { listOffice } from "./office.server"

/** Tells everyone who runs the school that it is to be deleted (UTC ms), or is kept after all (null). */
export function mailDeletion(actor: Actor, dueAt: number | null) {
  const { id: schoolId, name: schoolName, timeZone } = actor.school
  for (const { name, email } of listOffice(actor))
    queueMail({
      template: "school-deletion",
      schoolId,
      recipient: email,
      data: {
        schoolName,
        recipientName: name,
        changedBy: actor.name,
        dueOn: dueAt === null ? null : formatDate(localDate(dueAt, timeZone), "full", actor.school),
      },
    })
}
