import { staffActs } from "db/schema/platform"
import { desc } from "drizzle-orm"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { platformAdd, select } from "~/models/foundation/access/door.server"
import { ofSchool } from "~/models/foundation/access/own.server"
import { partOfAct } from "~/models/foundation/access/part-of-act.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { StaffVerb } from "~/models/foundation/audit/events"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { PlatformVerb } from "./staff-act"

// Everything our staff do is written down for the staff. What they did to a school is written twice: with the internal
// reason, which only staff read, and in the school's own log with the staff's name and a text meant for the school.

const mostActs = 20

/** In the caller's transaction. `told` is what the school reads. */
export function recordStaffAct(
  staff: SuperActor,
  school: Actor,
  { verb, reason, told }: { verb: StaffVerb; reason: string; told: string },
) {
  const schoolId = school.school.id
  platformAdd(staffActs, {
    schoolId,
    id: newId(),
    createdAt: now(),
    userId: staff.userId,
    staffName: staff.name,
    verb,
    about: school.school.name,
    reason,
    told,
  })
  recordEvent(school, `subscription.${verb}`, schoolId, {
    after: { text: told },
    by: `${staff.name} (Tutti)`,
  })
}

/** What staff did that is no act on a school's account: in the staff's log alone. In the caller's transaction. */
export function recordPlatformAct(
  staff: SuperActor,
  act: { verb: PlatformVerb; about: string; reason?: string; schoolId?: string | null },
) {
  partOfAct("activity")
  platformAdd(staffActs, {
    schoolId: act.schoolId ?? null,
    id: newId(),
    createdAt: now(),
    userId: staff.userId,
    staffName: staff.name,
    verb: act.verb,
    about: act.about.slice(0, 200),
    reason: act.reason ?? "",
    told: "",
  })
}

/** The latest of them, newest first. */
export function listStaffActs(_staff: SuperActor, schoolId: string) {
  return select()
    .from(staffActs)
    .where(ofSchool(schoolId, staffActs))
    .orderBy(desc(staffActs.createdAt), desc(staffActs.id))
    .limit(mostActs)
    .all()
}
