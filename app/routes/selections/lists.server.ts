import type { SelectableNoun } from "~/models/foundation/selection/selection"
import { paths } from "~/utils/paths"

const lists: Record<SelectableNoun, { to: (query: Record<string, string>) => string; label: string }> = {
  students: { to: paths.students, label: "Students" },
  classes: { to: paths.classes, label: "Classes" },
  invoices: { to: paths.billing, label: "Invoices" },
  people: { to: paths.portalAccess, label: "Portal access" },
  families: { to: paths.families, label: "Families" },
  teachers: { to: paths.teachers, label: "Teachers" },
  inquiries: { to: paths.inquiries, label: "Inquiries" },
}

/** The list that a selection was made in, with its filters. */
export const backToList = (noun: SelectableNoun, list: string): string =>
  lists[noun].to(Object.fromEntries(new URLSearchParams(list)))

/** Where a selection was made, as its address says: families go on as a selection of their students. */
export function cameFrom(request: Request, noun: SelectableNoun) {
  const asked = new URL(request.url).searchParams
  const list = (asked.get("list") ?? "").slice(0, 2000)
  const of = noun === "students" && asked.get("of") === "families" ? ("families" as const) : undefined
  return { here: { list, of }, back: { ...listOf(of ?? noun), to: backToList(of ?? noun, list) } }
}

export const listOf = (noun: SelectableNoun) => ({ to: lists[noun].to({}), label: lists[noun].label })
