import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { contactMessages, demoRequests } from "db/schema/platform"
import { deskNotes, deskWaits, supportRatings } from "db/schema/platform-desk"
import { supportThreads } from "db/schema/platform-support"
import { and, asc, count, eq, gte, isNull, sql } from "drizzle-orm"
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core"
import type { SuperActor } from "~/models/foundation/access/actor"
import { platformAdd, platformChange, select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import {
  type HandOverRole,
  handOverRoles,
  mayStaff,
  readStaffRoles,
  seesMatter,
  staffRoleLabels,
} from "~/models/foundation/access/staff-permissions"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import type { Result } from "~/utils/result"
import type { PlatformVerb } from "../staff-act/staff-act"
import { recordPlatformAct } from "../staff-act/staff-act.server"
import { anyoneWith, kindLabels, type MatterKind, type StaffMember } from "./desk"
import type { SortForm } from "./desk-forms"

// What can be done with any matter of the desk, whatever its kind: closing it and opening it again.

const tables = { chat: supportThreads, contact: contactMessages, demo: demoRequests } as const

/** A chat with the assistant is no matter of the staff. */
const whichOf = (kind: MatterKind, id: string) =>
  kind === "chat" ? and(eq(supportThreads.id, id), eq(supportThreads.mode, "admin")) : eq(tables[kind].id, id)

type Done = Result<void, "missing">

/** Whose matter it is in words, and the school a chat was written from. */
function subjectOf(kind: MatterKind, id: string): { about: string; schoolId: string | null } | undefined {
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
const changeMatter = (
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

// How the staff work off a matter among themselves: notes that the customer never reads, priority, tags, snoozing; and how
// long people waited for an answer.

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** What the desk's figures look back on. */
export const figureDays = 30
const mostNotes = 100

const keyOf = (kind: MatterKind, id: string) => ({
  threadId: kind === "chat" ? id : null,
  contactMessageId: kind === "contact" ? id : null,
  demoRequestId: kind === "demo" ? id : null,
})

const noteColumn = {
  chat: deskNotes.threadId,
  contact: deskNotes.contactMessageId,
  demo: deskNotes.demoRequestId,
} as const

/** The notes beside a matter, oldest first. */
export const listNotes = (_staff: SuperActor, kind: MatterKind, id: string) =>
  select(columns(deskNotes, "id", "staffName", "content", "createdAt"))
    .from(deskNotes)
    .where(eq(noteColumn[kind], id))
    .orderBy(asc(deskNotes.createdAt), asc(deskNotes.id))
    .limit(mostNotes)
    .all()

/** Adds a note for the staff. The caller has found the matter. */
export function addNote(staff: SuperActor, kind: MatterKind, id: string, content: string) {
  transact(() => {
    platformAdd(deskNotes, {
      ...keyOf(kind, id),
      id: newId(),
      userId: staff.userId,
      staffName: staff.name,
      content,
      createdAt: now(),
    })
    recordMatterAct(staff, "add-note", kind, id)
  })
}

/** Sets priority and tags, and puts a matter aside for some hours or brings it back. */
export function sortMatter(
  staff: SuperActor,
  kind: MatterKind,
  id: string,
  { priority, tags, snooze }: SortForm,
): Result<void, "missing"> {
  const until =
    snooze === "keep" ? {} : { snoozedUntil: snooze === "none" ? null : now() + Number(snooze) * hourMs }
  const facts = { priority, tags: tags.join(" "), ...until }
  return transact(() => {
    if (changeMatter(kind, id, facts) === 0) return { ok: false, reason: "missing" }
    recordMatterAct(staff, "sort-matter", kind, id, [priority, ...tags].join(", "))
    return { ok: true }
  })
}

/** A wait that an answer ends, in the answer's transaction. */
export function recordWait(kind: MatterKind, id: string, since: number) {
  platformAdd(deskWaits, { ...keyOf(kind, id), id: newId(), since, answeredAt: now() })
}

/** Of the last thirty days: the median wait for an answer (ms), and how people found the help. */
export function findDeskFigures(_staff: SuperActor) {
  const since = now() - figureDays * dayMs
  const answered =
    select({ n: count() }).from(deskWaits).where(gte(deskWaits.answeredAt, since)).get()?.n ?? 0
  const middle = select({ ms: sql<number>`${deskWaits.answeredAt} - ${deskWaits.since}` })
    .from(deskWaits)
    .where(gte(deskWaits.answeredAt, since))
    .orderBy(sql`1`)
    .limit(1)
    .offset(Math.floor(Math.max(0, answered - 1) / 2))
    .get()
  const ratings = select({ score: supportRatings.score, n: count() })
    .from(supportRatings)
    .where(gte(supportRatings.createdAt, since))
    .groupBy(supportRatings.score)
    .all()
  const good = ratings.find(({ score }) => score === "good")?.n ?? 0
  const rated = ratings.reduce((sum, { n }) => sum + n, 0)
  return { answered, medianMs: middle?.ms ?? null, rated, good }
}

/** How a chat was rated, newest first. */
export const listRatings = (_staff: SuperActor, threadId: string) =>
  select()
    .from(supportRatings)
    .where(eq(supportRatings.threadId, threadId))
    .orderBy(asc(supportRatings.closedAt))
    .all()
    .reverse()

// Whose a matter is. Support gives it to one of its own, or hands it to another role: then that role sees it beside
// Support, until it is given back.

/** Everyone a matter can be given to: Support first, then those it is handed to. */
export function listStaff(_staff: SuperActor): StaffMember[] {
  return listAccounts().flatMap(({ userId, name, roles }): StaffMember[] => {
    if (mayStaff(roles, "desk:answer")) return [{ userId, name, role: null }]
    const role = handOverRoles.find((each) => roles.includes(each))
    return role ? [{ userId, name, role }] : []
  })
}

const listAccounts = () =>
  select({ userId: users.id, name: users.name, email: users.email, roles: users.staffRoles })
    .from(users)
    .where(eq(users.isSuperAdmin, true))
    .orderBy(asc(users.name), asc(users.id))
    .all()
    .map(({ roles, ...account }) => ({ ...account, roles: readStaffRoles(roles) }))

type Assignment = {
  /** A person, everyone with a role, or no one: "". */
  to: string
  note?: string
}

/** What became of it: whose it is now in words, and whether who gave it away still sees it. */
type Assigned = { name: string | null; isStillSeen: boolean }

/**
 * Gives a matter to one of the staff, to a role, or to no one. Whoever it is handed to is told by mail, with the note,
 * which stays beside the matter too. Refused for anyone else.
 */
export function assignMatter(
  staff: SuperActor,
  kind: MatterKind,
  id: string,
  { to, note = "" }: Assignment,
): Result<Assigned, "missing" | "not-staff"> {
  const target = targetOf(staff, to)
  if (!target) return { ok: false, reason: "not-staff" }
  const { userId, role, name } = target
  return transact(() => {
    const subject = subjectOf(kind, id)
    if (!subject) return { ok: false, reason: "missing" }
    changeMatter(kind, id, { assignedTo: userId, handedTo: role })
    const whose = role ? [staffRoleLabels[role], name].filter(Boolean).join(", ") : (name ?? "Unassigned")
    recordMatterAct(staff, role ? "hand-over" : "assign", kind, id, [whose, note].filter(Boolean).join(": "))
    if (note) addNote(staff, kind, id, note)
    if (role) tell(staff, { role, userId }, { about: subject.about, note, path: pathOf(kind, id) })
    return {
      ok: true,
      name: name ?? (role ? staffRoleLabels[role] : null),
      isStillSeen: seesMatter(staff.roles, role),
    }
  })
}

type Target = { userId: string | null; role: HandOverRole | null; name: string | null }

function targetOf(staff: SuperActor, to: string): Target | undefined {
  if (to === "") return { userId: null, role: null, name: null }
  const role = handOverRoles.find((each) => anyoneWith(each) === to)
  return role ? { userId: null, role, name: null } : listStaff(staff).find(({ userId }) => userId === to)
}

const pathOf = (kind: MatterKind, id: string) =>
  kind === "chat" ? paths.deskChat(id) : paths.deskInquiry(kind, id)

/** Mails the person, or everyone with the role; not who gave it. */
function tell(
  staff: SuperActor,
  { role, userId }: { role: HandOverRole; userId: string | null },
  { about, note, path }: { about: string; note: string; path: string },
) {
  for (const { email, ...account } of listAccounts()) {
    const isMeant = userId ? account.userId === userId : account.roles.includes(role)
    if (email && isMeant && account.userId !== staff.userId)
      queueMail({
        schoolId: null,
        recipient: email,
        template: "matter-handed",
        data: { name: account.name, from: staff.name, about, note, path },
      })
  }
}
