import { now } from "~/utils/clock.server"
import { formatInstant } from "~/utils/zones"
import { impactLabels, updateLabels } from "../service/incident"
import { type Incident, listIncidents } from "../service/incident.server"
import { noticeText } from "../service/notice"
import { listNotices } from "../service/shown-notices.server"
import { checkHealth } from "./health.server"

// What the public status page says: the staff's word first, then what the machine knows of itself. No name of a machine.

export type PublicStatus = {
  title: string
  tone: "ok" | "warn" | "bad"
  /** Announced maintenance and read-only, as everyone reads it. */
  notices: { title: string; text: string }[]
  open: PublicIncident[]
  past: PublicIncident[]
}
export type PublicIncident = {
  title: string
  impact: string
  began: string
  ended: string | null
  updates: { state: string; text: string; when: string }[]
}

const utc = (ms: number) => `${formatInstant(ms, "UTC")} UTC`

const shown = ({ title, impact, startedAt, endedAt, updates }: Incident): PublicIncident => ({
  title,
  impact: impactLabels[impact],
  began: utc(startedAt),
  ended: endedAt === null ? null : utc(endedAt),
  updates: updates.map(({ state, text, createdAt }) => ({
    state: updateLabels[state],
    text,
    when: utc(createdAt),
  })),
})

export function findPublicStatus(): PublicStatus {
  const incidents = listIncidents()
  const notices = listNotices()
  const open = incidents.filter(({ endedAt }) => endedAt === null)
  return {
    ...overall(
      open,
      notices.some(({ kind }) => kind === "read-only"),
    ),
    notices: notices.map((notice) => noticeText(notice, now(), utc)),
    open: open.map(shown),
    past: incidents.filter(({ endedAt }) => endedAt !== null).map(shown),
  }
}

function overall(open: Incident[], isReadOnly: boolean): Pick<PublicStatus, "title" | "tone"> {
  if (open.some(({ impact }) => impact === "outage") || !checkHealth().ok)
    return { title: "Tutti has an outage", tone: "bad" }
  if (open.length > 0) return { title: "Something doesn’t work", tone: "warn" }
  if (isReadOnly) return { title: "Tutti is read-only", tone: "warn" }
  return { title: "All systems normal", tone: "ok" }
}
