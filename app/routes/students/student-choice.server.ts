import type { FoundFamily } from "~/models/people/family/search-families.server"
import { intentOf } from "~/utils/intent"

/**
 * Whether a form asks for a search: its search button was pressed, or a name is typed whose results have not been shown, or of
 * whose results none was chosen.
 */
export function asksToFind(
  form: FormData,
  field: "search" | "familySearch",
  isChosen: (search: string) => boolean,
): boolean {
  if (intentOf(form) === "find") return true
  const [searchText, choiceText] = [form.get(field), form.get(`${field}Shown`)]
  if (typeof searchText !== "string" || typeof choiceText !== "string" || searchText.trim() === "")
    return false
  return searchText.trim() !== choiceText.trim() || !isChosen(searchText.trim())
}

/** Whether one of the students whom a search offers was chosen. */
export const choosesAmong = (form: FormData, offered: readonly { id: string }[]): boolean =>
  offered.some(({ id }) => form.getAll("students").includes(id))

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
  const isSearch = asksToFind(form, "familySearch", () => true)
  if (sent && (sent !== "new" || !isSearch)) return sent
  const [only, more] = offered
  if (!only) return "new"
  return isSearch && !more ? only.id : ""
}
