import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { contactMessages, demoRequests } from "db/schema/platform"
import { supportThreads } from "db/schema/platform-support"
import { and, asc, eq, isNull } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import type { MatterKind, StaffMember } from "./desk"

// What can be done with any matter of the desk, whatever its kind: whose it is, and whether it is closed.

const tables = { chat: supportThreads, contact: contactMessages, demo: demoRequests } as const

/** A chat with the assistant is no matter of the staff. */
const whichOf = (kind: MatterKind, id: string) =>
  kind === "chat" ? and(eq(supportThreads.id, id), eq(supportThreads.mode, "admin")) : eq(tables[kind].id, id)

/** Everyone a matter can be given to. */
export function listStaff(_staff: SuperActor): StaffMember[] {
  return db()
    .select({ userId: users.id, name: users.name })
    .from(users)
    .where(eq(users.isSuperAdmin, true))
    .orderBy(asc(users.name), asc(users.id))
    .all()
}

type Done = Result<void, "missing" | "not-staff">

/** Gives a matter to one of the staff, or to no one (null). Refused for anyone else. */
export function assignMatter(staff: SuperActor, kind: MatterKind, id: string, to: string | null): Done {
  if (to !== null && !listStaff(staff).some(({ userId }) => userId === to))
    return { ok: false, reason: "not-staff" }
  return changed(db().update(tables[kind]).set({ assignedTo: to }).where(whichOf(kind, id)).run())
}

/** Closes a matter; one that is closed stays as it was closed. A chat opens again automatically when its person writes. */
export function closeMatter(staff: SuperActor, kind: MatterKind, id: string): Done {
  const table = tables[kind]
  db()
    .update(table)
    .set({ closedAt: now(), closedBy: staff.userId })
    .where(and(whichOf(kind, id), isNull(table.closedAt)))
    .run()
  return isThere(kind, id)
}

/** Opens a closed matter again; it stands as it did before. */
export function reopenMatter(_staff: SuperActor, kind: MatterKind, id: string): Done {
  return changed(
    db().update(tables[kind]).set({ closedAt: null, closedBy: null }).where(whichOf(kind, id)).run(),
  )
}

const changed = ({ changes }: { changes: number }): Done =>
  changes > 0 ? { ok: true } : { ok: false, reason: "missing" }

const isThere = (kind: MatterKind, id: string): Done => {
  const table = tables[kind]
  return db().select({ id: table.id }).from(table).where(whichOf(kind, id)).get()
    ? { ok: true }
    : { ok: false, reason: "missing" }
}

/** The name of someone of the staff, as far as they are still there. */
export const nameOf = (userId: string | null): string | null =>
  userId === null
    ? null
    : (db().select({ name: users.name }).from(users).where(eq(users.id, userId)).get()?.name ?? null)
