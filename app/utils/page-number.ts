// Which page of a list an address asks for, and the pages beside it.

/** The page asked for, counted from 1; whatever is not a page number counts as the first. */
export function pageOf(search: URLSearchParams): number {
  const requested = search.get("page") ?? ""
  return /^[1-9]\d{0,3}$/.test(requested) ? Number(requested) : 1
}

/** What the component between the pages needs, for `shown` rows on this page. */
export function pagesAround(
  { page, perPage, shown, total }: { page: number; perPage: number; shown: number; total: number },
  addressOf: (page: string) => string,
) {
  const first = (page - 1) * perPage
  const last = Math.max(1, Math.ceil(total / perPage))
  return {
    from: shown === 0 ? 0 : first + 1,
    to: shown === 0 ? 0 : first + shown,
    total,
    // From a page beyond the last, to the last.
    previous: page > 1 ? addressOf(String(Math.min(page - 1, last))) : undefined,
    next: first + shown < total ? addressOf(String(page + 1)) : undefined,
  }
}
