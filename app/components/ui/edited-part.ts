import type { ShouldRevalidateFunction } from "@remix-run/react"

// A page shows its parts as text. The address names the one that is open as a form, so it works without scripts.

const name = "edit"

export const openPart = (search: string) => new URLSearchParams(search).get(name)

/** The address of this page with a part open, at that part. */
export const toOpenPart = (pathname: string, search: string, part: string) => {
  const query = new URLSearchParams(search)
  query.set(name, part)
  return `${pathname}?${query}#${part}`
}

/** The address of this page with every part closed, at the one that was open. */
export function toClosedPart(pathname: string, search: string, part: string) {
  const query = new URLSearchParams(search)
  query.delete(name)
  return `${pathname}${query.size > 0 ? `?${query}` : ""}#${part}`
}

/** Opening and closing a part doesn’t load the page again: it has its values. */
export const unlessPartOpened: ShouldRevalidateFunction = (step) => {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = step
  const isSamePage =
    toClosedPart(currentUrl.pathname, currentUrl.search, "") ===
    toClosedPart(nextUrl.pathname, nextUrl.search, "")
  const isOpened = isSamePage && currentUrl.search !== nextUrl.search
  return isOpened && formMethod === undefined ? false : defaultShouldRevalidate
}
