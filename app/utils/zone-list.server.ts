// The time zones that people choose from: all that the platform knows, which asking Intl for takes longer than drawing them.

let known: ReadonlySet<string> | undefined

/** All of them with these, in order. */
export function zonesWith(...others: readonly string[]): string[] {
  known ??= new Set(["UTC", ...Intl.supportedValuesOf("timeZone")].sort())
  const zones = known
  const missing = others.filter((zone) => !zones.has(zone))
  return missing.length === 0 ? [...zones] : [...new Set([...zones, ...missing])].sort()
}
