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
