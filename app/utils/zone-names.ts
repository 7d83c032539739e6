// What time zones are called today. Intl lists, and browsers say, the names that some had before: Europe/Kiev for Europe/Kyiv.
// Both mean the same clock, so a zone that was chosen by its earlier name stays as it is.

const names: readonly (readonly [earlier: string, today: string])[] = [
  ["Africa/Asmera", "Africa/Asmara"],
  ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["America/Catamarca", "America/Argentina/Catamarca"],
  ["America/Coral_Harbour", "America/Atikokan"],
  ["America/Cordoba", "America/Argentina/Cordoba"],
  ["America/Godthab", "America/Nuuk"],
  ["America/Indianapolis", "America/Indiana/Indianapolis"],
  ["America/Jujuy", "America/Argentina/Jujuy"],
  ["America/Louisville", "America/Kentucky/Louisville"],
  ["America/Mendoza", "America/Argentina/Mendoza"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Asia/Katmandu", "Asia/Kathmandu"],
  ["Asia/Rangoon", "Asia/Yangon"],
  ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
  ["Atlantic/Faeroe", "Atlantic/Faroe"],
  ["Europe/Kiev", "Europe/Kyiv"],
  ["Pacific/Enderbury", "Pacific/Kanton"],
  ["Pacific/Ponape", "Pacific/Pohnpei"],
  ["Pacific/Truk", "Pacific/Chuuk"],
]

/** "Europe/Kyiv" of "Europe/Kiev"; any other as it is. */
export const todaysZone = (zone: string): string => names.find(([before]) => before === zone)?.[1] ?? zone

const cityOf = (zone: string) => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ")

/** As a choice: "Asia/Ho Chi Minh (Saigon)", so that whoever looks for the earlier name finds it. */
export function zoneLabel(zone: string): string {
  const name = todaysZone(zone)
  const before = names.find(([, today]) => today === name)?.[0]
  const isOther = before !== undefined && cityOf(before) !== cityOf(name)
  return `${name.replaceAll("_", " ")}${isOther ? ` (${cityOf(before)})` : ""}`
}
