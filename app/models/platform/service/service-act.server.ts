import type { SuperActor } from "~/models/foundation/access/actor"
import { log } from "~/utils/log.server"

export type ServiceVerb =
  | "read-only-on"
  | "announce-maintenance"
  | "end-notice"
  | "open-incident"
  | "update-incident"
  | "block-network"
  | "block-sending"
  | "lift-block"
  | "announce"
  | "stop-announcement"

/** Records what staff did to the whole platform, in the caller's transaction. */
export function recordServiceAct(
  staff: SuperActor,
  act: { verb: ServiceVerb; about: string; reason?: string; schoolId?: string | null },
) {
  log.info({ staff: staff.userId, ...act }, "staff acted")
}
