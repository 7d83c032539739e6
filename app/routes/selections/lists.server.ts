import type { SelectableNoun } from "~/models/foundation/selection/selection"
import { paths } from "~/utils/paths"

const lists: Record<SelectableNoun, { to: (query: Record<string, string>) => string; label: string }> = {
  students: { to: paths.students, label: "Students" },
  classes: { to: paths.classes, label: "Classes" },
  invoices: { to: paths.billing, label: "Billing" },
  people: { to: paths.portalAccess, label: "Portal access" },
  families: { to: paths.families, label: "Families" },
  teachers: { to: paths.teachers, label: "Teachers" },
}

/** The list that a selection was made in, with its filters. */
export const backToList = (noun: SelectableNoun, list: string): string =>
  lists[noun].to(Object.fromEntries(new URLSearchParams(list)))

export const listOf = (noun: SelectableNoun) => ({ to: lists[noun].to({}), label: lists[noun].label })
