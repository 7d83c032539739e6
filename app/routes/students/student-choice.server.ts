import type { FoundFamily } from "~/models/people/family/search-families.server"

/**
 * Whether a form asks for a search: its search button was pressed, or it was sent another way, such as by Enter, with a
 * query whose results have not been shown.
 */
export function asksToFind(form: FormData, field: "search" | "familySearch"): boolean {
  if (form.get("intent") === "find") return true
  const [searchText, choiceText] = [form.get(field), form.get(`${field}Shown`)]
  return (
    typeof searchText === "string" &&
    typeof choiceText === "string" &&
    searchText.trim() !== "" &&
    searchText.trim() !== choiceText.trim()
  )
}

/**
 * The student choice in a form besides its fields: the query, the students chosen, and the students to offer now.
 * @param offer the students to show for a query and a choice
 */
export function readStudentChoice<Offered>(
  form: FormData,
  offer: (search: string, chosen: string[]) => Offered,
) {
  const search = String(form.get("search") ?? "").slice(0, 100)
  const chosen = form.getAll("students").map(String).slice(0, 500)
  return { chosen, offered: offer(search, chosen), searched: search.trim() }
}

/**
 * The family that a new student's form has chosen: one found alone is chosen by the search. "" asks: several were found
 * and none was chosen.
 */
export function readFamilyChoice(form: FormData, offered: readonly FoundFamily[]): string {
  const sent = String(form.get("family") ?? "")
  const isSearch = asksToFind(form, "familySearch")
  if (sent && (sent !== "new" || !isSearch)) return sent
  const [only, more] = offered
  if (!only) return "new"
  return isSearch && !more ? only.id : ""
}
