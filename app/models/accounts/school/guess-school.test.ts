import { describe, expect, test } from "vitest"
import { countryOfZone } from "./country.server"
import { currencyChoices, currencyCodes } from "./currencies.server"
import { guessSchool } from "./register-school.server"

const guess = (acceptLanguage: string | null, more: { country?: string; timeZone?: string } = {}) =>
  guessSchool({ acceptLanguage, country: more.country ?? null, timeZone: more.timeZone })

const paris = {
  timeZone: "Europe/Paris",
  currency: "EUR",
  dateOrder: "dmy",
  hourCycle: 24,
  numberStyle: "1 234,50",
  currencyPlace: "after",
  weekStart: 1,
}
const newYork = {
  timeZone: "America/New_York",
  currency: "USD",
  dateOrder: "mdy",
  hourCycle: 12,
  numberStyle: "1,234.50",
  currencyPlace: "before",
}

describe("what a new school probably uses", () => {
  test("by the language alone, when nothing else is known", () => {
    expect(guess("fr-FR,fr;q=0.9,en;q=0.8")).toEqual(paris)
    expect(guess("en-US,en;q=0.9")).toEqual({ ...newYork, weekStart: 7 })
    expect(guess("en-GB")).toMatchObject({
      timeZone: "Europe/London",
      currency: "GBP",
      dateOrder: "dmy",
      hourCycle: 24,
      numberStyle: "1,234.50",
      weekStart: 1,
    })
    expect(guess("de-CH")).toMatchObject({
      currency: "CHF",
      numberStyle: "1’234.50",
      timeZone: "Europe/Zurich",
    })
    expect(guess("de")).toMatchObject({ currency: "EUR", numberStyle: "1.234,50", timeZone: "Europe/Berlin" })
    expect(guess("sv-SE")).toMatchObject({ currency: "SEK", dateOrder: "ymd", currencyPlace: "after" })
    expect(guess("pt-BR")).toMatchObject({
      currency: "BRL",
      timeZone: "America/Sao_Paulo",
      currencyPlace: "before",
    })
  })

  test("the place decides over a computer's own English, and over nothing else of the language", () => {
    expect(guess("en-US", { timeZone: "Europe/Paris" })).toEqual(paris)
    expect(guess("en-US", { country: "FR" })).toEqual(paris)
    expect(guess(null, { timeZone: "Europe/Paris" })).toEqual(paris)
    expect(guess("fr-FR", { timeZone: "America/Montreal" })).toMatchObject({
      currency: "CAD",
      dateOrder: "dmy",
      numberStyle: "1 234,50",
      weekStart: 7,
    })
    expect(guess("de", { country: "CH" })).toMatchObject({ currency: "CHF", numberStyle: "1’234.50" })
    expect(guess("en-GB", { timeZone: "Asia/Kolkata", country: "FR" })).toMatchObject({
      timeZone: "Asia/Kolkata",
      currency: "INR",
    })
  })

  test("a hidden zone, and nonsense, are no signs", () => {
    expect(guess("fr-FR", { timeZone: "UTC" })).toEqual(paris)
    expect(guess(null)).toMatchObject(newYork)
    expect(guess("*;q=0.5, ,;;", { timeZone: "Etc/UTC" })).toMatchObject(newYork)
    expect(guess("x", { country: "ZZ" })).toMatchObject({ currency: "USD", timeZone: "America/New_York" })
  })

  test("letters and digits of another script are not taken over", () => {
    expect(guess("ar-EG")).toMatchObject({ currency: "EGP", numberStyle: "1,234.50", dateOrder: "dmy" })
    expect(guess("fa-IR")).toMatchObject({ dateOrder: "ymd", hourCycle: 24 })
  })

  test("every zone of a country leads to a country with a currency", () => {
    const lost = Intl.supportedValuesOf("timeZone").filter(
      (zone) => !zone.startsWith("Antarctica/") && !zone.startsWith("Etc/") && !countryOfZone(zone),
    )
    expect(lost.filter((zone) => zone.includes("/"))).toEqual([])
  })
})

describe("the currencies", () => {
  test("are those the world pays with, the specification's first", () => {
    expect(currencyCodes.slice(0, 11).join(" ")).toBe("USD EUR GBP ZAR CAD AUD JPY CNY INR BRL MXN")
    for (const code of ["CHF", "SEK", "NOK", "DKK", "PLN", "KWD", "KRW"])
      expect(currencyCodes).toContain(code)
    for (const code of ["DEM", "FRF", "HRK", "ANG", "XAU"]) expect(currencyCodes).not.toContain(code)
    expect(new Set(currencyCodes).size).toBe(currencyCodes.length)
    expect(currencyCodes.length).toBeGreaterThan(145)
  })

  test("are named in English, with their sign where it is theirs alone", () => {
    const labels = currencyChoices().map(({ label }) => label)
    for (const label of [
      "USD, US dollar ($)",
      "CHF, Swiss franc",
      "SEK, Swedish krona",
      "PLN, Polish zloty (zł)",
      "NZD, New Zealand dollar (NZ$)",
      "SGD, Singapore dollar",
    ])
      expect(labels).toContain(label)
  })
})
