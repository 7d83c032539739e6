import { type CurrencyPosition, type Formats, type NumberStyle, usualFormats } from "~/utils/formats"
import { countryOfZone, firstWeekdayOf, zoneOf } from "./country.server"
import { currencyOf } from "./currencies.server"

// Guesses a new school's zone, currency and formats from its browser. They are defaults; the settings change them.

export type SchoolGuess = Omit<Formats, "currencySign"> & { timeZone: string }

type Signs = {
  /** As a browser sends it: "fr-FR,fr;q=0.9". */
  acceptLanguage: string | null
  /** ISO 3166, as a trusted proxy says it. */
  country: string | null
  /** IANA, as the browser's script says it. */
  timeZone?: string
}

/**
 * Zone, currency and first weekday are the place's: of the zone, else of the country, else of the language's region.
 * Order, clock and signs are the language's. English without a region or of the US is what computers come with, so
 * elsewhere it says nothing and the place's own language does. UTC is what a browser says that hides its zone. Who says
 * nothing at all begins as a school in New York.
 */
export function guessSchool({ acceptLanguage, country, timeZone }: Signs): SchoolGuess {
  const zone = timeZone && !/^(?:UTC|GMT|Etc\/.*)$/i.test(timeZone) ? timeZone : undefined
  const favorite = favoriteLanguage(acceptLanguage ?? "")
  const region = (zone && countryOfZone(zone)) ?? country ?? favorite?.maximize().region
  if (!region) return { ...usualFormats, timeZone: zone ?? "America/New_York" }
  const currency = currencyOf(region) ?? usualFormats.currency
  return {
    ...formatsOf(localeOf(favorite, region), currency),
    weekStart: firstWeekdayOf(region),
    currency,
    timeZone: zone ?? zoneOf(region) ?? "America/New_York",
  }
}

/** The language a browser likes best, of its `Accept-Language`. */
export function favoriteLanguage(acceptLanguage: string): Intl.Locale | undefined {
  const [favorite] = acceptLanguage
    .split(",", 20)
    .map((entry) => {
      const [tag = "", weight] = entry.split(";q=")
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .sort((a, b) => b.weight - a.weight)
  try {
    return favorite ? new Intl.Locale(favorite.tag) : undefined
  } catch {
    return undefined
  }
}

function localeOf(favorite: Intl.Locale | undefined, region: string): Intl.Locale {
  const own = new Intl.Locale(`und-${region}`).maximize()
  if (!favorite) return own
  if (favorite.language === "en" && (favorite.region ?? "US") === "US" && region !== "US") return own
  return favorite.region ? favorite : new Intl.Locale(favorite.language, { region: region })
}

/** Digits and calendar are those of the interface, whatever the language has. */
function formatsOf(locale: Intl.Locale, currency: string): Omit<Formats, "weekStart" | "currency"> {
  const plain = new Intl.Locale(locale.toString(), { numberingSystem: "latn", calendar: "gregory" })
  const [first] = new Intl.DateTimeFormat(plain, { dateStyle: "short" })
    .formatToParts(0)
    .filter(({ type }) => type === "day" || type === "month" || type === "year")
  const { hourCycle } = new Intl.DateTimeFormat(plain, { timeStyle: "short" }).resolvedOptions()
  return {
    dateOrder: first?.type === "day" ? "dmy" : first?.type === "year" ? "ymd" : "mdy",
    hourCycle: hourCycle === "h11" || hourCycle === "h12" ? 12 : 24,
    ...numbersOf(plain, currency),
  }
}

function numbersOf(
  locale: Intl.Locale,
  currency: string,
): { numberStyle: NumberStyle; currencyPlace: CurrencyPosition } {
  const parts = new Intl.NumberFormat(locale, { style: "currency", currency, minimumFractionDigits: 2 })
    .formatToParts(1_234_567.5)
    .filter(({ type }) => type !== "literal")
  const signOf = (partType: string) => parts.find(({ type }) => type === partType)?.value ?? ""
  const group = signOf("group")
  return {
    numberStyle:
      signOf("decimal") === ","
        ? group === "."
          ? "1.234,50"
          : "1 234,50"
        : group === "’" || group === "'"
          ? "1’234.50"
          : "1,234.50",
    currencyPlace: parts.at(-1)?.type === "currency" ? "after" : "before",
  }
}
