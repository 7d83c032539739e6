import { redirect } from "@remix-run/node"
import { PER_PAGE, pageOf, pagesOf } from "~/utils/page-number"

/** The page of a list that a request asks for; `parameter` is what its address calls it, where a screen has several lists. */
export const readPage = (request: Request, parameter?: string): number =>
  pageOf(new URL(request.url).searchParams, parameter)

/**
 * The page of a list that is shown, for `Pagination`. One past the end, from a bookmark or when the last row of a page has gone,
 * leads to the last page.
 */
export function paged(request: Request, total: number, perPage = PER_PAGE, parameter = "page") {
  const pages = pagesOf(readPage(request, parameter), total, perPage, parameter)
  if (pages.page <= pages.last) return pages
  const address = new URL(request.url)
  address.searchParams.set(parameter, String(pages.last))
  throw redirect(`${address.pathname}${address.search}`)
}
