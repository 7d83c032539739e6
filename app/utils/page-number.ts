/** How many rows a page of a list has where nothing says otherwise. */
export const PER_PAGE = 50

/** The page of a list that a text asks for, counted from 1; whatever is not a page number counts as the first. */
export const pageIn = (text: unknown): number => (/^[1-9]\d{0,3}$/.test(String(text)) ? Number(text) : 1)

/** The same for an address. */
export const pageOf = (search: URLSearchParams, parameter = "page"): number => pageIn(search.get(parameter))

/** The page of a list for what stands between its pages: its rows counted from 1, and the last page. */
export function pagesOf(page: number, total: number, perPage = PER_PAGE, parameter = "page") {
  const [first, to] = [(page - 1) * perPage + 1, Math.min(page * perPage, total)]
  return {
    page,
    last: Math.max(1, Math.ceil(total / perPage)),
    from: Math.min(first, to),
    to,
    total,
    parameter,
  }
}
