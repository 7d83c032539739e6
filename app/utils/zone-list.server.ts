// The time zones that people choose from: all that the platform knows, which asking Intl for takes longer than drawing them.
import { todaysZone } from "./zone-names"

let known: ReadonlySet<string> | undefined

/** All of them with these, in order, by the names they have today; one of these that has an earlier name keeps it. */
export function zonesWith(...others: readonly string[]): string[] {
  known ??= new Set(["UTC", ...Intl.supportedValuesOf("timeZone").map(todaysZone)])
  const kept = new Map(others.map((zone) => [todaysZone(zone), zone]))
  const byName = (zone: string) => kept.get(zone) ?? zone
  return [...new Set([...known, ...kept.keys()])].sort().map(byName)
}
