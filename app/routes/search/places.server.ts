import { type Address, type Place, routeOf } from "~/addresses/address"
import { screens } from "~/addresses/addresses"
import { isPermission, type Permission } from "~/models/foundation/access/permissions"
import { isStaffPermission, type StaffPermission } from "~/models/foundation/access/staff-permissions"

// What a search finds of the table of addresses: a school's places for who may open them, and those of our staff.

export type PlaceKind = "page" | "setting" | "act"

type PlaceOf<Needed> = Pick<Place, "words" | "only" | "value"> & {
  kind: PlaceKind
  to: string
  title: string
  /** what it belongs to, beside its title */
  where: string
  needs: Needed
}
export type SchoolPlace = PlaceOf<Permission>
export type StaffPlace = PlaceOf<StaffPermission>

const titleOf = (place: Place): [PlaceKind, string] =>
  "page" in place ? ["page", place.page] : "act" in place ? ["act", place.act] : ["setting", place.setting]

/** What no permission guards is found by everyone in a school, or by all of our staff. */
function needOf({ opens }: Address): Permission | StaffPermission {
  if (isPermission(opens) || isStaffPermission(opens)) return opens
  return opens === "staff" ? "overview:read" : "preferences:own"
}

/** Of what is meant equally, a setting is named first. */
const kinds: readonly PlaceKind[] = ["setting", "page", "act"]

const unsorted = screens.flatMap((address): PlaceOf<Permission | StaffPermission>[] => {
  const { path, belongsTo, parts = [] } = address
  const all = address.words === undefined ? parts : [address, ...parts]
  return all.map((place) => {
    const [kind, title] = titleOf(place)
    const { words, only, value, at = "", in: where = belongsTo, for: needs = needOf(address) } = place
    return { kind, title, to: `${routeOf(path)}${at}`, where, needs, words, only, value }
  })
})

const places = kinds.flatMap((kind) => unsorted.filter((place) => place.kind === kind))

export const schoolPlaces: readonly SchoolPlace[] = places.flatMap(({ needs, ...place }) =>
  isPermission(needs) ? [{ ...place, needs }] : [],
)
export const staffPlaces: readonly StaffPlace[] = places.flatMap(({ needs, ...place }) =>
  isStaffPermission(needs) ? [{ ...place, needs }] : [],
)
