import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { mayStaff } from "~/models/foundation/access/staff-permissions"
import { findConsent } from "~/models/platform/support-consent/support-consent.server"
import { kindsFor } from "~/models/platform/timeline/timeline.server"
import { staffTimeAndZone } from "~/utils/work-times.server"

/** What the pages of one school share: which parts the reader opens, and until when its records. */
export function schoolFrame(staff: SuperActor, school: Actor) {
  const consent = findConsent(school)
  return {
    kinds: kindsFor(staff),
    canEnter: mayStaff(staff.roles, "school:enter"),
    canHold: mayStaff(staff.roles, "school:suspend"),
    consentUntil: consent ? staffTimeAndZone(consent.endsAt) : null,
  }
}
