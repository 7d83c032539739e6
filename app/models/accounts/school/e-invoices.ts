import { type PostalAddress, readAddress } from "~/utils/postal-address"

// Whose invoices can be e-invoices by the European standard EN 16931, and what a school lacks for them. Safe in the browser.

/** Where the standard is used: the European Union and the European Economic Area. */
const european = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
)

export const usesEInvoices = (country: string | null | undefined): boolean => european.has(country ?? "")

/** What an e-invoice needs before it can be made. */
export type EInvoiceGap =
  | "seller-tax"
  | "seller-address"
  | "seller-country"
  | "seller-bank"
  | "exemption"
  | "buyer-address"
  | "buyer-country"
  | "tax-rounding"

/** Countries without postal codes. */
const codeless = new Set(
  "AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CM CW DJ DM ER FJ GD GH GM GQ GY HK KI KM KN KP LC LY ML MO MR NR QA RW SB SC SL SR ST SX SY TG TL TO TT TV UG VU YE ZW".split(
    " ",
  ),
)
/** Countries that the standard's list of codes lacks. */
const unlisted = new Set(["XK", "SS"])

export const isNamed = ({ country }: PostalAddress): boolean => !unlisted.has(country)

export const isWhole = ({ street, city, postalCode, country }: PostalAddress) =>
  Boolean(street && city && (postalCode || codeless.has(country)))

/** What the school lacks for e-invoices. A bank account isn't needed to make one, but to be paid by it. */
export function schoolGaps(school: {
  address: string | null | undefined
  taxNumber: string | null | undefined
  bankIban: string | null
  taxExemption: string | null | undefined
  /** whether something is sold without tax, which needs its reason */
  isUntaxed: boolean
}): EInvoiceGap[] {
  const address = readAddress(school.address)
  return [
    ...(isWhole(address) ? [] : ["seller-address" as const]),
    ...(address.country ? [] : ["seller-country" as const]),
    ...(school.taxNumber ? [] : ["seller-tax" as const]),
    ...(school.taxExemption || !school.isUntaxed ? [] : ["exemption" as const]),
    ...(school.bankIban ? [] : ["seller-bank" as const]),
  ]
}

type Wishes = { sendsEInvoices: boolean; address: string | null }

/** Whether a school's papers are to be e-invoices; one that hasn't given its country lacks it. */
export function wantsEInvoices(school: Wishes | undefined): boolean {
  const { country } = readAddress(school?.address)
  return school?.sendsEInvoices === true && (country === "" || usesEInvoices(country))
}
