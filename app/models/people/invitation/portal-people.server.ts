import { cacheUntilWrite } from "db/cache-until-write.server"
import { families, guardians, students } from "db/schema/people"
import { and, asc, ne, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { now, todayOf } from "~/utils/clock.server"
import { ageOn } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { fullName, joinNames } from "~/utils/names"
import { PER_PAGE } from "~/utils/page-number"
import { accountsOf } from "./account-state.server"
import { type PortalPerson, type PortalPersonState, portalStates } from "./portal-people"

// Everyone who may have a login of the portal: the guardians of students who are not former, and grown-up students with an
// email or without a guardian. Each with how far they have come.

type Purpose = "guardian-invitation" | "student-invitation"

export const keyOfPerson = (purpose: Purpose, id: string) => `${purpose}:${id}`

/** Read once between two writes; its states change with the time, too. */
const keepPeople = cacheUntilWrite<readonly PortalPerson[]>(200)

/** All of them, by family. */
export function listPortalPeople(actor: Actor): readonly PortalPerson[] {
  const tenMinutes = Math.floor(now() / 600_000)
  return keepPeople([actor.school.id, actor.school.timeZone, tenMinutes], () => read(actor))
}

/** One page of those in a state, and how many are in each. */
export function findPortalPage(actor: Actor, state: PortalPersonState | undefined, page: number) {
  const people = listPortalPeople(actor)
  const found = state ? people.filter((person) => person.state === state) : people
  return {
    counts: portalStates.map((each) => ({
      state: each,
      count: people.filter((person) => person.state === each).length,
    })),
    total: found.length,
    all: people.length,
    people: found.slice((page - 1) * PER_PAGE, page * PER_PAGE),
  }
}

function read(actor: Actor): PortalPerson[] {
  const day = todayOf(actor)
  const children = groupBy(listStudents(actor), ({ familyId }) => familyId)
  const adults = listAdults(actor).filter(({ familyId }) => children.has(familyId))
  const withAdults = new Set(adults.map(({ familyId }) => familyId))
  const grown = [...children.values()].flat().filter(({ familyId, birthDate, email }) => {
    const age = birthDate ? ageOn(birthDate, day) : null
    const isGrownUp = age === null ? !withAdults.has(familyId) : age >= 18
    return isGrownUp && (email !== null || !withAdults.has(familyId))
  })
  const ofAdults = accountsOf(actor, "guardian-invitation", adults)
  const ofStudents = accountsOf(actor, "student-invitation", grown)
  const people = [
    ...adults.map((adult): PortalPerson & { familyName: string } => ({
      key: keyOfPerson("guardian-invitation", adult.id),
      name: adult.name,
      familyName: adult.familyName,
      email: adult.email,
      studentId: children.get(adult.familyId)?.[0]?.id ?? "",
      sees: joinNames((children.get(adult.familyId) ?? []).map(({ firstName }) => firstName)),
      ...stateOf(adult, ofAdults.get(adult.id)?.state),
    })),
    ...grown.map((student): PortalPerson & { familyName: string } => ({
      key: keyOfPerson("student-invitation", student.id),
      name: fullName(student),
      familyName: student.familyName,
      email: student.email,
      studentId: student.id,
      sees: "Own lessons",
      ...stateOf(student, ofStudents.get(student.id)?.state),
    })),
  ]
  return people.sort((a, b) => inEnglish(a.familyName, b.familyName) || inEnglish(a.name, b.name))
}

const inEnglish = new Intl.Collator("en").compare

type Account = NonNullable<ReturnType<ReturnType<typeof accountsOf>["get"]>>["state"]

function stateOf(
  { email, memberId }: { email: string | null; memberId: string | null },
  account: Account | undefined,
): Pick<PortalPerson, "state" | "sentOn"> {
  if (memberId) return { state: account?.kind === "locked" ? "locked" : "access", sentOn: null }
  if (account?.kind === "invited" || account?.kind === "expired")
    return { state: account.kind, sentOn: account.sentOn }
  return { state: email ? "not-invited" : "no-email", sentOn: null }
}

const listStudents = (actor: Actor) =>
  select({
    id: students.id,
    familyId: students.familyId,
    familyName: families.name,
    ...columns(students, "firstName", "lastName", "birthDate", "email", "memberId"),
  })
    .from(students)
    .innerJoin(families, joined(families, students.familyId))
    .where(and(own(actor, students), ne(students.status, "former")))
    .orderBy(sql`${students.firstName} collate nocase`, asc(students.id))
    .all()

const listAdults = (actor: Actor) =>
  select({
    id: guardians.id,
    familyId: guardians.familyId,
    familyName: families.name,
    ...columns(guardians, "name", "email", "memberId"),
  })
    .from(guardians)
    .innerJoin(families, joined(families, guardians.familyId))
    .where(own(actor, guardians))
    .orderBy(asc(guardians.familyId), asc(guardians.position), asc(guardians.id))
    .all()
