import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { contactMessages, demoRequests } from "db/schema/platform"
import { supportThreads } from "db/schema/platform-support"
import { and, eq, isNull } from "drizzle-orm"
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core"
import type { SuperActor } from "~/models/foundation/access/actor"
import { platformChange, select } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import type { PlatformVerb } from "../staff-act/staff-act"
import { recordPlatformAct } from "../staff-act/staff-act.server"
import { kindLabels, type MatterKind } from "./desk"

// What can be done with any matter of the desk, whatever its kind: closing it and opening it again.

const tables = { chat: supportThreads, contact: contactMessages, demo: demoRequests } as const

/** A chat with the assistant is no matter of the staff. */
const whichOf = (kind: MatterKind, id: string) =>
  kind === "chat" ? and(eq(supportThreads.id, id), eq(supportThreads.mode, "admin")) : eq(tables[kind].id, id)

type Done = Result<void, "missing">

/** Whose matter it is in words, and the school a chat was written from. */
export function subjectOf(
  kind: MatterKind,
  id: string,
): { about: string; schoolId: string | null } | undefined {
  if (kind === "chat") {
    const row = select({ name: users.name, schoolId: supportThreads.schoolId })
      .from(supportThreads)
      .innerJoin(users, eq(users.id, supportThreads.userId))
      .where(whichOf(kind, id))
      .get()
    return row && { about: `Chat with ${row.name}`, schoolId: row.schoolId }
  }
  const row =
    kind === "contact"
      ? select({ name: contactMessages.name }).from(contactMessages).where(whichOf(kind, id)).get()
      : select({ name: demoRequests.fullName }).from(demoRequests).where(whichOf(kind, id)).get()
  return row && { about: `${kindLabels[kind].one} from ${row.name}`, schoolId: null }
}

/** What was done with a matter, in the staff's log; in the caller's transaction. */
export function recordMatterAct(
  staff: SuperActor,
  verb: PlatformVerb,
  kind: MatterKind,
  id: string,
  reason?: string,
) {
  const subject = subjectOf(kind, id)
  if (subject) recordPlatformAct(staff, { verb, ...subject, reason })
}

/** Changes a matter, in the caller's transaction. Answers 0 when it is gone. */
export const changeMatter = (
  kind: MatterKind,
  id: string,
  to: SQLiteUpdateSetSource<(typeof tables)[MatterKind]>,
): number => platformChange(tables[kind], whichOf(kind, id), to)

/** Whether a colleague answered after the answer that someone saw; one's own is no surprise. */
export const isAnsweredSince = (
  staff: SuperActor,
  last: { id: string; userId: string | null } | undefined,
  seen: string | undefined,
): boolean => seen !== undefined && last !== undefined && last.id !== seen && last.userId !== staff.userId

/** Closes a matter; one that is closed stays as it was closed. A chat opens again automatically when its person writes. */
export function closeMatter(staff: SuperActor, kind: MatterKind, id: string): Done {
  const table = tables[kind]
  return transact(() => {
    const changes = platformChange(table, and(whichOf(kind, id), isNull(table.closedAt)), {
      closedAt: now(),
      closedBy: staff.userId,
      snoozedUntil: null,
    })
    if (changes > 0) recordMatterAct(staff, "close-matter", kind, id)
    return isThere(kind, id)
  })
}

/** Opens a closed matter again; it stands as it did before. */
export function reopenMatter(staff: SuperActor, kind: MatterKind, id: string): Done {
  return transact(() => {
    if (changeMatter(kind, id, { closedAt: null, closedBy: null }) === 0)
      return { ok: false, reason: "missing" }
    recordMatterAct(staff, "reopen-matter", kind, id)
    return { ok: true }
  })
}

const isThere = (kind: MatterKind, id: string): Done => {
  const table = tables[kind]
  return select({ id: table.id }).from(table).where(whichOf(kind, id)).get()
    ? { ok: true }
    : { ok: false, reason: "missing" }
}

/** The name of someone of the staff, as far as they are still there. */
export const nameOf = (userId: string | null): string | null =>
  userId === null
    ? null
    : (select({ name: users.name }).from(users).where(eq(users.id, userId)).get()?.name ?? null)
