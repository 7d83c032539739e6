import { followFailure, listFailuresToFollow } from "~/models/accounts/subscription/renewal-failure.server"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { inFormats } from "~/utils/formats.server"

/** Every hour: reminds schools whose grace period ends soon, and closes those whose grace period is over. */
export function followFailedRenewals() {
  for (const { schoolId } of listFailuresToFollow()) {
    const actor = schoolActor(schoolId)
    if (actor) inFormats(actor.school, () => followFailure(actor))
  }
}
