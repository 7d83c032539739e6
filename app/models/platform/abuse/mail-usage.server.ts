import { findQuotas } from "~/models/accounts/quota/quota.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { listMostMail } from "~/models/foundation/outbox/mail-count.server"
import { isSendingBlocked } from "./block.server"

const mostRows = 25

/** The schools with the most emails today, with what each uses of its plan. */
export const listMailUsage = (staff: SuperActor) =>
  listMostMail(staff, mostRows).flatMap(({ schoolId }) => {
    const school = schoolActor(schoolId)
    if (!school) return []
    const { mails, storage } = findQuotas(school)
    return [{ schoolId, name: school.school.name, mails, storage, isStopped: isSendingBlocked(schoolId) }]
  })
