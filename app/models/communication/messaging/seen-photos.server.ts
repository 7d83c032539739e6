import { conversations, participants } from "db/schema/communication"
import { members } from "db/schema/people"
import { and, eq, inArray, isNull, or } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, selectDistinct } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { readRights } from "~/models/foundation/access/rights"
import { staffRoles } from "~/models/foundation/access/roles"
import { readPhotoOf, withPhoto } from "~/models/people/member/photo.server"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { listTeachersOfFamily } from "./audience-choices.server"
import { peopleOfStudents, studentsOfTeacher } from "./people-of-students.server"

// Whose photos someone sees: the office those of everyone, staff those of the staff and of their own students'
// families, a family those of the office and its teachers, and all of them those of the people they write with.

/** A member's photo for someone who may see it; undefined for everyone else, and when there is none. */
export async function readPhoto(actor: Actor, memberId: string) {
  const [shown] = listSeen(actor, [memberId])
  return shown && (await readPhotoOf(shown))
}

/** Which of these members have a photo that the actor may see. */
export const listPhotos = (actor: Actor, memberIds: readonly string[]): Set<string> =>
  withPhoto(listSeen(actor, memberIds))

/** How many are asked about at once; a long list shows names alone after that. */
const mostAsked = 500

function listSeen(actor: Actor, memberIds: readonly string[]) {
  const asked = memberIds.slice(0, mostAsked)
  if (asked.length === 0) return []
  const rows = ownRows(actor, members, ["id", "userId", "role", "rights"])
    .where(and(inArray(members.id, asked), isNull(members.deactivatedAt)))
    .all()
  const isStaff = staffRoles.some((role) => role === actor.role)
  const isSeen = ({ id, role, rights }: (typeof rows)[number]) =>
    id === actor.memberId ||
    seesEveryone(actor) ||
    (isStaff
      ? staffRoles.some((each) => each === role)
      : may({ role, rights: readRights(rights) }, "message:all"))
  const others = rows.filter((row) => !isSeen(row)).map(({ id }) => id)
  const known = others.length > 0 ? listKnown(actor, others) : new Set<string>()
  return rows.filter((row) => isSeen(row) || known.has(row.id))
}

const seesEveryone = (actor: Actor) =>
  (["student:read", "message:all", "team:manage"] as const).some((permission) => may(actor, permission))

/** Those the actor teaches, is taught by, or writes with. */
function listKnown(actor: Actor, memberIds: readonly string[]): Set<string> {
  const teacher = actor.role === "teacher" ? findOwnTeacher(actor) : undefined
  const people = teacher
    ? peopleOfStudents(actor, studentsOfTeacher(actor, teacher.id)).recipients
    : actor.role === "student"
      ? listTeachersOfFamily(actor)
      : []
  return new Set([...people.flatMap(({ memberId }) => memberId ?? []), ...listPartners(actor, memberIds)])
}

/** Recipients of an announcement see its author and the author sees them, but not each other. */
function listPartners(actor: Actor, memberIds: readonly string[]): string[] {
  const mine = alias(participants, "mine")
  const memberId = actor.memberId ?? ""
  return selectDistinct({ id: participants.memberId })
    .from(mine)
    .innerJoin(conversations, joined(conversations, mine.conversationId))
    .innerJoin(participants, joined(participants.conversationId, mine.conversationId))
    .where(
      and(
        own(actor, mine),
        eq(mine.memberId, memberId),
        inArray(participants.memberId, [...memberIds]),
        or(
          eq(conversations.kind, "conversation"),
          eq(conversations.startedBy, memberId),
          eq(conversations.startedBy, participants.memberId),
        ),
      ),
    )
    .all()
    .flatMap(({ id }) => id ?? [])
}
