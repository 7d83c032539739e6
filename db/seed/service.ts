import { db } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { bouncedAddresses } from "db/schema/foundation-mail"
import { guardians } from "db/schema/people"
import { and, desc, eq, isNotNull, isNull } from "drizzle-orm"
import { superActor } from "~/models/foundation/access/actor.server"
import { keepFailedRequest } from "~/models/platform/failed-request/failed-requests.server"
import { listIncidents } from "~/models/platform/service/incident.server"
import { openIncident, updateIncident } from "~/models/platform/service-desk/change-incident.server"
import { fixClock } from "~/utils/clock.server"

const minute = 60_000
const day = 24 * 60 * minute

/** A guardian whose address doesn't exist any more: one who can't log in and whom no one of the demo is related to. */
function seedBounce(present: number) {
  const guardian = db()
    .select({ email: guardians.email })
    .from(guardians)
    .innerJoin(schools, eq(schools.id, guardians.schoolId))
    .where(
      and(
        eq(schools.name, "Harmony School of Music"),
        isNull(guardians.memberId),
        isNotNull(guardians.email),
      ),
    )
    .orderBy(desc(guardians.name))
    .limit(1)
    .get()
  if (guardian?.email)
    db()
      .insert(bouncedAddresses)
      .values({
        address: guardian.email,
        kind: "bounced",
        reason: "550 5.1.1 The email account that you tried to reach does not exist.",
        firstAt: present - 6 * day,
        lastAt: present - 6 * day,
      })
      .onConflictDoNothing()
      .run()
}

/** An incident of two weeks ago, a page that failed, and an address that came back. Leaves the clock at the present. */
export function seedService(present: number, staffUserId: string) {
  seedBounce(present)
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
  fixClock(present - 3 * day)
  keepFailedRequest({
    id: "3f0c7a52-8a3e-4f0e-9d5b-6a1c2e7f4b90",
    method: "GET",
    path: "/demo",
    route: "routes/public/demo",
    status: 500,
    tookMs: 31_204,
    problem: "The mail provider did not answer in time.",
  })
  fixClock(present)
}
