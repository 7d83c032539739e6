import { type EInvoiceGap, isNamed, isWhole, schoolGaps } from "~/models/accounts/school/e-invoices"
import type { TaxedAmount } from "~/models/accounts/tax/tax"
import { type PostalAddress, readAddress } from "~/utils/postal-address"

// An e-invoice is what an invoice or credit note says, for programs to read: the European standard EN 16931. Its
// figures are the paper's own to the cent. Safe in the browser.

type Parties = {
  sellerAddress?: string | null
  sellerTaxNumber?: string | null
  billToAddress?: string | null
}

/** The published rules allow for taxes that are rounded on each line: less than one unit of the currency. */
const isRoundedAway = ({ basisMinor, taxMinor, category: { rate } }: TaxPart): boolean =>
  Math.abs(taxMinor * 100_000 - basisMinor * rate) >= 100 * 100_000

type Priced = TaxedAmount & { discounts?: readonly unknown[] }

/** What a paper of these parties and lines lacks to be an e-invoice; empty when it can be one. */
export function paperGaps(
  paper: Parties & { taxExemption?: string | null },
  lines: readonly Priced[],
): EInvoiceGap[] {
  const { sellerAddress: address, sellerTaxNumber: taxNumber, billToAddress, taxExemption } = paper
  const taxes = taxParts(chargedOf(lines), taxExemption ?? "")
  const buyer = readAddress(billToAddress)
  const isUntaxed = taxes.some(({ category }) => category.code === "E")
  return [
    ...schoolGaps({ ...{ address, taxNumber, taxExemption, isUntaxed }, bankIban: "any" }),
    ...(isWhole(buyer) ? [] : ["buyer-address" as const]),
    ...(isNamed(buyer) ? [] : ["buyer-country" as const]),
    ...(taxes.some(isRoundedAway) ? ["tax-rounding" as const] : []),
  ]
}

/** Whether a paper is one from now on: its school wants it, and there is all that one needs. */
export const carriesEInvoice = (
  paper: Parties & { isEInvoice?: boolean; taxExemption?: string | null },
  lines: readonly Priced[],
): boolean => paper.isEInvoice === true && paperGaps(paper, lines).length === 0

/** What follows the country in a VAT ID, where it doesn't begin with its digits. */
const afterCountry: Partial<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  CH: /^E\d{9}(?:MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FR: /^[A-Z\d]{2}\d{9}$/,
  IE: /^\d[A-Z\d+*]\d{5}[A-Z]{1,2}$/,
  NL: /^[A-Z\d+*]{10}\d{2}$/,
}
const vatCountries = new Set(
  "AT BE BG CH CY CZ DE DK EE EL ES FI FR GB HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK XI".split(
    " ",
  ),
)

/** An EU VAT ID, which begins with its country (Greece's with EL), without a label that is typed before it; null of another number. */
export function vatIdOf(number: string): string | null {
  const upper = number.toUpperCase()
  for (const { index, 0: country } of upper.matchAll(/(?<!\p{L})[A-Z]{2}/gu)) {
    const id = upper.slice(index).replace(/[\s./-]/g, "")
    const pattern = afterCountry[country] ?? /^\d{2,12}[A-Z]{0,3}$/
    if (vatCountries.has(country) && pattern.test(id.slice(2))) return id
  }
  return null
}

export type PaperLine = TaxedAmount & {
  description: string
  studentName: string | null
  remark: string | null
  occurredOn: string
  discounts: readonly { reason: string; amountMinor: number }[]
}

/** S: taxed. Z: a rate of zero. E: exempt, which needs its reason. */
type Category = { code: "S" | "Z" | "E"; rate: number }

/** A rate of zero is an exemption where the school has entered why. */
function categoryOf({ taxName, taxRate }: TaxedAmount, exemption: string): Category {
  if (taxRate) return { code: "S", rate: taxRate }
  return { code: taxName === null || exemption ? "E" : "Z", rate: 0 }
}

export type EInvoiceLine = Pick<PaperLine, "description" | "studentName" | "remark" | "occurredOn"> & {
  category: Category
  /** 1, or -1 of a line that takes something off: a price is never below zero. */
  quantity: 1 | -1
  /** Without tax, before its discounts. */
  priceMinor: number
  discounts: { reason: string; amountMinor: number }[]
  netMinor: number
}

export type TaxPart = { category: Category; basisMinor: number; taxMinor: number }

const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0)

/** A line without its tax. What was taken off a price with its tax within is taken off without that, too. */
function netLine(line: PaperLine, exemption: string): EInvoiceLine {
  const { description, studentName, remark, occurredOn, amountMinor, taxMinor, taxRate, taxIsAdded } = line
  const netMinor = amountMinor - taxMinor
  const rate = BigInt(taxRate ?? 0)
  const withoutTax = (minor: number) =>
    taxIsAdded ? minor : Number((BigInt(minor) * 100_000n) / (100_000n + rate))
  const discounts =
    netMinor < 0 ? [] : line.discounts.map((each) => ({ ...each, amountMinor: withoutTax(each.amountMinor) }))
  return {
    ...{ description, studentName, remark, occurredOn, netMinor, discounts },
    category: categoryOf(line, exemption),
    quantity: netMinor < 0 ? -1 : 1,
    priceMinor: Math.abs(netMinor) + sum(discounts.map((discount) => discount.amountMinor)),
  }
}

/** Lines that only tell of a lesson are left out while others charge something. */
function chargedOf<Line extends Priced>(all: readonly Line[]): readonly Line[] {
  const charged = all.filter(({ amountMinor, discounts = [] }) => amountMinor !== 0 || discounts.length > 0)
  return charged.length > 0 ? charged : all
}

/** Each tax is the sum of its lines' taxes, as the paper prints it. */
function taxParts(lines: readonly TaxedAmount[], exemption: string): TaxPart[] {
  const parts = new Map<string, TaxPart>()
  for (const line of lines) {
    const category = categoryOf(line, exemption)
    const key = `${category.code} ${category.rate}`
    const part = parts.get(key) ?? { category, basisMinor: 0, taxMinor: 0 }
    part.basisMinor += line.amountMinor - line.taxMinor
    part.taxMinor += line.taxMinor
    parts.set(key, part)
  }
  return [...parts.values()]
}

/** The figures of a paper: nets, taxes and total add up to the paper's total to the cent. */
export function figuresOf(all: readonly PaperLine[], paidMinor: number, exemption = "") {
  const charged = chargedOf(all)
  const lines = charged.map((line) => netLine(line, exemption))
  const taxes = taxParts(charged, exemption)
  const netMinor = sum(lines.map((line) => line.netMinor))
  const taxMinor = sum(taxes.map((tax) => tax.taxMinor))
  const totalMinor = netMinor + taxMinor
  return { lines, taxes, netMinor, taxMinor, totalMinor, paidMinor, dueMinor: totalMinor - paidMinor }
}

export type EInvoice = {
  kind: "invoice" | "credit-note"
  number: string
  issuedOn: string
  currency: string
  period: { from: string; to: string } | null
  dueOn: string | null
  /** What the paper says of its payment where it has no due date. */
  terms: string | null
  seller: Party
  buyer: Party & { reference: string | null }
  /** The invoice that a credit note corrects. */
  corrects: { number: string; issuedOn: string | null } | null
  /** Why lines without tax have none. */
  exemption: string
  note: string | null
  bank: { iban: string; holder: string | null; bic: string | null } | null
  lines: readonly PaperLine[]
  /** What of the total was paid before it was issued. */
  paidMinor: number
}

type Party = { name: string; address: PostalAddress; taxNumber: string | null }

/** What an invoice and a credit note say in the same way, as they were issued. */
type Paper = Parties & {
  number: string | null
  issuedOn: string | null
  currency: string
  sellerName: string
  billTo: string
  billToTaxNumber?: string | null
  billToReference?: string | null
  taxExemption: string | null
  groups: readonly {
    studentName: string | null
    lines: readonly (Omit<PaperLine, "studentName" | "remark"> & { reason: string })[]
  }[]
}

type OnlyOne = Pick<
  EInvoice,
  "kind" | "period" | "dueOn" | "terms" | "corrects" | "note" | "bank" | "paidMinor"
>

export const eInvoiceOf = (paper: Paper, more: OnlyOne): EInvoice => ({
  ...more,
  number: paper.number ?? "",
  issuedOn: paper.issuedOn ?? "",
  currency: paper.currency,
  seller: {
    name: paper.sellerName,
    address: readAddress(paper.sellerAddress),
    taxNumber: paper.sellerTaxNumber ?? null,
  },
  buyer: {
    name: paper.billTo,
    address: readAddress(paper.billToAddress),
    taxNumber: paper.billToTaxNumber ?? null,
    reference: paper.billToReference ?? null,
  },
  exemption: paper.taxExemption ?? "",
  lines: paper.groups.flatMap(({ studentName, lines }) =>
    lines.map(({ reason, ...line }) => ({ ...line, studentName, remark: reason })),
  ),
})

// How a PDF carries an e-invoice: under the name that programs look for, and with what Factur-X 1.0 says of it in its metadata.

const namespace = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"
const fileName = "factur-x.xml"
const profile = "EN 16931"

/** What the metadata of a PDF says of the properties of such a file. */
const carriedProperties = {
  DocumentFileName: "The name of the embedded XML document",
  DocumentType: "The type of the hybrid document in capital letters",
  Version: "The version of the standard of the embedded XML document",
  ConformanceLevel: "The conformance level of the embedded XML document",
}

const described = Object.entries(carriedProperties).map(
  ([name, text]) => `<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>Text</pdfaProperty:valueType>
<pdfaProperty:category>external</pdfaProperty:category>
<pdfaProperty:description>${text}</pdfaProperty:description>
</rdf:li>`,
)

/** PDF/A takes properties of its own only with a description of each. */
const metadata = `<rdf:Description rdf:about="" xmlns:fx="${namespace}">
<fx:DocumentType>INVOICE</fx:DocumentType>
<fx:DocumentFileName>${fileName}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version>
<fx:ConformanceLevel>${profile}</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${described.join("\n")}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`

/** What a paper is drawn with to carry an e-invoice, for `drawPaper`. */
export const carried = (xml: string | null) =>
  xml === null ? {} : { carries: { fileName, metadata, xml, description: "Factur-X, EN 16931" } }
