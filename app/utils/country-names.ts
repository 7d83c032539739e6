import countryToCurrency from "country-to-currency"
import { countryName } from "./postal-address"

// Countries by the names that people write them with: in English, in the languages of Europe, or by their code. Safe in the browser.

const languages = "en de fr es it pt nl pl cs sk hu ro bg hr sl da sv nb fi et lv lt el".split(" ")
/** What people write besides. */
const others = {
  uk: "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  "northern ireland": "GB",
  "great britain": "GB",
  eire: "IE",
  "republic of ireland": "IE",
  holland: "NL",
  "the netherlands": "NL",
  "czech republic": "CZ",
  turkey: "TR",
  usa: "US",
  "united states of america": "US",
}

const folded = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim()

let names: string[] | undefined

/** The English names of all countries, by the alphabet. */
export function countryNames(): readonly string[] {
  names ??= Object.keys(countryToCurrency)
    .map(countryName)
    .sort((one, other) => one.localeCompare(other, "en"))
  return names
}

let codes: Map<string, string> | undefined

/** The code (ISO 3166) of a country by its name or code; undefined where no country is called so. */
export function countryCode(text: string): string | undefined {
  codes ??= new Map([
    ...languages.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: "region" })
      return Object.keys(countryToCurrency).map((code): [string, string] => [
        folded(names.of(code) ?? code),
        code,
      ])
    }),
    ...Object.entries(others),
    ...Object.keys(countryToCurrency).map((code): [string, string] => [code.toLowerCase(), code]),
  ])
  return codes.get(folded(text.replace(/\s*\([A-Z]{2,3}\)$/, "")))
}
