// The screens somebody saw last, for the palette. Kept for the browser's tab only and per person: names of pupils have
// no business on a machine that others use.

const storageKey = "recent-places"
const most = 8

export type RecentPage = { to: string; title: string }
type RecentPages = { owner: string; pages: RecentPage[] }

/** The owner's last screens, the newest first. */
export function readRecentPages(owner: string): RecentPage[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as RecentPages | null
    return stored?.owner === owner ? stored.pages : []
  } catch {
    return []
  }
}

export function rememberRecentPage(owner: string, page: RecentPage) {
  const others = readRecentPages(owner).filter(({ to }) => to !== page.to)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ owner, pages: [page, ...others].slice(0, most) }))
  } catch {
    // Storage is full or forbidden: then there are no recent places.
  }
}

export function forgetRecentPages() {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // What could not be kept need not be forgotten.
  }
}
