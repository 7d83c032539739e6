import { staffPresence } from "db/schema/platform-support"
import { and, eq, gt } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import {
  type Params,
  platformAddOrChange,
  platformQuery,
  select,
} from "~/models/foundation/access/door.server"
import { mayStaff } from "~/models/foundation/access/staff-permissions"
import { now } from "~/utils/clock.server"

// Whether any staff member who answers chats is online. Staff pages report every two minutes (spec §7).

const onlineMs = 5 * 60_000
/** Reports that come thicker than this change nothing. */
const quietMs = 20_000

/** One of the staff is there now; who doesn’t answer chats counts as away. */
export function recordPresence(staff: SuperActor) {
  if (!mayStaff(staff.roles, "desk:answer")) return
  const at = now()
  const recent = select({ seenAt: staffPresence.seenAt })
    .from(staffPresence)
    .where(and(eq(staffPresence.userId, staff.userId), gt(staffPresence.seenAt, at - quietMs)))
    .get()
  if (recent) return
  platformAddOrChange(
    staffPresence,
    { userId: staff.userId, seenAt: at },
    { as: [staffPresence.userId], to: { seenAt: at } },
  )
}

/** Whether any of the staff was heard of in the last five minutes. Who it was is no one's business. */
export const isStaffOnline = (): boolean => onlineQuery.get({ since: now() - onlineMs }) !== undefined

const onlineQuery = platformQuery((p: Params<{ since: number }>) =>
  select({ seenAt: staffPresence.seenAt })
    .from(staffPresence)
    .where(gt(staffPresence.seenAt, p.since))
    .limit(1),
)
