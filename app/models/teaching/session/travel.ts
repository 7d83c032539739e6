// How long a teacher needs from one site of the school to another. Safe in the browser.

/** The minutes between two sites, and the site of each room that has one. */
export type Travel = { minutes: number; siteOf: ReadonlyMap<string, string> }

/** When someone is in which room, in ms of one clock. */
export type Stay = { startsAt: number; endsAt: number; roomId: string | null }

/** Whether two lessons of a teacher are at different sites without the time to get from one to the other. */
export function isTooFar(travel: Travel | undefined, one: Stay, other: Stay): boolean {
  if (!travel || one.roomId === null || other.roomId === null) return false
  const [here, there] = [travel.siteOf.get(one.roomId), travel.siteOf.get(other.roomId)]
  if (!here || !there || here === there || here.toLowerCase() === there.toLowerCase()) return false
  const ms = travel.minutes * 60_000
  return one.startsAt < other.endsAt + ms && other.startsAt < one.endsAt + ms
}
