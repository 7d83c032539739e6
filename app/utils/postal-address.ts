// A postal address, kept as one text: the lines of its street, then a line that begins with a tab and has city, region, postal
// code and country (ISO 3166) between tabs. An address that was typed or imported as one text has no such line and is all
// street: it is never taken apart by guessing. Safe in the browser.

export type PostalAddress = {
  /** House number and street, and a second line where there is one. */
  street: string
  city: string
  /** State, province, county. */
  region: string
  postalCode: string
  /** Two letters, or empty. */
  country: string
}

export const noAddress: PostalAddress = { street: "", city: "", region: "", postalCode: "", country: "" }

// One without a street begins with its line of the place; a tab elsewhere is no such line.
const placeLine = /^(?:([^\t]*)\n)?\t([^\t\n]*)(?:\t([^\t\n]*))?(?:\t([^\t\n]*))?(?:\t([A-Z]{2}))?\t*$/

export function readAddress(kept: string | null | undefined): PostalAddress {
  const parts = placeLine.exec(kept ?? "")
  if (!parts) return { ...noAddress, street: kept ?? "" }
  const [, street = "", city = "", region = "", postalCode = "", country = ""] = parts
  return { street, city, region, postalCode, country }
}

/** The text that an address is kept as; null when all of it is empty. */
export function keptAddress({ street, city, region, postalCode, country }: PostalAddress): string | null {
  const place = ["", city, region, postalCode, country].join("\t").replace(/\t+$/, "")
  return `${street.replaceAll("\t", " ")}${place && `\n${place}`}` || null
}

const spaced = (...parts: string[]) => parts.filter(Boolean).join(" ")
const lined = (...parts: string[]) => parts.filter(Boolean)

/** Countries that write the postal code after the city: in one line with the region, or in a line of its own. */
const codeLast = new Set("US CA AU NZ IN TW TH PH MY SG PR GU PK BD SA AE EG NG KE JM MX BR".split(" "))
const codeBelow = new Set("GB IE ZA GG JE IM LK HK".split(" "))
/** Countries that write from the largest part to the smallest. */
const largestFirst = new Set(["JP", "CN", "KR"])

let names: Intl.DisplayNames | undefined

/** "Germany"; a code that is no country's stays as it is. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  names ??= new Intl.DisplayNames("en", { type: "region" })
  return names.of(code) ?? code
}

function placeLines({ street, city, region, postalCode }: PostalAddress, country: string): string[] {
  const americanLine = [city, spaced(region, postalCode)].filter(Boolean).join(", ")
  if (largestFirst.has(country))
    return lined(
      spaced(postalCode && country === "JP" ? `〒${postalCode}` : postalCode, region, city),
      street,
    )
  if (codeBelow.has(country)) return lined(street, city, region, postalCode)
  if (codeLast.has(country)) return lined(street, region ? americanLine : spaced(city, postalCode))
  if (country) return lined(street, spaced(postalCode, city), region)
  // Of a country that wasn't given: as most would write it.
  if (region) return lined(street, americanLine)
  return lined(street, /^\d[\d -]*$/.test(postalCode) ? spaced(postalCode, city) : spaced(city, postalCode))
}

/**
 * An address as an envelope has it, in the order of its country.
 * @param home the country it is written from, whose name it doesn't need and whose order it has where it names none
 */
export function addressText(kept: string | null | undefined, home = ""): string | null {
  const address = readAddress(kept)
  const { country } = address
  const lines = placeLines(address, country || home)
  return lined(...lines, country && country !== home ? countryName(country) : "").join("\n") || null
}

/** The same in one line. */
export const addressInLine = (kept: string | null | undefined, home = ""): string =>
  (addressText(kept, home) ?? "")
    .split(/\s*\n\s*/)
    .filter(Boolean)
    .join(", ")

/** A value for a file or a list of changes: what is called an address as its readers write it, anything else as it is. */
export const readableAddress = <Value>(name: string, value: Value): Value | string =>
  typeof value === "string" && /address$/i.test(name) ? (addressText(value) ?? value) : value

/** The same for each value of a row. What a family asks to change is called by its fact. */
export const readableRow = <Row extends Record<string, unknown>>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const called = name === "before" || name === "after" ? String(row.fact) : name
      return [name, readableAddress(called, value)]
    }),
  ) as Row

/** An address in a file: a column for each part, under names that an import reads. */
export const addressHeadings = ["Address", "City", "State/Region", "Postal Code", "Country"]

export function addressCells(kept: string | null | undefined): string[] {
  const { street, city, region, postalCode, country } = readAddress(kept)
  return [street, city, region, postalCode, countryName(country)]
}
