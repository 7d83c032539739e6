// The pages a person visited last, for the palette. Stored per browser tab and person, because students' names must not
// remain on a shared computer.

const storageKey = "recent-places"
const most = 8

export type RecentPage = { to: string; title: string }
type RecentPages = { owner: string; pages: RecentPage[] }

/** The owner's last screens, the newest first. */
export function readRecentPages(owner: string): RecentPage[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as RecentPages | null
    return stored?.owner === owner ? (stored.pages ?? []) : []
  } catch {
    return []
  }
}

export function rememberRecentPage(owner: string, page: RecentPage) {
  const others = readRecentPages(owner).filter(({ to }) => to !== page.to)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ owner, pages: [page, ...others].slice(0, most) }))
  } catch {
    // Storage is full or forbidden, so there are no recent pages.
  }
}

export function forgetRecentPages() {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage there is nothing to forget.
  }
}
