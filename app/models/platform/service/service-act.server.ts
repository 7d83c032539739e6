import type { SuperActor } from "~/models/foundation/access/actor"
import { log } from "~/utils/log.server"
import type { PlatformVerb } from "../staff-act/staff-act"
import { recordPlatformAct } from "../staff-act/staff-act.server"

export type ServiceVerb = Extract<
  PlatformVerb,
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
>

/** Records what staff did to the whole platform, in the caller's transaction: in the staff's log and the server's. */
export function recordServiceAct(
  staff: SuperActor,
  act: { verb: ServiceVerb; about: string; reason?: string; schoolId?: string | null },
) {
  recordPlatformAct(staff, act)
  log.info({ staff: staff.userId, ...act }, "staff acted")
}
