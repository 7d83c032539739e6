import type { Request } from "express"
import type { State } from "../state"

/** A list as PayPal pages it: page and page_size (10, at most 20), totals only when total_required=true. */
export function paged<T, R>(
  state: State,
  request: Request,
  name: string,
  all: T[],
  describe: (item: T) => R,
) {
  const size = Math.min(20, positive(request.query.page_size, 10))
  const number = positive(request.query.page, 1)
  const items = all.slice((number - 1) * size, number * size).map(describe)
  const totals =
    request.query.total_required === "true"
      ? { total_items: all.length, total_pages: Math.ceil(all.length / size) }
      : {}
  return {
    [name]: items,
    ...totals,
    links: [{ href: `${state.origin}${request.originalUrl}`, rel: "self", method: "GET" }],
  }
}

function positive(value: unknown, fallback: number) {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : fallback
}
