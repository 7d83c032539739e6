import Holidays from "date-holidays"
import { LRUCache } from "lru-cache"
import { isDate } from "~/utils/dates"
import type { HolidaysAsked, PublicHolidays } from "./public-holidays"

// The dates come from the package date-holidays. Loading it takes a quarter of a second, so only the background thread does.

const language = "en"
const longestName = 80

/** A country's rules take 0.1 s to read, and say the same each time. */
const known = new LRUCache<string, PublicHolidays>({ max: 100 })

/** Without a country that is known: the first whose clocks show the time zone's time. */
export function listPublicHolidays({ country, region, year, timeZone }: HolidaysAsked): PublicHolidays {
  const key = JSON.stringify([country, region, year, timeZone])
  const found = known.get(key) ?? findHolidays({ country, region, year, timeZone })
  known.set(key, found)
  return found
}

function findHolidays(asked: HolidaysAsked): PublicHolidays {
  const countries = placesOf(new Holidays().getCountries(language), (code) => countryNames.of(code))
  const country = (
    countries.find(({ code }) => code === asked.country) ??
    countries.find(({ code }) => isIn(code, asked.timeZone))
  )?.code
  if (!country) return { countries, regions: [], country: null, region: null, holidays: [] }
  const regions = placesOf(new Holidays().getStates(country, language) ?? {})
  const region = regions.find(({ code }) => code === asked.region)?.code
  const calendar = new Holidays({ country, ...(region ? { state: region } : {}) }, { types: ["public"] })
  return {
    countries,
    regions,
    country,
    region: region ?? null,
    holidays: daysOf(calendar, country, asked.year),
  }
}

/** One line a day: two holidays on one day share it. */
function daysOf(calendar: Holidays, country: string, year: number) {
  const names = new Map<string, string[]>()
  for (const { date, name } of calendar.getHolidays(year, language)) {
    const day = date.slice(0, 10)
    if (!isDate(day)) continue
    names.set(day, [...new Set([...(names.get(day) ?? []), asWritten(name, country)])])
  }
  return [...names]
    .map(([date, all]) => ({ date, name: all.join(" / ").slice(0, longestName) }))
    .sort((one, other) => (one.date < other.date ? -1 : 1))
}

/** The package spells all names the British way. */
function asWritten(name: string, country: string): string {
  const written = name.replaceAll("'", "’").replaceAll("(substitute day)", "(observed)")
  return spelledAsInUS.has(country) ? written.replaceAll("Labour", "Labor") : written
}

const spelledAsInUS: ReadonlySet<string> = new Set(["US", "PR", "GU", "VI", "AS", "MP"])

/** The package names some countries in their own language or by their full style. */
const countryNames = new Intl.DisplayNames(language, { type: "region" })

const placesOf = (
  names: Record<string, string>,
  nameOf: (code: string) => string | undefined = () => undefined,
) =>
  Object.entries(names)
    .map(([code, name]) => ({ code, name: nameOf(code) ?? name }))
    .sort((one, other) => one.name.localeCompare(other.name, language))

/** Known to every browser and to node, but not yet to TypeScript. */
type LocaleWithZones = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] }

function isIn(country: string, timeZone: string): boolean {
  const locale: LocaleWithZones = new Intl.Locale(`und-${country}`)
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? []
  return zones.includes(new Intl.DateTimeFormat(language, { timeZone }).resolvedOptions().timeZone)
}
