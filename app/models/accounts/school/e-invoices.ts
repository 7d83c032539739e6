import { type PostalAddress, readAddress } from "~/utils/postal-address"

// Whose invoices can be e-invoices by the European standard EN 16931, and what a school lacks for them. Safe in the browser.

/** Where the standard is used: the European Union and the European Economic Area. */
const european = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
)

export const usesEInvoices = (country: string | null | undefined): boolean => european.has(country ?? "")

/** What an e-invoice needs before it can be made. */
export type EInvoiceGap = "seller-tax" | "seller-address" | "seller-country" | "seller-bank" | "buyer-address"

export const isWhole = ({ street, city, postalCode }: PostalAddress) => Boolean(street && city && postalCode)

/** What the school lacks for e-invoices. A bank account isn't needed to make one, but to be paid by it. */
export function schoolGaps(school: {
  address: string | null | undefined
  taxNumber: string | null | undefined
  bankIban: string | null
}): EInvoiceGap[] {
  const address = readAddress(school.address)
  return [
    ...(isWhole(address) ? [] : ["seller-address" as const]),
    ...(address.country ? [] : ["seller-country" as const]),
    ...(school.taxNumber ? [] : ["seller-tax" as const]),
    ...(school.bankIban ? [] : ["seller-bank" as const]),
  ]
}

type Wishes = { sendsEInvoices: boolean; address: string | null }

/** Whether a school's papers are to be e-invoices. */
export const wantsEInvoices = (school: Wishes | undefined): boolean =>
  school?.sendsEInvoices === true && usesEInvoices(readAddress(school.address).country)
