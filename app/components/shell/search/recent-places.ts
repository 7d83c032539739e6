// The screens somebody saw last, for the palette. Kept for the browser's tab only and per person: names of pupils have
// no business on a machine that others use.

const keptAs = "recent-places"
const most = 8

export type RecentPlace = { to: string; title: string }
type Kept = { owner: string; places: RecentPlace[] }

/** The owner's last screens, the newest first. */
export function readRecentPlaces(owner: string): RecentPlace[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keptAs) ?? "null") as Kept | null
    return kept?.owner === owner ? kept.places : []
  } catch {
    return []
  }
}

export function keepRecentPlace(owner: string, place: RecentPlace) {
  const others = readRecentPlaces(owner).filter(({ to }) => to !== place.to)
  try {
    sessionStorage.setItem(keptAs, JSON.stringify({ owner, places: [place, ...others].slice(0, most) }))
  } catch {
    // Storage is full or forbidden: then there are no recent places.
  }
}

export function forgetRecentPlaces() {
  try {
    sessionStorage.removeItem(keptAs)
  } catch {
    // What could not be kept need not be forgotten.
  }
}
