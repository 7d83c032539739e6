import { cacheUntilWrite } from "db/cache-until-write.server"
import { students, teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { and, asc, exists, isNull, ne, type SQL } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { idsOf, ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, type Owner, own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import {
  mostListed,
  type NameOffer,
  type NameWish,
  offerAll,
  offerFound,
} from "~/models/foundation/name-search/name-search"
import type { ListNoun } from "~/models/foundation/saved-filter/list-view"
import { listFiltersOf } from "~/models/foundation/saved-filter/saved-filter.server"
import type { SelectableNoun } from "~/models/foundation/selection/selection"
import { readFamilyQuery } from "~/models/money/family-list/family-list"
import { listFamilyIds } from "~/models/money/family-list/family-list.server"
import { InvoiceQuery } from "~/models/money/invoice/invoice-forms"
import { listInvoices } from "~/models/money/invoice/list-invoices.server"
import { listIdsWith } from "~/models/money/student-list/list-students-with.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { isTaughtBy, isTaughtByAny, studentsOfFamilies } from "~/models/people/student/list-students.server"
import { readStudentQuery } from "~/models/people/student/student"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { readTeacherQuery } from "~/models/people/teacher/teacher-query"
import { readClassQuery } from "~/models/teaching/class/class-query"
import { listOpenClasses } from "~/models/teaching/class/open-classes.server"
import { listClassIdsWith } from "~/models/teaching/class-list/class-list.server"
import { teaches } from "~/models/teaching/co-teacher/co-teacher.server"
import { todayOf } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import type { AudienceChoice } from "./messaging"
import { studentsOfClass } from "./people-of-students.server"

// Saved filters whose records are teachers, or have families to write to. What they find is looked up again for each message.

type Noun = Exclude<ListNoun, "teachers">

const found: Record<Noun, (actor: Actor, query: URLSearchParams) => readonly string[]> = {
  students: (actor, query) => listIdsWith(actor, readStudentQuery(query).filter, "all"),
  families: (actor, query) => studentsOfFamilies(actor, listFamilyIds(actor, readFamilyQuery(query), false)),
  classes: (actor, query) =>
    listClassIdsWith(actor, readClassQuery(query).filter, "all").flatMap((id) => studentsOfClass(actor, id)),
  invoices: (actor, query) => {
    const { family, page: _, ...filter } = InvoiceQuery.parse(Object.fromEntries(query))
    const { rows } = listInvoices(actor, { ...filter, familyId: family, page: null })
    return studentsOfFamilies(actor, [...new Set(rows.map(({ familyId }) => familyId))], "former too")
  },
}

const nouns = ["students", "families", "classes", "invoices", "teachers"] as const satisfies ListNoun[]
const groups: Record<ListNoun, string> = {
  students: "Saved filters",
  families: "Saved filters of families",
  classes: "Saved filters of classes",
  invoices: "Saved filters of invoices",
  teachers: "Saved filters of teachers",
}

/** Who doesn't see a list doesn't write to its filters. */
const nounsOf = (actor: Actor) =>
  nouns.filter(
    (noun) =>
      (noun !== "invoices" || may(actor, "invoice:read")) &&
      (noun !== "teachers" || may(actor, "teacher:read")),
  )

/** The saved filters that can be written to, by list. */
const listFilterChoices = (actor: Actor) =>
  listFiltersOf(actor, nounsOf(actor)).map(({ id, noun, name }) => ({
    key: `filter:${id}`,
    label: name,
    group: groups[noun],
  }))

/** A filter that this person may write to. */
export const findFilterOf = (actor: Actor, filterId: string) =>
  listFiltersOf(actor, nounsOf(actor)).find(({ id }) => id === filterId)

type Filter = NonNullable<ReturnType<typeof findFilterOf>>

/** Whether a filter, or a list, is by what families owe or were invoiced: a message to those it finds is for who pays. */
export function isAboutMoney({ noun, query }: { noun: SelectableNoun; query: string }): boolean {
  const parameters = new URLSearchParams(query)
  if (noun === "families") return readFamilyQuery(parameters).state === "owing"
  if (noun === "students") return readStudentQuery(parameters).filter.traits?.balance !== undefined
  return noun === "invoices"
}

/** The students whom a filter stands for now; none for one of teachers. */
export const studentsOfFilter = (actor: Actor, { noun, query }: Filter): string[] =>
  noun === "teachers" ? [] : [...new Set(found[noun](actor, new URLSearchParams(query)))]

/** Which teachers a filter stands for. */
export const teacherFilterOf = ({ query }: Filter) => readTeacherQuery(new URLSearchParams(query))

// Recipients a person may choose: the office writes to everyone, a teacher to the office and to families of their own
// students, a family to the office and its teachers. The same rules refuse a choice that is not offered.

/** Everything the actor may write to, in the order it is offered. */
export const listAudiences = (actor: Actor): AudienceChoice[] => [...listGroups(actor), ...listPeople(actor)]

/** What a key stands for; undefined when it is not the actor's to choose. */
export const findAudienceChoice = (actor: Actor, key: string): AudienceChoice | undefined =>
  [...listGroups(actor), ...listPeople(actor, key)].find((each) => each.key === key)

/** Recipients to choose from. In a school with many students, people and classes are found by name. */
export function offerAudiences(actor: Actor, wish: NameWish): NameOffer {
  if (!may(actor, "message:all") || !hasManyStudents(actor)) return offerAll(listAudiences(actor).map(asName))
  const groups = listGroups(actor).map(asName)
  if (wish.search)
    return offerFound(
      [...groups, ...keepNames([actor.school.id, actor.memberId], () => listPeople(actor).map(asName))],
      wish,
    )
  const chosen = wish.chosen ? findAudienceChoice(actor, wish.chosen) : undefined
  const before = chosen && !groups.some(({ value }) => value === chosen.key) ? [asName(chosen)] : []
  return { ...offerFound([], wish), choices: [...groups, ...before].map(({ title: _, ...choice }) => choice) }
}

const asName = ({ key, label, group }: AudienceChoice) => ({ value: key, label, group, title: label })
const keepNames = cacheUntilWrite<readonly ReturnType<typeof asName>[]>(4)

const hasManyStudents = (actor: Actor): boolean =>
  ownRows(actor, students, ["id"]).limit(1).offset(mostListed).get() !== undefined

/** The school's own groups: few, whatever its size. */
function listGroups(actor: Actor): AudienceChoice[] {
  const office: AudienceChoice = { key: "office", label: "The office", group: "School" }
  if (!may(actor, "message:all")) return [office]
  return [
    { key: "families", label: "All families", group: "School" },
    ...(actor.school.kind === "school"
      ? [{ key: "teachers", label: "All teachers", group: "School" }, office]
      : []),
    ...listFilterChoices(actor),
  ]
}

/** Classes, teachers and students; with `only`, at most what has that key. */
function listPeople(actor: Actor, only?: string): AudienceChoice[] {
  if (may(actor, "message:all"))
    return [
      ...listClasses(actor, { only }),
      ...(only && !/^(pupils|member):/.test(only) ? [] : listTeacherRows(actor)).flatMap(
        ({ id, name, memberId }) => [
          { key: `pupils:${id}`, label: `${name}’s students`, group: "Students by teacher" },
          ...(memberId && memberId !== actor.memberId
            ? [{ key: `member:${memberId}`, label: name, group: "Teachers" }]
            : []),
        ],
      ),
      ...listStudents(actor, { only }),
    ]
  if (actor.role === "teacher") {
    const teacher = findOwnTeacher(actor)
    if (!teacher) return []
    return [
      { key: `pupils:${teacher.id}`, label: "All my students", group: "School" },
      ...listClasses(actor, { teacherId: teacher.id, only }),
      ...listStudents(actor, { teacherId: teacher.id, only }),
    ]
  }
  return listTeachersOfFamily(actor).flatMap(({ memberId, name }) =>
    memberId && memberId !== actor.memberId
      ? [{ key: `member:${memberId}`, label: name, group: "Teachers" }]
      : [],
  )
}

/** The id in a key of this kind; null for a key of another kind, undefined without a key. */
function idIn(kind: string, key: string | undefined): string | null | undefined {
  if (key === undefined) return undefined
  return key.startsWith(`${kind}:`) ? key.slice(kind.length + 1) : null
}

type Narrowed = { teacherId?: string; only?: string }

/** A family's teachers who can't be chosen, because they have no login yet; empty for everyone else. */
export const listTeachersWithoutLogin = (actor: Actor): string[] =>
  actor.role === "student"
    ? listTeachersOfFamily(actor).flatMap(({ memberId, name }) => (memberId ? [] : [name]))
    : []

export const listTeacherRows = (actor: Actor, condition?: SQL) => teachersQuery(actor, condition).all()

const teachersQuery = (owner: Owner, condition?: SQL) =>
  select({ id: teachers.id, name: teachers.name, memberId: teachers.memberId })
    .from(teachers)
    .where(and(own(owner, teachers), isNull(teachers.deactivatedAt), condition))
    .orderBy(asc(teachers.name))

function listClasses(actor: Actor, { teacherId, only }: Narrowed): AudienceChoice[] {
  const classId = idIn("class", only)
  if (classId === null) return []
  const day = todayOf(actor)
  const taughtIds = teacherId ? new Set(idsOf(actor, classes, teaches(actor, teacherId, day))) : undefined
  return listOpenClasses(actor, day, classId)
    .filter(({ id }) => taughtIds?.has(id) ?? true)
    .map(({ id, name }) => ({
      key: `class:${id}`,
      label: name,
      group: actor.school.kind === "solo" ? "Lessons" : "Classes",
    }))
}

function listStudents(actor: Actor, { teacherId, only }: Narrowed): AudienceChoice[] {
  const studentId = idIn("student", only)
  if (studentId === null) return []
  return select({ id: students.id, firstName: students.firstName, lastName: students.lastName })
    .from(students)
    .where(
      and(
        studentId === undefined ? own(actor, students) : own(actor, students, studentId),
        studentId === undefined || teacherId ? ne(students.status, "former") : undefined,
        teacherId ? isTaughtBy(actor, teacherId) : undefined,
      ),
    )
    .orderBy(asc(students.firstName), asc(students.lastName))
    .all()
    .map((student) => ({
      key: `student:${student.id}`,
      label: fullName(student),
      group: "Students and their guardians",
    }))
}

/** Teachers who teach a student of the family now. A page that has read the reader's students passes them on. */
export function listTeachersOfFamily(
  actor: Actor,
  children: readonly { id: string }[] = findPortal(actor).students,
) {
  return ofFamilyQuery.all(actor, {
    studentIds: JSON.stringify(children.map(({ id }) => id)),
    day: todayOf(actor),
  })
}

const ofFamilyQuery = query((p: Params<{ studentIds: string; day: string }>, own, school) => {
  const taught = select({ id: students.id })
    .from(students)
    .where(and(own(students), among(students.id, p.studentIds), isTaughtByAny(teachers.id, p.day)))
  return teachersQuery(school, exists(taught))
})
