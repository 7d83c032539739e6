import { db, prepareOnce, transact } from "db/client.server"
import { platformNotices } from "db/schema/platform-service"
import { and, desc, eq, isNull } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import type { NoticeFacts } from "./notice"
import { recordServiceAct } from "./service-act.server"

// The read-only switch and announced maintenance. Every request asks for them, so each process asks the database once a
// second at most.

const minute = 60_000
const rememberedMs = 1000

export type Notice = NoticeFacts & { id: string; createdAt: number }

const openQuery = prepareOnce(() =>
  db()
    .select({
      id: platformNotices.id,
      kind: platformNotices.kind,
      text: platformNotices.text,
      startsAt: platformNotices.startsAt,
      endsAt: platformNotices.endsAt,
      createdAt: platformNotices.createdAt,
    })
    .from(platformNotices)
    .where(isNull(platformNotices.endedAt))
    .orderBy(desc(platformNotices.createdAt))
    .prepare(),
)

let remembered: { at: number; open: Notice[] } | undefined

function readOpen(): Notice[] {
  const at = performance.now()
  if (!remembered || at - remembered.at >= rememberedMs) remembered = { at, open: openQuery().all() }
  return remembered.open
}

/** What everyone should read now. Maintenance that is over by its time is no longer shown. */
export const listNotices = (): Notice[] =>
  readOpen().filter(({ kind, endsAt }) => kind === "read-only" || endsAt === null || endsAt > now())

/** The switch, while it is on: nothing is saved until someone turns it off, even after the time that was expected. */
export const findReadOnly = (): Notice | undefined => readOpen().find(({ kind }) => kind === "read-only")

/** The same for staff, past what is remembered. */
export function listOpenNotices(_staff: SuperActor): Notice[] {
  remembered = undefined
  return readOpen()
}

/** Stops every save but the staff's own. Refused while it is on already. */
export function turnReadOnly(
  staff: SuperActor,
  { minutes, text, reason }: { minutes: number; text: string; reason: string },
): Result<void, "on"> {
  return transact(() => {
    remembered = undefined
    if (findReadOnly()) return { ok: false, reason: "on" }
    const at = now()
    add(staff, { kind: "read-only", text, startsAt: at, endsAt: at + minutes * minute })
    recordServiceAct(staff, { verb: "read-only-on", about: "Read-only", reason })
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
    add(staff, { kind: "maintenance", text, startsAt, endsAt: startsAt + minutes * minute })
    recordServiceAct(staff, {
      verb: "announce-maintenance",
      about: new Date(startsAt).toISOString().slice(0, 16).replace("T", " "),
    })
    return { ok: true }
  })
}

function add(staff: SuperActor, facts: NoticeFacts) {
  db()
    .insert(platformNotices)
    .values({ ...facts, id: newId(), createdBy: staff.userId, createdAt: now() })
    .run()
  remembered = undefined
}

/** Turns read-only off, or takes a maintenance notice down. Undefined when someone else has. */
export function endNotice(staff: SuperActor, noticeId: string): NoticeFacts["kind"] | undefined {
  return transact(() => {
    const ended = db()
      .update(platformNotices)
      .set({ endedAt: now() })
      .where(and(eq(platformNotices.id, noticeId), isNull(platformNotices.endedAt)))
      .returning({ kind: platformNotices.kind })
      .get()
    remembered = undefined
    if (ended)
      recordServiceAct(staff, {
        verb: "end-notice",
        about: ended.kind === "read-only" ? "Read-only" : "Maintenance",
      })
    return ended?.kind
  })
}
