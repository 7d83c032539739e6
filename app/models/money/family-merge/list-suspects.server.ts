import { families, guardians, students } from "db/schema/people"
import { asc, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { groupBy } from "~/utils/group-by"
import { fold, joinNames } from "~/utils/names"
import { addressInLine, keptAddress, readAddress } from "~/utils/postal-address"
import type { FamilySuspect } from "./family-merge"

// Families that look like one: an adult with the same email or phone, or the same name at the same address. All of a
// school's are read and compared.

/** The most pairs that are listed. */
const mostPairs = 200
/** A number with fewer digits says nothing. */
const leastDigits = 7

/** The words of an address in any order, without its country: typed as one text or in parts, it is the same. */
const placeWords = (address: string): string =>
  fold(addressInLine(keptAddress({ ...readAddress(address), country: "" })))
    .split(/[\s,]+/)
    .sort()
    .join(" ")

/** The pairs, those with the most reasons first. Families without students are not among them. */
export function listFamilySuspects(actor: Actor): FamilySuspect[] {
  const children = groupBy(listChildren(actor), ({ familyId }) => familyId)
  const adults = groupBy(listAdults(actor), ({ familyId }) => familyId)
  const all = listFamilies(actor).filter(({ id }) => children.has(id))
  const pairs = new Map<string, { ids: [string, string]; reasons: Set<string> }>()
  const note = (ids: readonly string[], reason: string) => {
    const distinct = [...new Set(ids)].slice(0, 20)
    for (const [index, one] of distinct.entries())
      for (const other of distinct.slice(index + 1)) {
        const sorted: [string, string] = one < other ? [one, other] : [other, one]
        const pair = pairs.get(sorted.join()) ?? { ids: sorted, reasons: new Set<string>() }
        pairs.set(sorted.join(), { ...pair, reasons: pair.reasons.add(reason) })
      }
  }
  const everyone = [...adults.values()].flat().filter(({ familyId }) => children.has(familyId))
  const noteShared = (
    key: (adult: (typeof everyone)[number]) => string,
    reason: (text: string) => string,
  ) => {
    for (const [text, found] of groupBy(everyone, key))
      if (text && found.length > 1)
        note(
          found.map(({ familyId }) => familyId),
          reason(text),
        )
  }
  noteShared(
    ({ email }) => email ?? "",
    (email) => `Same email: ${email}`,
  )
  noteShared(
    ({ phone }) => {
      const digits = phone?.replace(/\D/g, "") ?? ""
      return digits.length >= leastDigits ? digits : ""
    },
    () => "Same phone number",
  )
  noteShared(
    ({ name }) => (name.trim().includes(" ") ? fold(name) : ""),
    () => "Same guardian’s name",
  )
  for (const [text, found] of groupBy(all, ({ name, address }) =>
    address ? `${fold(name)} ${placeWords(address)}` : "",
  ))
    if (text)
      note(
        found.map(({ id }) => id),
        "Same name and address",
      )
  const byId = new Map(all.map((family) => [family.id, family]))
  const show = (id: string) => ({
    id,
    name: byId.get(id)?.name ?? "",
    children: joinNames((children.get(id) ?? []).map(({ firstName }) => firstName)),
    adults: joinNames((adults.get(id) ?? []).map(({ name }) => name)),
  })
  return [...pairs.values()]
    .sort((a, b) => b.reasons.size - a.reasons.size)
    .slice(0, mostPairs)
    .map(({ ids: [one, other], reasons }) => ({ one: show(one), other: show(other), reasons: [...reasons] }))
}

const listFamilies = (actor: Actor) =>
  ownRows(actor, families, ["id", "name", "address"])
    .orderBy(sql`${families.name} collate nocase`, asc(families.id))
    .all()

const listChildren = (actor: Actor) =>
  ownRows(actor, students, ["familyId", "firstName"]).orderBy(asc(students.firstName)).all()

const listAdults = (actor: Actor) =>
  ownRows(actor, guardians, ["familyId", "name", "email", "phone"]).orderBy(asc(guardians.position)).all()
