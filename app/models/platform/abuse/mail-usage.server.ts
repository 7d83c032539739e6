import { findQuotas } from "~/models/accounts/quota/quota.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { listMostMail } from "~/models/foundation/outbox/mail-count.server"
import { isSendingBlocked } from "./block.server"

const mostRows = 25

/** The schools with the most emails today, with what each uses of its plan. */
export const listMailUsage = (staff: SuperActor) =>
  listMostMail(staff, mostRows).map(({ schoolId, name }) => ({
    schoolId,
    name,
    ...findQuotas({ school: { id: schoolId } }),
    isStopped: isSendingBlocked(schoolId),
  }))
