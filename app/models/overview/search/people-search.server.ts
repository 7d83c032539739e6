import { db } from "db/client.server"
import { families, guardians, students, teachers } from "db/schema/people"
import { and, asc, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { familyLabel } from "~/models/people/family/family-name"
import { tellApart } from "~/models/people/family/family-name.server"
import { statusLabels } from "~/models/people/student/student"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { type FoundGroup, findAmong, groupOf, mostOf } from "./search"

// SQLite folds only English letters, but "ozturk" must find Öztürk. So the school's
// names are read by index, in order, and compared here.

export function searchStudents(actor: Actor, text: string): FoundGroup[] {
  const all = studentNamesQuery(actor)
    .all()
    .map(({ id, status, instrument, code, email, ...student }) => ({
      to: paths.student(id),
      title: fullName(student),
      also: `${code ?? ""} ${email ?? ""}`,
      detail:
        [instrument, status === "active" ? null : statusLabels[status].toLowerCase()]
          .filter(Boolean)
          .join(", ") || null,
    }))
  return groupOf("Students", findAmong(all, text, mostOf.students), paths.students({ q: text }))
}

/** Families by their name, their adults by theirs; both lead to the family's ledger. */
export function searchFamilies(actor: Actor, text: string): FoundGroup[] {
  const adults = tellApart(actor, guardianNamesQuery(actor).all()).map(
    ({ familyId, name, relation, email, phone, ...family }) => ({
      to: paths.family(familyId),
      title: name,
      also: `${email ?? ""} ${phone ?? ""}`,
      detail: [relation?.toLowerCase(), familyLabel(family)].filter(Boolean).join(", "),
    }),
  )
  const children = groupBy(studentNamesQuery(actor).all(), ({ familyId }) => familyId)
  const accounts = familyNamesQuery(actor)
    .all()
    .map(({ id, name }) => ({
      to: paths.family(id),
      title: name,
      also: "family",
      detail: (children.get(id) ?? []).map(({ firstName }) => firstName).join(", ") || null,
    }))
  const found = findAmong([...adults, ...accounts], text, mostOf.families)
  return groupOf("Families and guardians", found, paths.billing({ search: text }))
}

export function searchTeachers(actor: Actor, text: string): FoundGroup[] {
  const all = teacherNamesQuery(actor)
    .all()
    .map(({ id, name, email, instruments }) => ({
      to: paths.teacher(id),
      title: name,
      also: email ?? "",
      detail: instruments,
    }))
  return groupOf("Teachers", findAmong(all, text, mostOf.teachers), paths.teachers())
}

/** Exported for the test that reads its plan, as are the others below. */
export function studentNamesQuery(actor: Actor) {
  return db()
    .select({
      id: students.id,
      familyId: students.familyId,
      firstName: students.firstName,
      lastName: students.lastName,
      code: students.code,
      email: students.email,
      status: students.status,
      instrument: students.instrument,
    })
    .from(students)
    .where(own(actor, students))
    .orderBy(
      sql`${students.lastName} collate nocase`,
      sql`${students.firstName} collate nocase`,
      asc(students.id),
    )
}

export function familyNamesQuery(actor: Actor) {
  return db()
    .select({ id: families.id, name: families.name })
    .from(families)
    .where(own(actor, families))
    .orderBy(sql`${families.name} collate nocase`, asc(families.id))
}

export function guardianNamesQuery(actor: Actor) {
  return db()
    .select({
      familyId: guardians.familyId,
      familyName: families.name,
      name: guardians.name,
      relation: guardians.relation,
      email: guardians.email,
      phone: guardians.phone,
    })
    .from(families)
    .crossJoin(guardians)
    .where(and(own(actor, families), joined(families, guardians.familyId)))
    .orderBy(sql`${families.name} collate nocase`, asc(families.id))
}

export function teacherNamesQuery(actor: Actor) {
  return db()
    .select({
      id: teachers.id,
      name: teachers.name,
      email: teachers.email,
      instruments: teachers.instruments,
    })
    .from(teachers)
    .where(and(own(actor, teachers), isNull(teachers.deactivatedAt)))
    .orderBy(sql`${teachers.name} collate nocase`, asc(teachers.id))
}
