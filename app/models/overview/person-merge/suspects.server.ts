import { families, guardians, students, teachers } from "db/schema/people"
import { and, asc, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { keepReads } from "~/models/foundation/background-read/keep-reads.server"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import { listFamilySuspects } from "~/models/money/family-merge/list-suspects.server"
import { inNameOrder } from "~/models/people/name-order/name-order.server"
import { hasManyStudents } from "~/models/people/student/list-students.server"
import { statusLabels } from "~/models/people/student/student"
import { groupBy } from "~/utils/group-by"
import { fold, fullName } from "~/utils/names"
import type { MergedNoun, PersonSuspect } from "./person-merge"

// Students, guardians of one family, and teachers who look like one person. All of a school's are read and compared.

/** The most pairs that are listed. */
const mostPairs = 200
/** So many who share something are compared with each other; more share it by chance. */
const mostAlike = 20
/** A number with fewer digits says nothing. */
const leastDigits = 7

/** The pairs, those with the most reasons first. */
export const listPersonSuspects = (actor: Actor, noun: MergedNoun): readonly PersonSuspect[] =>
  ({ student: findStudentSuspects, guardian: findGuardianSuspects, teacher: findTeacherSuspects })[noun](
    actor,
  )

type Known = PersonSuspect["one"] & { birthDate: string | null }

/** Collects pairs with their reasons. Two different birthdays are two people. */
function collectPairs(people: readonly Known[]) {
  const pairs = new Map<string, { ids: [string, string]; reasons: Set<string> }>()
  const byId = new Map(people.map((person) => [person.id, person]))
  const areTwo = (one: string, other: string) => {
    const [first, second] = [byId.get(one)?.birthDate, byId.get(other)?.birthDate]
    return Boolean(first && second && first !== second)
  }
  const note = (ids: readonly string[], reason: string) => {
    const alike = [...new Set(ids)].slice(0, mostAlike)
    for (const [index, one] of alike.entries())
      for (const other of alike.slice(index + 1)) {
        if (areTwo(one, other)) continue
        const sorted: [string, string] = one < other ? [one, other] : [other, one]
        const pair = pairs.get(sorted.join()) ?? { ids: sorted, reasons: new Set<string>() }
        pairs.set(sorted.join(), { ...pair, reasons: pair.reasons.add(reason) })
      }
  }
  const told = (id: string) => {
    const { name = "", about = "" } = byId.get(id) ?? {}
    return { id, name, about }
  }
  const list = (): PersonSuspect[] =>
    [...pairs.values()]
      .sort((a, b) => b.reasons.size - a.reasons.size)
      .slice(0, mostPairs)
      .map(({ ids: [one, other], reasons }) => ({
        one: told(one),
        other: told(other),
        reasons: [...reasons],
      }))
  return { note, list }
}

/** Notes those of whom a text says the same; an empty text says nothing. */
function noteShared<Person extends { id: string }>(
  people: readonly Person[],
  textOf: (person: Person) => string,
  note: (ids: readonly string[], text: string) => void,
) {
  for (const [text, found] of groupBy(people, textOf))
    if (text && found.length > 1)
      note(
        found.map(({ id }) => id),
        text,
      )
}

const digitsOf = (phone: string | null) => {
  const digits = phone?.replace(/\D/g, "") ?? ""
  return digits.length >= leastDigits ? digits : ""
}

function findStudentSuspects(actor: Actor): PersonSuspect[] {
  const found = listStudents(actor)
  const pairs = collectPairs(
    found.map((student) => ({
      id: student.id,
      name: fullName(student),
      about: `${student.familyName} · ${statusLabels[student.status]}`,
      birthDate: student.birthDate,
    })),
  )
  const nameOf = (student: (typeof found)[number]) => fold(fullName(student))
  const firstNameOf = (student: (typeof found)[number]) => fold(student.firstName)
  noteShared(
    found,
    (one) => (one.lastName ? nameOf(one) : ""),
    (ids) => pairs.note(ids, "Same name"),
  )
  noteShared(
    found,
    (one) => (one.birthDate ? `${firstNameOf(one)} ${one.birthDate}` : ""),
    (ids) => pairs.note(ids, "Same first name and birth date"),
  )
  noteShared(
    found,
    (one) => `${firstNameOf(one)} ${one.familyId}`,
    (ids) => pairs.note(ids, "Same first name in one family"),
  )
  noteShared(
    found,
    (one) => (one.email ? `${firstNameOf(one)} ${one.email}` : ""),
    (ids) => pairs.note(ids, "Same first name and email"),
  )
  noteShared(
    found,
    (one) => (digitsOf(one.phone) ? `${firstNameOf(one)} ${digitsOf(one.phone)}` : ""),
    (ids) => pairs.note(ids, "Same first name and phone number"),
  )
  return pairs.list()
}

function findGuardianSuspects(actor: Actor): PersonSuspect[] {
  const found = listAdults(actor)
  const pairs = collectPairs(
    found.map(({ id, name, familyName, relation }) => ({
      id,
      name,
      about: [familyName, relation].filter(Boolean).join(" · "),
      birthDate: null,
    })),
  )
  const within = (text: string, familyId: string) => (text ? `${familyId} ${text}` : "")
  noteShared(
    found,
    ({ name, familyId }) => within(fold(name), familyId),
    (ids) => pairs.note(ids, "Same name"),
  )
  noteShared(
    found,
    ({ email, familyId }) => within(email ?? "", familyId),
    (ids) => pairs.note(ids, "Same email"),
  )
  return pairs.list()
}

/** Names are alike when the last name and an initial are the same, or the first name and how the last one begins. */
function findTeacherSuspects(actor: Actor): PersonSuspect[] {
  const found = listTeacherRows(actor).map((teacher) => {
    const words = fold(teacher.name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
    const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""]
    return { ...teacher, whole: words.join(" "), first, last }
  })
  const pairs = collectPairs(
    found.map(({ id, name, email, instruments, deactivatedAt }) => ({
      id,
      name,
      about:
        [instruments, email, deactivatedAt === null ? "" : "Deactivated"].filter(Boolean).join(" · ") ||
        "Active",
      birthDate: null,
    })),
  )
  const wholeOf = new Map(found.map(({ id, whole }) => [id, whole]))
  const noteSimilar = (ids: readonly string[]) => {
    for (const [index, one] of ids.slice(0, mostAlike).entries())
      for (const other of ids.slice(index + 1, mostAlike))
        if (wholeOf.get(one) !== wholeOf.get(other)) pairs.note([one, other], "Similar name")
  }
  noteShared(
    found,
    ({ email }) => email ?? "",
    (ids) => pairs.note(ids, "Same email"),
  )
  noteShared(
    found,
    ({ whole }) => whole,
    (ids) => pairs.note(ids, "Same name"),
  )
  noteShared(found, ({ first, last }) => last && `${first.slice(0, 1)} ${last}`, noteSimilar)
  noteShared(found, ({ first, last }) => last && `${first} ${last.slice(0, 3)}`, noteSimilar)
  return pairs.list()
}

const listTeacherRows = (actor: Actor) =>
  ownRows(actor, teachers, ["id", "name", "email", "instruments", "deactivatedAt"])
    .where(isNull(teachers.erasedAt))
    .orderBy(sql`${teachers.name} collate nocase`, asc(teachers.id))
    .all()

const listStudents = (actor: Actor) =>
  select({
    id: students.id,
    familyId: students.familyId,
    familyName: families.name,
    ...columns(students, "firstName", "lastName", "birthDate", "email", "phone", "status"),
  })
    .from(students)
    .innerJoin(families, joined(families, students.familyId))
    .where(and(own(actor, students), isNull(students.erasedAt)))
    .orderBy(...inNameOrder)
    .all()

const listAdults = (actor: Actor) =>
  select({
    id: guardians.id,
    familyId: guardians.familyId,
    familyName: families.name,
    ...columns(guardians, "name", "relation", "email"),
  })
    .from(guardians)
    .innerJoin(families, joined(families, guardians.familyId))
    .where(and(own(actor, guardians), isNull(guardians.erasedAt)))
    .orderBy(asc(guardians.familyId), asc(guardians.position))
    .all()

// Who may have been entered twice, for the screen that lists them. Everyone's names are compared: once between two writes,
// and of a large school in the background. It is the same for all who may see it; which kinds these are is decided where it is asked.

type Suspects = Readonly<Record<MergedNoun | "family", readonly PersonSuspect[]>>

/** The pairs of a school by what they are, those with the most reasons first. */
export const listSuspects = (actor: Actor): Promise<Suspects> =>
  keepSuspects([actor.school.id], {
    work: schoolWork(actor, "suspects", readSuspects),
    isLong: hasManyStudents(actor),
  })

const keepSuspects = keepReads<Suspects>(200)

/** The same as it is read now. */
export const readSuspects = (actor: Actor): Suspects => ({
  family: listFamilySuspects(actor).map(({ one, other, reasons }) => ({
    one: { id: one.id, name: one.name, about: one.children },
    other: { id: other.id, name: other.name, about: other.children },
    reasons,
  })),
  student: listPersonSuspects(actor, "student"),
  guardian: listPersonSuspects(actor, "guardian"),
  teacher: listPersonSuspects(actor, "teacher"),
})
