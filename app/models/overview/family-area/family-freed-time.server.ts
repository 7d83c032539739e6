import { transact } from "db/client.server"
import { claimFreedTime } from "~/models/attendance/freed-time/claim-freed-time.server"
import type { Actor } from "~/models/foundation/access/actor"
import type { PortalStudent } from "~/models/people/family-access/portal"
import { confirmToFamily } from "./family-confirmation.server"

/** Accepts a freed time as its family, who get an email of the make-up lesson. */
export function claimAsFamily(actor: Actor, student: PortalStudent, offerId: string) {
  return transact(() => {
    const claimed = claimFreedTime(actor, offerId, student)
    if (claimed.ok)
      confirmToFamily(actor, {
        what: "booked",
        studentName: student.firstName,
        lessons: [{ localDate: claimed.date, startTime: claimed.startTime, className: claimed.title }],
        effects: ["It uses 1 make-up credit."],
      })
    return claimed
  })
}
