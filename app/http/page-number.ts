import { redirect } from "@remix-run/node"
import { pageOf } from "~/utils/page-number"

/** The page of a list that a request asks for. */
export const readPage = (request: Request): number => pageOf(new URL(request.url).searchParams)

/**
 * The page of a list that is shown. One past the end, from a bookmark or when the last row of a page has gone, leads to the
 * last page. `parameter` is what the address calls it, where a screen has several lists.
 */
export function paged<Shown extends { page: number; perPage: number; total: number }>(
  request: Request,
  shown: Shown,
  parameter = "page",
): Shown {
  const last = Math.max(1, Math.ceil(shown.total / Math.max(1, shown.perPage)))
  if (shown.page <= last) return shown
  const address = new URL(request.url)
  address.searchParams.set(parameter, String(last))
  throw redirect(`${address.pathname}${address.search}`)
}
