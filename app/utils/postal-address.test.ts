import fc from "fast-check"
import { expect, test } from "vitest"
import { countryCode } from "./country-names"
import { postalAddress } from "./form-text"
import {
  addressInLine,
  addressText,
  keptAddress,
  noAddress,
  type PostalAddress,
  readAddress,
  readableRow,
} from "./postal-address"

const of = (parts: Partial<PostalAddress>) => keptAddress({ ...noAddress, ...parts })

test("an address that was typed as one text is all street, and nothing of it is lost", () => {
  fc.assert(
    fc.property(
      fc.string().filter((text) => !text.includes("\t")),
      (text) => {
        expect(readAddress(text)).toEqual({ ...noAddress, street: text })
        expect(keptAddress(readAddress(text))).toBe(text || null)
      },
    ),
  )
  expect(addressText("12 Elm Street\nSpringfield, IL 62701")).toBe("12 Elm Street\nSpringfield, IL 62701")
})

test("parts are read as they were kept", () => {
  const word = fc.string().map((text) => text.replace(/[\t\n]/g, ""))
  fc.assert(
    fc.property(
      word,
      word,
      word,
      word,
      fc.constantFrom("", "DE"),
      (street, city, region, postalCode, country) => {
        const address = { street: street && `${street}\nFlat 2`, city, region, postalCode, country }
        expect(readAddress(keptAddress(address))).toEqual(address)
      },
    ),
  )
})

test("an address is written in the order of its country", () => {
  const place = { street: "1 Main St\nApt 2", city: "Town", postalCode: "12345" }
  const written: [Partial<PostalAddress>, string][] = [
    [{ ...place, country: "DE" }, "1 Main St\nApt 2\n12345 Town\nGermany"],
    [{ ...place, region: "IL", country: "US" }, "1 Main St\nApt 2\nTown, IL 12345\nUnited States"],
    [{ ...place, region: "NSW", country: "AU" }, "1 Main St\nApt 2\nTown, NSW 12345\nAustralia"],
    [{ ...place, country: "GB" }, "1 Main St\nApt 2\nTown\n12345\nUnited Kingdom"],
    [
      { street: "1-2-3", city: "渋谷区", region: "東京都", postalCode: "150-0002", country: "JP" },
      "〒150-0002 東京都 渋谷区\n1-2-3\nJapan",
    ],
    [{ ...place, region: "IL" }, "1 Main St\nApt 2\nTown, IL 12345"],
    [place, "1 Main St\nApt 2\n12345 Town"],
    [{ ...place, postalCode: "YO1 7HH" }, "1 Main St\nApt 2\nTown YO1 7HH"],
  ]
  for (const [parts, text] of written) expect(addressText(of(parts))).toBe(text)
  expect(addressText(of({ ...place, country: "DE" }), "DE")).toBe("1 Main St\nApt 2\n12345 Town")
  expect(addressText(of({ ...place, postalCode: "SW1A 1AA" }), "GB")).toBe("1 Main St\nApt 2\nTown\nSW1A 1AA")
  expect(addressInLine(of({ ...place, country: "FR" }))).toBe("1 Main St, Apt 2, 12345 Town, France")
})

test("countries are read by their names and codes, and nothing else is", () => {
  expect(
    ["Germany", "deutschland", "DE", "Österreich", "España", "UK", "United States (US)"].map(countryCode),
  ).toEqual(["DE", "DE", "DE", "AT", "ES", "GB", "US"])
  expect(
    ["The Netherlands", "Czech Republic", "Turkey", "Northern Ireland", "Éire"].map(countryCode),
  ).toEqual(["NL", "CZ", "TR", "GB", "IE"])
  expect(["Great Britain", "Republic of Ireland"].map(countryCode)).toEqual(["GB", "IE"])
  expect(["Bavaria", "XX", ""].map(countryCode)).toEqual([undefined, undefined, undefined])
})

test("a form’s parts become one address, its country by name; a wrong country is refused beside its field", () => {
  const typed = { street: " Hauptstr. 1 ", city: "Berlin", postalCode: "10115", country: "Germany" }
  expect(postalAddress.parse(typed)).toBe("Hauptstr. 1\n\tBerlin\t\t10115\tDE")
  expect(postalAddress.parse("4 Mill Lane")).toBe("4 Mill Lane")
  expect(postalAddress.parse({ street: "4\tMill Lane" })).toBe("4 Mill Lane")
  expect(postalAddress.parse({ city: "Utica" })).toBe("\n\tUtica")
  expect(readAddress("4 Mill Lane\tUtica").city).toBe("")
  expect([postalAddress.parse({}), postalAddress.parse(undefined)]).toEqual([undefined, undefined])
  expect(postalAddress.safeParse({ ...typed, country: "Narnia" }).error?.issues).toMatchObject([
    { path: ["country"] },
  ])
})

test("a file writes addresses as people read them, and no other text that has tabs", () => {
  const kept = "Hauptstr. 1\n\tBerlin\t\t10115\tDE"
  const read = "Hauptstr. 1\n10115 Berlin\nGermany"
  const about = "Plays\n\tviola\tcello"
  expect(readableRow({ address: kept, billing_address: kept, sellerAddress: "", about })).toEqual({
    ...{ address: read, billing_address: read, sellerAddress: "", about },
  })
  expect(readableRow({ fact: "address", before: null, after: kept }).after).toBe(read)
  expect(readableRow({ fact: "notes", before: about, after: kept })).toMatchObject({
    before: about,
    after: kept,
  })
})
