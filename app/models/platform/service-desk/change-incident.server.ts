import { transact } from "db/client.server"
import { incidents, incidentUpdates, platformNotices } from "db/schema/platform-service"
import { and, eq, isNull } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import {
  platformAdd,
  platformChange,
  platformChangeRows,
  select,
} from "~/models/foundation/access/door.server"
import { forgetNotices, type Notice, readOpenNotices } from "~/models/platform/service/shown-notices.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import type { UpdateState } from "../service/incident"
import type { NoticeFacts } from "../service/notice"
import { recordPlatformAct } from "../staff-act/staff-act.server"

// What the staff tell about something that does not work.

/** Opens an incident with its first message. */
export function openIncident(
  staff: SuperActor,
  { title, impact, message }: { title: string; impact: "degraded" | "outage"; message: string },
) {
  transact(() => {
    const at = now()
    const id = newId()
    platformAdd(incidents, { id, title, impact, startedAt: at, createdBy: staff.userId, createdAt: at })
    addUpdate(staff, id, "investigating", message)
    recordPlatformAct(staff, { verb: "open-incident", about: title })
  })
}

/** Adds a message; "resolved" ends the incident. Refused once it is over. */
export function updateIncident(
  staff: SuperActor,
  { incidentId, state, message }: { incidentId: string; state: UpdateState; message: string },
): Result<void, "over"> {
  return transact(() => {
    const incident = select()
      .from(incidents)
      .where(and(eq(incidents.id, incidentId), isNull(incidents.endedAt)))
      .get()
    if (!incident) return { ok: false, reason: "over" }
    addUpdate(staff, incidentId, state, message)
    if (state === "resolved") platformChange(incidents, incidentId, { endedAt: now() })
    recordPlatformAct(staff, { verb: "update-incident", about: incident.title })
    return { ok: true }
  })
}

/** Corrects its title and impact and the text of one message, open or over. Refused for a message of another incident. */
export function correctIncident(
  staff: SuperActor,
  {
    incidentId,
    updateId,
    title,
    impact,
    message,
  }: {
    incidentId: string
    updateId: string
    title: string
    impact: "degraded" | "outage"
    message: string
  },
): Result<void, "unknown"> {
  return transact(() => {
    const changes = platformChange(
      incidentUpdates,
      and(eq(incidentUpdates.id, updateId), eq(incidentUpdates.incidentId, incidentId)),
      { text: message },
    )
    if (changes === 0) return { ok: false, reason: "unknown" }
    platformChange(incidents, incidentId, { title, impact })
    recordPlatformAct(staff, { verb: "correct-incident", about: title })
    return { ok: true }
  })
}

function addUpdate(staff: SuperActor, incidentId: string, state: UpdateState, text: string) {
  platformAdd(incidentUpdates, {
    id: newId(),
    incidentId,
    state,
    text,
    createdBy: staff.userId,
    createdAt: now(),
  })
}

// What the staff do about the read-only switch and announced maintenance.

const minute = 60_000

/** What is not ended, for staff. */
export const listOpenNotices = (_staff: SuperActor): Notice[] => readOpenNotices()

/** Stops every save but the staff's own. Refused while it is on already. */
export function turnReadOnly(
  staff: SuperActor,
  { minutes, text, reason }: { minutes: number; text: string; reason: string },
): Result<void, "on"> {
  return transact(() => {
    if (readOpenNotices().some(({ kind }) => kind === "read-only")) return { ok: false, reason: "on" }
    const at = now()
    addNotice(staff, { kind: "read-only", text, startsAt: at, endsAt: at + minutes * minute })
    recordPlatformAct(staff, { verb: "read-only-on", about: "Read-only", reason })
    return { ok: true }
  })
}

/** Tells everyone when maintenance begins. Refused in the past. */
export function announceMaintenance(
  staff: SuperActor,
  { startsAt, minutes, text }: { startsAt: number; minutes: number; text: string },
): Result<void, "past"> {
  if (startsAt + minutes * minute <= now()) return { ok: false, reason: "past" }
  return transact(() => {
    addNotice(staff, { kind: "maintenance", text, startsAt, endsAt: startsAt + minutes * minute })
    recordPlatformAct(staff, {
      verb: "announce-maintenance",
      about: new Date(startsAt).toISOString().slice(0, 16).replace("T", " "),
    })
    return { ok: true }
  })
}

function addNotice(staff: SuperActor, facts: NoticeFacts) {
  platformAdd(platformNotices, { ...facts, id: newId(), createdBy: staff.userId, createdAt: now() })
  forgetNotices()
}

/** Turns read-only off, or takes a maintenance notice down. Undefined when someone else has. */
export function endNotice(staff: SuperActor, noticeId: string): NoticeFacts["kind"] | undefined {
  return transact(() => {
    const [ended] = platformChangeRows(
      platformNotices,
      and(eq(platformNotices.id, noticeId), isNull(platformNotices.endedAt)),
      { endedAt: now() },
    )
    forgetNotices()
    if (ended)
      recordPlatformAct(staff, {
        verb: "end-notice",
        about: ended.kind === "read-only" ? "Read-only" : "Maintenance",
      })
    return ended?.kind
  })
}
