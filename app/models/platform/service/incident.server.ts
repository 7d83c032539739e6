import { incidents, incidentUpdates } from "db/schema/platform-service"
import { asc, desc, gte, isNull, or } from "drizzle-orm"
import { type Params, platformQuery, select } from "~/models/foundation/access/door.server"
import { among, columns } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import type { UpdateState } from "./incident"

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
  const rows = incidentsQuery.all({ since: now() - shownDays * day })
  if (rows.length === 0) return []
  const updates = updatesQuery.all({ incidentIds: JSON.stringify(rows.map(({ id }) => id)) })
  return rows.map((row) => ({
    ...row,
    updates: updates
      .filter(({ incidentId }) => incidentId === row.id)
      .map(({ id, state, text, createdAt }) => ({ id, state, text, createdAt }))
      .reverse(),
  }))
}

const incidentsQuery = platformQuery((p: Params<{ since: number }>) =>
  select(columns(incidents, "id", "title", "impact", "startedAt", "endedAt"))
    .from(incidents)
    .where(or(gte(incidents.startedAt, p.since), isNull(incidents.endedAt)))
    .orderBy(desc(incidents.startedAt), desc(incidents.id))
    .limit(mostShown),
)

const updatesQuery = platformQuery((p: Params<{ incidentIds: string }>) =>
  select()
    .from(incidentUpdates)
    .where(among(incidentUpdates.incidentId, p.incidentIds))
    .orderBy(asc(incidentUpdates.createdAt), asc(incidentUpdates.id)),
)
