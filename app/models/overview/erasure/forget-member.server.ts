import { users } from "db/schema/accounts"
import { messages, participants } from "db/schema/communication"
import { files } from "db/schema/foundation-files"
import { guardians, members, portalAccess, students } from "db/schema/people"
import { and, eq, inArray, isNotNull, isNull, ne, or } from "drizzle-orm"
import { endSignInsOfMember } from "~/models/accounts/sign-in/sign-in.server"
import { forgetUser } from "~/models/accounts/user/user.server"
import { forgetReported } from "~/models/communication/messaging/report.server"
import type { Actor } from "~/models/foundation/access/actor"
import { eraseDeclared } from "~/models/foundation/access/declared-tables.server"
import { change, hasRow, ownRows, platformAdd, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { forgetDeleter } from "~/models/foundation/deleted-record/deleted-record.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { type ErasedNoun, erasedNames, type StaffNoun } from "./erasure"
import { forgetPlanAsks } from "./forget-words.server"

/** The login of a family's member ends, with what was written with it. */
function forgetMember(actor: Actor, memberId: string, name: string) {
  forgetMessages(actor, memberId, name)
  forgetPlanAsks(actor, memberId)
  change(actor, participants, eq(participants.memberId, memberId), { name, why: "Former member" })
  remove(actor, portalAccess, eq(portalAccess.memberId, memberId))
  endMember(actor, memberId, name)
}

/**
 * Ends a login in this school for good, at once: whoever it was, the member is called by `name` from now on. A login that
 * belongs to no other school is forgotten altogether, another one stays with its person and is no longer this member's.
 */
export function endMember(actor: Actor, memberId: string, name: string) {
  const member = select({ userId: members.userId, isStaffOfPlatform: users.isSuperAdmin })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(own(actor, members, memberId))
    .get()
  if (!member) return
  forgetDeleter(actor, memberId, name)
  eraseDeclared(actor, "login", { id: memberId, name })
  endSignInsOfMember({ schoolId: actor.school.id, memberId })
  const { userId, isStaffOfPlatform } = member
  const staysElsewhere = isStaffOfPlatform || isKnownElsewhere(userId, memberId)
  change(actor, members, memberId, {
    deactivatedAt: now(),
    erasedAt: now(),
    rights: "",
    ...(staysElsewhere ? { userId: addNameless(name) } : {}),
  })
  if (!staysElsewhere) forgetUser(userId, name)
}

/** An account that is no one's: the member refers to it in place of the person's own. */
function addNameless(name: string): string {
  const id = newId()
  platformAdd(users, { id, name, username: `erased-${id}`, createdAt: now() })
  return id
}

/** The bytes of the files go with the next round of the file store. */
function forgetMessages(actor: Actor, memberId: string, name: string) {
  const theirs = and(own(actor, messages), eq(messages.memberId, memberId))
  const sent = select({ id: messages.id, fileId: messages.fileId }).from(messages).where(theirs).all()
  const fileIds = sent.flatMap(({ fileId }) => fileId ?? [])
  change(actor, messages, theirs, {
    authorName: name,
    body: "This message was erased.",
    cut: null,
    fileId: null,
    fileName: null,
  })
  for (const fileId of fileIds) remove(actor, files, fileId)
  const ids = sent.map(({ id }) => id)
  if (ids.length > 0) forgetReported(actor, ids)
}

export type LinkedRecord = { noun: ErasedNoun; id: string; memberId: string; familyId: string }
type Linked = { noun: ErasedNoun | StaffNoun; id: string; memberId: string }

/** Whether another guardian or student of the school has the same login: one person in two families, or in one twice. */
export const sharesLogin = (actor: Actor, { noun, id, memberId }: Linked): boolean =>
  [["student", students] as const, ["guardian", guardians] as const].some(([kind, table]) =>
    hasRow(
      actor,
      table,
      and(eq(table.memberId, memberId), isNull(table.erasedAt), kind === noun ? ne(table.id, id) : undefined),
    ),
  )

/**
 * Ends a record's login. One that serves another record stays, and only what it saw for this one is taken from it: then
 * the answer is false.
 */
export function forgetLogin(actor: Actor, record: LinkedRecord): boolean {
  const isShared = sharesLogin(actor, record)
  if (isShared) unlink(actor, record)
  else forgetMember(actor, record.memberId, erasedNames[record.noun])
  return !isShared
}

/** What a student's own record opened goes with the student. A guardian's opened the family, unless they are in it twice. */
function unlink(actor: Actor, { noun, id, memberId, familyId }: LinkedRecord) {
  if (noun === "student") return
  const again = ownRows(actor, guardians, ["id"])
    .where(and(eq(guardians.memberId, memberId), eq(guardians.familyId, familyId), ne(guardians.id, id)))
    .limit(1)
    .get()
  if (again) return
  forgetPlanAsks(actor, memberId, familyId)
  const ofFamily = select({ id: students.id })
    .from(students)
    .where(and(own(actor, students), eq(students.familyId, familyId)))
  remove(
    actor,
    portalAccess,
    and(
      eq(portalAccess.memberId, memberId),
      eq(portalAccess.as, "guardian"),
      inArray(portalAccess.studentId, ofFamily),
    ),
  )
}

/**
 * Whether another school knows the person behind a login, be it locked there. A school that has erased them has nothing
 * left that refers to it.
 */
function isKnownElsewhere(userId: string, memberId: string): boolean {
  const found = select({ id: members.id })
    .from(members)
    .leftJoin(guardians, joined(guardians.memberId, members.id))
    .leftJoin(students, joined(students.memberId, members.id))
    .where(
      and(
        eq(members.userId, userId),
        ne(members.id, memberId),
        or(
          isNull(members.deactivatedAt),
          ne(members.role, "student"),
          isNotNull(guardians.id),
          isNotNull(students.id),
        ),
      ),
    )
    .limit(1)
    .get()
  return found !== undefined
}
