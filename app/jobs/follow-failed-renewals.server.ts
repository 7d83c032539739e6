import { transact } from "db/client.server"
import { followFailure, listFailuresToFollow } from "~/models/accounts/subscription/renewal-failure.server"
import { inSchool } from "./in-school.server"

/** Every hour: reminds schools whose grace period ends soon, and closes those whose grace period is over. */
export function followFailedRenewals() {
  for (const { schoolId } of listFailuresToFollow())
    inSchool(schoolId, (actor) => transact(() => followFailure(actor)))
}
