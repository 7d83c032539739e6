import { superActor } from "~/models/foundation/access/actor.server"
import { listIncidents } from "~/models/platform/service/incident.server"
import { openIncident, updateIncident } from "~/models/platform/service-desk/change-incident.server"
import { fixClock } from "~/utils/clock.server"

const minute = 60_000
const day = 24 * 60 * minute

/** An incident of two weeks ago, as the public status page tells it. Leaves the clock at the present. */
export function seedService(present: number, staffUserId: string) {
  const staff = superActor({ userId: staffUserId, name: "Tutti staff" })
  const began = present - 13 * day
  fixClock(began)
  openIncident(staff, {
    title: "Emails arrive late",
    impact: "degraded",
    message: "Invoices and reminders leave up to 20 minutes late. Password resets aren’t affected.",
  })
  const [incident] = listIncidents()
  if (incident)
    for (const [after, state, message] of [
      [12, "identified", "Our email provider is slow to answer. We’re in touch with them."],
      [47, "resolved", "All waiting emails have been sent. Nothing was lost."],
    ] as const) {
      fixClock(began + after * minute)
      updateIncident(staff, { incidentId: incident.id, state, message })
    }
  fixClock(present)
}
