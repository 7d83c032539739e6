import { transact } from "db/client.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { releaseThrottled } from "~/models/foundation/throttle/throttle.server"
import { recordPlatformAct } from "../staff-act/staff-act.server"

/** Lets someone who is slowed down try again at once. False when the wait was over already. */
export const releaseLimit = (staff: SuperActor, key: string): boolean =>
  transact(() => {
    if (!releaseThrottled(staff, key)) return false
    // Which limit it was, not whose: the log is kept, and addresses and emails are not.
    recordPlatformAct(staff, {
      verb: "release",
      about: key.replace(/^limit ([\w-]+).*$/s, "$1").replace(/^password .*$/s, "Wrong passwords"),
    })
    return true
  })
