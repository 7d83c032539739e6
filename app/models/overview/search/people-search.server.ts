import { families, guardians, students, teachers } from "db/schema/people"
import { keepUnchanged } from "db/unchanged.server"
import { and, asc, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { joined, own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { balancesOf } from "~/models/money/student-list/student-facts.server"
import { listPhones } from "~/models/people/family/contacts.server"
import { familyLabel } from "~/models/people/family/family-name"
import { tellApart } from "~/models/people/family/family-name.server"
import { findNextSessions } from "~/models/people/next-session/next-session.server"
import { statusLabels } from "~/models/people/student/student"
import { findAmong, findFolded, foldAll } from "~/utils/find-among"
import { groupBy } from "~/utils/group-by"
import { formatMoney } from "~/utils/money"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { familyActs, studentActs, teacherActs } from "./found-acts"
import { type FoundGroup, groupOf, mostOf } from "./search"

/** Each takes some MB of a large school, whose names the thread for long reads keeps. */
const schoolsKept = 10

// SQLite folds only English letters, but "ozturk" must find Öztürk. So the school's
// names are read by index, in order, and compared here.

/** Students, with the number to call and what their family owes. */
export function searchStudents(actor: Actor, text: string): FoundGroup[] {
  const { found, more } = findFolded(
    keepStudents([actor.school.id], () => readStudents(actor)),
    text,
    mostOf.students,
  )
  const familyIds = found.map(({ familyId }) => familyId)
  const phones = listPhones(
    actor,
    found.map(({ id }) => id),
  )
  const balances = balanceTexts(actor, familyIds)
  const coming = may(actor, "schedule:read")
    ? findNextSessions(actor, { resource: "student", ids: found.map(({ id }) => id) })
    : undefined
  const shown = found.map(({ id, familyId, status, instrument, to, title }) => ({
    to,
    title,
    detail: detailOf(
      instrument,
      status === "active" ? null : statusLabels[status].toLowerCase(),
      phones.get(id)?.phone,
      balances.get(familyId),
    ),
    acts: studentActs(actor, { id, familyId, status, nextLessonId: coming?.get(id)?.sessionId }),
  }))
  return groupOf("Students", { found: shown, more }, paths.students({ q: text }))
}

const readStudents = (actor: Actor) =>
  foldAll(
    studentNamesQuery(actor)
      .all()
      .map(({ code, email, ...student }) => ({
        ...student,
        to: paths.student(student.id),
        title: fullName(student),
        also: `${code ?? ""} ${email ?? ""}`,
      })),
  )

/** The names of a school are asked for again with every letter that is typed: read once between two writes of names. */
const keepStudents = keepUnchanged<ReturnType<typeof readStudents>>(schoolsKept)

/** Families by their name, their adults by theirs; both lead to the family's ledger, or to its record without amounts. */
export function searchFamilies(actor: Actor, text: string): FoundGroup[] {
  const { found, more } = findFolded(
    keepFamilies([actor.school.id], () => readFamilies(actor)),
    text,
    mostOf.families,
  )
  const seesMoney = seesFamilyMoney(actor)
  const balances = balanceTexts(
    actor,
    found.map(({ familyId }) => familyId),
  )
  const shown = found.map(({ familyId, studentId, title, detail, isMerged, hasPeople }) => ({
    to: seesMoney && !isMerged ? paths.family(familyId) : paths.familyRecord(familyId),
    title,
    detail: isMerged ? "merged into another family" : detailOf(detail, balances.get(familyId)),
    acts: isMerged || !hasPeople ? [] : familyActs(actor, { id: familyId, studentId }),
  }))
  return groupOf(
    "Families and guardians",
    { found: shown, more },
    seesMoney ? paths.billing({ search: text }) : paths.families({ q: text }),
  )
}

function readFamilies(actor: Actor) {
  const children = groupBy(studentNamesQuery(actor).all(), ({ familyId }) => familyId)
  const guardianNames = guardianNamesQuery(actor).all()
  const withAdult = new Set(guardianNames.map(({ familyId }) => familyId))
  const adults = tellApart(actor, guardianNames).map(
    ({ familyId, name, relation, email, phone, ...family }) => ({
      familyId,
      title: name,
      also: `${email ?? ""} ${phone ?? ""}`,
      phone,
      isMerged: false,
      detail: detailOf(relation?.toLowerCase(), familyLabel(family), phone),
    }),
  )
  const accounts = familyNamesQuery(actor)
    .all()
    .map(({ id, name, mergedInto }) => ({
      familyId: id,
      title: name,
      also: "family",
      phone: null,
      isMerged: mergedInto !== null,
      detail: detailOf(...(children.get(id) ?? []).map(({ firstName }) => firstName)),
    }))
  return foldAll(
    [...adults, ...accounts].map((each) => ({
      ...each,
      studentId: children.get(each.familyId)?.[0]?.id,
      // Without anyone, or with erased people only, there is no one to write to or to take a payment from.
      hasPeople: children.has(each.familyId) || withAdult.has(each.familyId),
    })),
  )
}

const keepFamilies = keepUnchanged<ReturnType<typeof readFamilies>>(schoolsKept)

const detailOf = (...parts: (string | null | undefined)[]): string | null =>
  parts.filter(Boolean).join(", ") || null

/** "owes $120.00" or "$40.00 account credit", for who may see it; nothing for a settled family. */
function balanceTexts(actor: Actor, familyIds: readonly string[]): Map<string, string> {
  if (familyIds.length === 0 || !seesFamilyMoney(actor)) return new Map()
  const text = (minor: number) => {
    const amount = formatMoney(Math.abs(minor), actor.school.currency)
    return minor > 0 ? `owes ${amount}` : `${amount} account credit`
  }
  return new Map(
    [...balancesOf(actor, familyIds)].flatMap(([id, minor]) =>
      minor === 0 ? [] : [[id, text(minor)] as const],
    ),
  )
}

/** Teachers, with the number at which the office reaches them, by which they are found too. */
export function searchTeachers(actor: Actor, text: string): FoundGroup[] {
  const all = teacherNamesQuery(actor)
    .all()
    .map(({ name, email, ...teacher }) => ({
      ...teacher,
      title: name,
      also: `${email ?? ""} ${teacher.phone ?? ""}`,
    }))
  const { found, more } = findAmong(all, text, mostOf.teachers)
  const shown = found.map(({ id, memberId, title, instruments, phone }) => ({
    to: paths.teacher(id),
    title,
    detail: detailOf(instruments, phone),
    acts: teacherActs(actor, { id, memberId }),
  }))
  return groupOf("Teachers", { found: shown, more }, paths.teachers())
}

/** Exported for the test that reads its plan, as are the others below. */
export function studentNamesQuery(actor: Actor) {
  return select({
    id: students.id,
    familyId: students.familyId,
    firstName: students.firstName,
    lastName: students.lastName,
    code: students.code,
    email: students.email,
    phone: students.phone,
    status: students.status,
    instrument: students.instrument,
  })
    .from(students)
    .where(and(own(actor, students), isNull(students.erasedAt)))
    .orderBy(
      sql`${students.lastName} collate nocase`,
      sql`${students.firstName} collate nocase`,
      asc(students.id),
    )
}

export function familyNamesQuery(actor: Actor) {
  return select({ id: families.id, name: families.name, mergedInto: families.mergedInto })
    .from(families)
    .where(own(actor, families))
    .orderBy(sql`${families.name} collate nocase`, asc(families.id))
}

export function guardianNamesQuery(actor: Actor) {
  return select({
    familyId: guardians.familyId,
    familyName: families.name,
    name: guardians.name,
    relation: guardians.relation,
    email: guardians.email,
    phone: guardians.phone,
  })
    .from(families)
    .crossJoin(guardians)
    .where(and(own(actor, families), joined(families, guardians.familyId), isNull(guardians.erasedAt)))
    .orderBy(sql`${families.name} collate nocase`, asc(families.id))
}

export function teacherNamesQuery(actor: Actor) {
  return select({
    id: teachers.id,
    name: teachers.name,
    email: teachers.email,
    phone: teachers.phone,
    instruments: teachers.instruments,
    memberId: teachers.memberId,
  })
    .from(teachers)
    .where(and(own(actor, teachers), isNull(teachers.deactivatedAt)))
    .orderBy(sql`${teachers.name} collate nocase`, asc(teachers.id))
}
