import type { Actor } from "~/models/foundation/access/actor"
import type { ListNoun, SavedFilter } from "~/models/foundation/saved-filter/list-view"
import { findSavedFilter, listSavedFilters } from "~/models/foundation/saved-filter/saved-filter.server"
import { readFamilyQuery } from "~/models/money/family-list/family-list"
import { listFamilyIds } from "~/models/money/family-list/family-list.server"
import { listIdsWith } from "~/models/money/student-list/list-students-with.server"
import { readStudentQuery } from "~/models/people/student/student"
import { studentsOfFamilies } from "~/models/people/student/students-of-families.server"
import { readClassQuery } from "~/models/teaching/class/class-query"
import { listClassIdsWith } from "~/models/teaching/class-list/class-list.server"
import { studentsOfClass } from "./people-of-students.server"

// Saved filters whose records have families to write to. What they find is looked up again for each message.

const found: Partial<Record<ListNoun, (actor: Actor, query: URLSearchParams) => readonly string[]>> = {
  students: (actor, query) => listIdsWith(actor, readStudentQuery(query).filter, "all"),
  families: (actor, query) => studentsOfFamilies(actor, listFamilyIds(actor, readFamilyQuery(query), false)),
  classes: (actor, query) =>
    listClassIdsWith(actor, readClassQuery(query).filter, "all").flatMap((id) => studentsOfClass(actor, id)),
}

const nouns = Object.keys(found) as ListNoun[]
const groups: Partial<Record<ListNoun, string>> = {
  students: "Saved filters",
  families: "Saved filters of families",
  classes: "Saved filters of classes",
}

/** The saved filters that can be written to, by list. */
export const listFilterChoices = (actor: Actor) =>
  nouns.flatMap((noun) =>
    listSavedFilters(actor, noun).map(({ id, name }) => ({
      key: `filter:${id}`,
      label: name,
      group: groups[noun] ?? "",
    })),
  )

/** The students whom a filter stands for now; undefined for one that this person doesn't see. */
export function studentsOfFilter(
  actor: Actor,
  filterId: string,
): { noun: ListNoun; filter: SavedFilter; studentIds: string[] } | undefined {
  for (const noun of nouns) {
    const filter = findSavedFilter(actor, noun, filterId)
    if (!filter) continue
    const ids = found[noun]?.(actor, new URLSearchParams(filter.query)) ?? []
    return { noun, filter, studentIds: [...new Set(ids)] }
  }
  return undefined
}
