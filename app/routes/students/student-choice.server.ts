/**
 * Whether a form is to look for what its search field says: its button was pressed, or it was sent another way, such as
 * by Enter, with words whose results nobody has seen.
 */
export function asksToFind(form: FormData, field: "search" | "familySearch"): boolean {
  if (form.get("intent") === "find") return true
  const [searchText, choiceText] = [form.get(field), form.get(`${field}Shown`)]
  return (
    typeof searchText === "string" &&
    typeof choiceText === "string" &&
    searchText.trim() !== "" &&
    searchText !== choiceText
  )
}

/**
 * What a form for choosing students says besides its fields: whom it looked for, whom it had chosen, and whom to offer now.
 * @param offer the students to show for words and choice
 */
export function readStudentChoice<Offered>(
  form: FormData,
  offer: (search: string, chosen: string[]) => Offered,
) {
  const search = String(form.get("search") ?? "").slice(0, 100)
  const chosen = form.getAll("students").map(String).slice(0, 500)
  return { chosen, offered: offer(search, chosen), searched: search !== "" }
}
