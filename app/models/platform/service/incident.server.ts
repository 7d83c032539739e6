import { db, transact } from "db/client.server"
import { incidents, incidentUpdates } from "db/schema/platform-service"
import { and, asc, desc, eq, gte, inArray, isNull, or } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import { recordServiceAct } from "./service-act.server"
import type { UpdateState } from "./service-forms"

// What did not work, told in public by the staff while it lasts and for ninety days.

const day = 86_400_000
export const shownDays = 90
const mostShown = 60

export type Incident = {
  id: string
  title: string
  impact: "degraded" | "outage"
  startedAt: number
  endedAt: number | null
  updates: { id: string; state: UpdateState; text: string; createdAt: number }[]
}

/** Those that are open or began within ninety days, newest first, each with its messages, newest first. */
export function listIncidents(): Incident[] {
  const rows = db()
    .select({
      id: incidents.id,
      title: incidents.title,
      impact: incidents.impact,
      startedAt: incidents.startedAt,
      endedAt: incidents.endedAt,
    })
    .from(incidents)
    .where(or(gte(incidents.startedAt, now() - shownDays * day), isNull(incidents.endedAt)))
    .orderBy(desc(incidents.startedAt), desc(incidents.id))
    .limit(mostShown)
    .all()
  const updates = db()
    .select()
    .from(incidentUpdates)
    .where(
      inArray(
        incidentUpdates.incidentId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(incidentUpdates.createdAt), asc(incidentUpdates.id))
    .all()
  return rows.map((row) => ({
    ...row,
    updates: updates
      .filter(({ incidentId }) => incidentId === row.id)
      .map(({ id, state, text, createdAt }) => ({ id, state, text, createdAt }))
      .reverse(),
  }))
}

/** Opens an incident with its first message. */
export function openIncident(
  staff: SuperActor,
  { title, impact, message }: { title: string; impact: "degraded" | "outage"; message: string },
) {
  transact(() => {
    const at = now()
    const id = newId()
    db()
      .insert(incidents)
      .values({ id, title, impact, startedAt: at, createdBy: staff.userId, createdAt: at })
      .run()
    addUpdate(staff, id, "investigating", message)
    recordServiceAct(staff, { verb: "open-incident", about: title })
  })
}

/** Adds a message; "resolved" ends the incident. Refused once it is over. */
export function updateIncident(
  staff: SuperActor,
  { incidentId, state, message }: { incidentId: string; state: UpdateState; message: string },
): Result<void, "over"> {
  return transact(() => {
    const incident = db()
      .select()
      .from(incidents)
      .where(and(eq(incidents.id, incidentId), isNull(incidents.endedAt)))
      .get()
    if (!incident) return { ok: false, reason: "over" }
    addUpdate(staff, incidentId, state, message)
    if (state === "resolved")
      db().update(incidents).set({ endedAt: now() }).where(eq(incidents.id, incidentId)).run()
    recordServiceAct(staff, { verb: "update-incident", about: incident.title })
    return { ok: true }
  })
}

function addUpdate(staff: SuperActor, incidentId: string, state: UpdateState, text: string) {
  db()
    .insert(incidentUpdates)
    .values({ id: newId(), incidentId, state, text, createdBy: staff.userId, createdAt: now() })
    .run()
}
