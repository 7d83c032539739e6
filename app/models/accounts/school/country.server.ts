import type { Weekday } from "~/utils/dates"
import { todaysZone } from "~/utils/zone-names"
import { countries } from "./currencies.server"

// What the platform's own tables (CLDR, through Intl) know of a country: its zones and the first day of its week.

/** Newer than TypeScript's own library; older runtimes have them as properties, newer ones as methods. */
type CountryLocale = Intl.Locale & {
  timeZones?: string[]
  getTimeZones?(): string[] | undefined
  weekInfo?: { firstDay: Weekday }
  getWeekInfo?(): { firstDay: Weekday }
}

const localeOf = (country: string) => new Intl.Locale(`und-${country}`) as CountryLocale

function zonesOf(country: string): string[] {
  const locale = localeOf(country)
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

/** Where most people of a country with several zones live; elsewhere the first one is it. */
const mainZones: Readonly<Record<string, string>> = {
  AR: "America/Argentina/Buenos_Aires",
  AU: "Australia/Sydney",
  BR: "America/Sao_Paulo",
  CA: "America/Toronto",
  CL: "America/Santiago",
  CY: "Asia/Nicosia",
  ES: "Europe/Madrid",
  GL: "America/Nuuk",
  KI: "Pacific/Tarawa",
  MH: "Pacific/Majuro",
  MN: "Asia/Ulaanbaatar",
  MX: "America/Mexico_City",
  PF: "Pacific/Tahiti",
  PG: "Pacific/Port_Moresby",
  PT: "Europe/Lisbon",
  RU: "Europe/Moscow",
  US: "America/New_York",
  UZ: "Asia/Tashkent",
}

export function zoneOf(country: string): string | undefined {
  const zone = mainZones[country] ?? zonesOf(country)[0]
  return zone && todaysZone(zone)
}

/** 1 Monday … 7 Sunday. */
export function firstWeekdayOf(country: string): Weekday {
  const locale = localeOf(country)
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}

const canonicalNames = new Map<string, string>()

/** One name for a zone that has several: Asia/Kolkata and Asia/Calcutta. Asked of Intl once. */
function canonical(zone: string): string {
  const known = canonicalNames.get(zone)
  if (known !== undefined) return known
  const found = new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone
  // A zone can be written in more ways than there are zones.
  if (canonicalNames.size < 1000) canonicalNames.set(zone, found)
  return found
}

let countriesOfZones: Map<string, string> | undefined

/** The country a zone is of (ISO 3166). */
export function countryOfZone(zone: string): string | undefined {
  countriesOfZones ??= new Map(
    countries.flatMap((country) =>
      zonesOf(country).map((each): [string, string] => [canonical(each), country]),
    ),
  )
  return countriesOfZones.get(canonical(zone))
}

const names = new Intl.DisplayNames("en", { type: "region" })

let choices: readonly { value: string; label: string }[] | undefined

/** For a select: every country by its English name, in order. */
export function countryChoices(): { value: string; label: string }[] {
  choices ??= countries
    .map((country) => ({ value: country, label: names.of(country) ?? country }))
    .sort((a, b) => a.label.localeCompare(b.label, "en"))
  return [...choices]
}
