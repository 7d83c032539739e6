import { cacheUntilWrite } from "db/cache-until-write.server"
import { families, guardians, students } from "db/schema/people"
import { and, asc, isNull, ne, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { query, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import {
  mostListed,
  type NameChoice,
  type NameOffer,
  type NameWish,
  offerAll,
  offerFound,
} from "~/models/foundation/name-search/name-search"
import type { Findable } from "~/utils/find-among"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { familyLabel } from "./family-name"
import { tellApart } from "./family-name.server"
import { familiesByPhone } from "./search-families.server"

type NamedFamily = NameChoice & Findable

/**
 * Families to choose one from, with the first names of their children. Where they are searched, they are found by anyone of theirs
 * too, and by the phone number someone calls from.
 */
export function offerFamilyNames(actor: Actor, wish: NameWish): NameOffer {
  if (hasManyFamilies(actor)) return findFamilyNames(actor, wish)
  return offerAll(namesOf(actor).map(({ value, label }) => ({ value, label })))
}

/** The same searched for, however few they are: for a form that begins with the name. */
export function findFamilyNames(actor: Actor, wish: NameWish): NameOffer {
  const called = new Set(familiesByPhone(actor, wish.search))
  const all = namesOf(actor)
  return offerFound(
    called.size === 0
      ? all
      : all.map((family) => (called.has(family.value) ? { ...family, phone: wish.search } : family)),
    wish,
  )
}

/** Whether they are searched for instead of listed. */
const hasManyFamilies = (actor: Actor): boolean => overListedQuery.get(actor) !== undefined

const overListedQuery = query((_, own) =>
  select({ id: families.id }).from(families).where(own(families)).limit(1).offset(mostListed),
)

const keepNames = cacheUntilWrite<readonly NamedFamily[]>(4)

/** Every family by name, without those merged into another. Several letters of one search are compared with what was read once. */
const namesOf = (actor: Actor): readonly NamedFamily[] =>
  keepNames([actor.school.id], () => {
    const children = groupBy(childNamesQuery(actor).all(), ({ familyId }) => familyId)
    const adults = groupBy(adultNamesQuery(actor).all(), ({ familyId }) => familyId)
    const families = familyChoicesQuery(actor).all()
    const people = peopleOf(
      actor,
      families.filter(({ id }) => !children.has(id)),
    )
    return families
      .map(({ id, name }) => {
        const own = (children.get(id) ?? []).sort((a, b) => byName(a.firstName, b.firstName))
        const first = own.map(({ firstName }) => firstName).join(", ")
        return {
          value: id,
          label: familyLabel({ familyName: name, familyChildren: first || people.get(id) || null }),
          title: name,
          also: [...own.map(fullName), ...(adults.get(id) ?? []).map(({ name }) => name)].join(" "),
        }
      })
      .sort((a, b) => byName(a.title, b.title))
  })

/** Whom families of one name without a child of today are told apart by. */
const peopleOf = (actor: Actor, families: readonly { id: string; name: string }[]) =>
  new Map(
    tellApart(
      actor,
      families.map(({ id, name }) => ({ familyId: id, familyName: name })),
    ).map(({ familyId, familyChildren }) => [familyId, familyChildren]),
  )

const byName = new Intl.Collator("en").compare

/** Exported for the test that reads its plan, as are those below. */
export function familyChoicesQuery(actor: Actor) {
  return select({ id: families.id, name: families.name })
    .from(families)
    .where(and(own(actor, families), isNull(families.mergedInto)))
    .orderBy(sql`${families.name} collate nocase`, asc(families.id))
}

export function adultNamesQuery(actor: Actor) {
  return select({ familyId: guardians.familyId, name: guardians.name })
    .from(guardians)
    .where(and(own(actor, guardians), isNull(guardians.erasedAt)))
}

export function childNamesQuery(actor: Actor) {
  return select({ familyId: students.familyId, firstName: students.firstName, lastName: students.lastName })
    .from(students)
    .where(and(own(actor, students), ne(students.status, "former")))
    .orderBy(
      sql`${students.lastName} collate nocase`,
      sql`${students.firstName} collate nocase`,
      asc(students.id),
    )
}
