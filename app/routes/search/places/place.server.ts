import type { Actor } from "~/models/foundation/access/actor"
import type { Permission } from "~/models/foundation/access/permissions"
import type { StaffPermission } from "~/models/foundation/access/staff-permissions"

// A screen, a part of the settings or an act that a search finds, with the words that people use for it.

export type PlaceKind = "page" | "setting" | "act"

/**
 * Who finds a place beside those with its permission: `school` all but a solo teacher, `teacher` teachers in their own
 * area, `money` in a family only who may see money, `email` who logs in with an address.
 */
type Only = { only?: "school" | "teacher" | "money" | "email" }

type PlaceOf<Needed> = Only & {
  kind: PlaceKind
  to: string
  title: string
  /** what it belongs to, beside its title */
  where: string
  needs: Needed
  /** what people call it, with a | between; what says it best stands first */
  words: string
  /** what it is set to now */
  value?: (actor: Actor) => string | null | undefined
}

export type Place = PlaceOf<Permission>
export type StaffPlace = PlaceOf<StaffPermission>

type Listed = [to: string, title: string, words: string, value?: Place["value"]]

/** Places that stand together and need the same. */
export const listed = <Needed extends Permission | StaffPermission>(
  kind: PlaceKind,
  where: string,
  needs: Needed,
  all: readonly Listed[],
  more: Only = {},
): PlaceOf<Needed>[] =>
  all.map(([to, title, words, value]) => ({
    kind,
    where,
    needs,
    to,
    title,
    words,
    ...(value ? { value } : {}),
    ...more,
  }))
