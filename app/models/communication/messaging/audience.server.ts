import { users } from "db/schema/accounts"
import { members, students } from "db/schema/people"
import { and, asc, eq, inArray, isNull } from "drizzle-orm"
import type { Actor, Role } from "~/models/foundation/access/actor"
import { idsOf, ownRows, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { readRights } from "~/models/foundation/access/rights"
import { staffRoles } from "~/models/foundation/access/roles"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import { listBounced } from "~/models/foundation/outbox/bounce.server"
import { listUnwanting } from "~/models/foundation/outbox/mail-wish.server"
import { findSelection } from "~/models/foundation/selection/selection.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { listTeachersWith } from "~/models/people/teacher/list-teachers.server"
import type { TeacherFilter } from "~/models/people/teacher/teacher-query"
import { readInBackground } from "~/providers/threads/background-read.server"
import { countOf } from "~/utils/formats"
import {
  findAudienceChoice,
  findFilterOf,
  isAboutMoney,
  listTeacherRows,
  studentsOfFilter,
  teacherFilterOf,
} from "./audience-choices.server"
import { type Audience, type Recipient, studentsOfLabel } from "./messaging"
import { peopleOfStudents, studentsOfClass, studentsOfTeacher } from "./people-of-students.server"

// The people whom a choice of recipients stands for. A choice that isn't offered to the actor is none.

/**
 * Who a choice stands for, the actor left out; undefined when it is not the actor's to choose. An address from which emails come
 * back is none: who logs in reads the message in Tutti only, and who doesn't isn't reached.
 */
export function findAudience(actor: Actor, key: string): Audience | undefined {
  const audience = findChosen(actor, key)
  if (!audience) return undefined
  const returned = new Set(listBounced(audience.recipients))
  // Which emails a teacher wants is none of a family's business.
  const asked = actor.role === "student" ? [] : audience.recipients
  const unwanting = listUnwanting(
    { template: "new-message", schoolId: actor.school.id },
    asked.flatMap((person) => (returned.has(person) ? [] : (person.email ?? []))),
  )
  const isUnwanting = ({ email }: Recipient) => unwanting.has(email ?? "")
  return {
    ...audience,
    recipients: audience.recipients.flatMap((person) =>
      // Who logs in is notified on their devices all the same.
      returned.has(person) || isUnwanting(person)
        ? person.memberId === null
          ? []
          : { ...person, inTuttiOnly: true }
        : person,
    ),
    returned: [...returned].map(({ name }) => name),
    unwanting: audience.recipients.filter(isUnwanting).map(({ name }) => name),
  }
}

type Chosen = Omit<Audience, "returned" | "unwanting">

function findChosen(actor: Actor, key: string): Chosen | undefined {
  if (key.startsWith("selection:")) return findSelected(actor, key)
  if (key.startsWith("filter:")) return findFiltered(actor, key)
  const choice = findAudienceChoice(actor, key)
  if (!choice) return undefined
  const [kind = "", id = ""] = key.split(":")
  const many = (label: string, people: { recipients: Recipient[]; unreachable: string[] }): Chosen => ({
    key,
    label,
    kind: "announcement",
    ...withoutMe(actor, people),
  })
  const few = (recipients: Recipient[], unreachable: string[] = []): Chosen => ({
    key,
    label: choice.label,
    kind: "conversation",
    ...withoutMe(actor, { recipients, unreachable }),
  })
  switch (kind) {
    case "office":
      return few(listOffice(actor))
    case "teachers":
      return many("all teachers", { recipients: listMembers(actor, ["teacher"], "Teacher"), unreachable: [] })
    case "member": {
      const { recipients: guardians, unreachable } = guardiansOfChild(actor)
      return few([...listMembers(actor, staffRoles, "Teacher", id), ...guardians], unreachable)
    }
    case "families":
      return many("all families", peopleOfStudents(actor, activeStudents(actor)))
    case "class":
      return many(`everyone in ${choice.label}`, peopleOfStudents(actor, studentsOfClass(actor, id)))
    case "pupils":
      return many(
        studentsOfLabel(teacherName(actor, id)),
        peopleOfStudents(actor, studentsOfTeacher(actor, id)),
      )
    default: {
      const { recipients, unreachable } = peopleOfStudents(actor, [id])
      return few(recipients, unreachable)
    }
  }
}

/** The people of what the office ticked in a list: students, teachers, or everyone enrolled in classes. */
function findSelected(actor: Actor, key: string): Chosen | undefined {
  const selection = may(actor, "message:all")
    ? findSelection(actor, key.slice("selection:".length))
    : undefined
  if (selection?.act !== "message") return undefined
  const { noun, ids } = selection
  if (noun === "teachers")
    return may(actor, "teacher:read")
      ? teachersAmong(actor, { key, label: `${countOf(ids.length, "teacher")} you selected` }, { ids })
      : undefined
  const studentIds = noun === "classes" ? ids.flatMap((id) => studentsOfClass(actor, id)) : ids
  const about = selection.choice?.about === "money" ? ("money" as const) : undefined
  const people = withoutMe(actor, peopleOfStudents(actor, [...new Set(studentIds)], about))
  const label =
    noun === "classes"
      ? `everyone in ${countOf(ids.length, "class", "classes")}`
      : countOf(ids.length, "student")
  return { key, label: `${label} you selected`, kind: "announcement", ...people }
}

/** The people of what a saved filter finds now: teachers, or families of students, classes and invoices. */
function findFiltered(actor: Actor, key: string): Chosen | undefined {
  const filter = may(actor, "message:all") ? findFilterOf(actor, key.slice("filter:".length)) : undefined
  if (!filter) return undefined
  const { noun, name } = filter
  if (noun === "teachers")
    return teachersAmong(actor, { key, label: `teachers of “${name}”` }, teacherFilterOf(filter))
  const about = isAboutMoney(filter) ? ("money" as const) : undefined
  const people = withoutMe(actor, peopleOfStudents(actor, studentsOfFilter(actor, filter), about))
  return { key, label: `${whoseFilter[noun]} of “${name}”`, kind: "announcement", ...people }
}

/** Teachers of the list: those who can log in, and the others by name. */
function teachersAmong(actor: Actor, named: Pick<Audience, "key" | "label">, those: TeacherFilter): Chosen {
  const { teachers } = listTeachersWith(actor, those, "all")
  const chosen = new Set(teachers.flatMap(({ memberId }) => memberId ?? []))
  const recipients = listMembers(actor, staffRoles, "Teacher").filter(
    ({ memberId }) => memberId !== null && chosen.has(memberId),
  )
  const unreachable = teachers.flatMap(({ name, memberId }) => (memberId ? [] : [name]))
  return { ...named, kind: "announcement", ...withoutMe(actor, { recipients, unreachable }) }
}

const whoseFilter = {
  students: "students",
  families: "families",
  classes: "everyone in classes",
  invoices: "families with invoices",
}

/** The same, read in the background: all families of a large school are tens of thousands of rows. */
export function findAudienceInBackground(actor: Actor, key: string): Promise<Audience | undefined> {
  if (actor.memberId === null || !isLarge(key)) return Promise.resolve(findAudience(actor, key))
  return readInBackground(schoolWork(actor, "audience", findAudience, key))
}

/** Audiences that grow with the school. */
const isLarge = (key: string) => key === "families" || /^(selection|filter):/.test(key)

/** Whatever a child's own login and a teacher write to each other is read by the guardians, whoever begins. */
function guardiansOfChild(actor: Actor) {
  const children =
    actor.role === "student" ? findPortal(actor).students.filter(({ as }) => as === "child") : []
  return peopleOfStudents(
    actor,
    children.map(({ id }) => id),
  )
}

/** A teacher writes under the own name; the office names the teacher whose students they are. */
const teacherName = (actor: Actor, teacherId: string): string =>
  (may(actor, "message:all") && listTeacherRows(actor).find(({ id }) => id === teacherId)?.name) || actor.name

function withoutMe(actor: Actor, people: { recipients: Recipient[]; unreachable: string[] }) {
  return {
    ...people,
    recipients: people.recipients.filter(({ memberId }) => !memberId || memberId !== actor.memberId),
  }
}

/** Who reads what is written to the office: its administrators, and members with the right to write for it. */
function listOffice(actor: Actor): Recipient[] {
  const writing = ownRows(actor, members, ["id", "role", "rights"])
    .where(inArray(members.role, staffRoles))
    .all()
    .filter(({ role, rights }) => may({ role, rights: readRights(rights) }, "message:all"))
  const chosen = new Set(writing.map(({ id }) => id))
  return listMembers(actor, staffRoles, "Office").filter(
    ({ memberId }) => memberId !== null && chosen.has(memberId),
  )
}

function listMembers(actor: Actor, roles: readonly Role[], why: string, memberId?: string): Recipient[] {
  return select({ memberId: members.id, name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        own(actor, members),
        inArray(members.role, roles),
        isNull(members.deactivatedAt),
        memberId === undefined ? undefined : eq(members.id, memberId),
      ),
    )
    .orderBy(asc(users.name))
    .all()
    .map((member) => ({ ...member, guardianId: null, why }))
}

const activeStudents = (actor: Actor): string[] =>
  idsOf(actor, students, inArray(students.status, ["trial", "active", "paused"]))
