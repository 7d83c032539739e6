import { escapedXml } from "~/utils/xml"
import { type EInvoice, type EInvoiceLine, figuresOf, type TaxPart, vatIdOf } from "./e-invoice"

// An e-invoice as XML: UN/CEFACT's Cross Industry Invoice, the form that Factur-X and ZUGFeRD put into PDFs, in the profile
// EN 16931. The order of the elements is the schema's.

type Xml = { readonly xml: string }
type Content = string | null | undefined | Xml | readonly (Xml | null)[]

/** An element, or none without content. */
function el(name: string, content: Content, attributes: Record<string, string> = {}): Xml | null {
  if (content === null || content === undefined || content === "") return null
  const inner =
    typeof content === "string"
      ? escapedXml(content)
      : [content]
          .flat()
          .map((each) => each?.xml ?? "")
          .join("")
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapedXml(value)}"`)
  return { xml: `<${name}${said.join("")}>${inner}</${name}>` }
}

/** "-12.05" of -1205. */
export function decimal(minor: number): string {
  const size = Math.abs(minor)
  return `${minor < 0 ? "-" : ""}${Math.trunc(size / 100)}.${String(size % 100).padStart(2, "0")}`
}

/** "19.00" of 19,000; "8.875" of 8,875. */
const percent = (rate: number) =>
  `${Math.trunc(rate / 1000)}.${String(rate % 1000).padStart(3, "0")}`.replace(/0$/, "")

const amount = (name: string, minor: number) => el(name, decimal(minor))
const dated = (name: string, day: string, inside = "udt:DateTimeString") =>
  el(name, el(inside, day.replaceAll("-", ""), { format: "102" }))
const period = (from: string, to: string) =>
  el("ram:BillingSpecifiedPeriod", [dated("ram:StartDateTime", from), dated("ram:EndDateTime", to)])

function line(each: EInvoiceLine, index: number): Xml | null {
  const { description, studentName, remark, occurredOn, category, discounts } = each
  return el("ram:IncludedSupplyChainTradeLineItem", [
    el("ram:AssociatedDocumentLineDocument", el("ram:LineID", String(index + 1))),
    el("ram:SpecifiedTradeProduct", [
      el("ram:Name", description.trim() || String(index + 1)),
      el("ram:Description", [studentName, remark].filter(Boolean).join(", ")),
    ]),
    el(
      "ram:SpecifiedLineTradeAgreement",
      el("ram:NetPriceProductTradePrice", amount("ram:ChargeAmount", each.priceMinor)),
    ),
    el(
      "ram:SpecifiedLineTradeDelivery",
      el("ram:BilledQuantity", String(each.quantity), { unitCode: "C62" }),
    ),
    el("ram:SpecifiedLineTradeSettlement", [
      el("ram:ApplicableTradeTax", [
        el("ram:TypeCode", "VAT"),
        el("ram:CategoryCode", category.code),
        el("ram:RateApplicablePercent", percent(category.rate)),
      ]),
      period(occurredOn, occurredOn),
      ...discounts.map(({ reason, amountMinor }) =>
        el("ram:SpecifiedTradeAllowanceCharge", [
          el("ram:ChargeIndicator", el("udt:Indicator", "false")),
          amount("ram:ActualAmount", amountMinor),
          // 95: discount
          el("ram:ReasonCode", "95"),
          el("ram:Reason", reason),
        ]),
      ),
      el("ram:SpecifiedTradeSettlementLineMonetarySummation", amount("ram:LineTotalAmount", each.netMinor)),
    ]),
  ])
}

function party(
  name: string,
  { name: called, address, taxNumber }: EInvoice["seller"],
  home: string,
  registers: boolean,
) {
  const [one, two, ...more] = address.street.split("\n")
  const vat = taxNumber && vatIdOf(taxNumber)
  return el(name, [
    // A seller without a VAT ID is identified by the number it has (BR-CO-26).
    registers && !vat ? el("ram:ID", taxNumber) : null,
    el("ram:Name", called),
    el("ram:PostalTradeAddress", [
      el("ram:PostcodeCode", address.postalCode),
      el("ram:LineOne", one),
      el("ram:LineTwo", two),
      el("ram:LineThree", more.join(", ")),
      el("ram:CityName", address.city),
      el("ram:CountryID", address.country || home),
      el("ram:CountrySubDivisionName", address.region),
    ]),
    // A buyer's number has its place only where it is a VAT ID.
    taxNumber && (vat || registers)
      ? el("ram:SpecifiedTaxRegistration", el("ram:ID", vat || taxNumber, { schemeID: vat ? "VA" : "FC" }))
      : null,
  ])
}

const taxPart = ({ category, basisMinor, taxMinor }: TaxPart, exemption: string) =>
  el("ram:ApplicableTradeTax", [
    amount("ram:CalculatedAmount", taxMinor),
    el("ram:TypeCode", "VAT"),
    el("ram:ExemptionReason", category.code === "E" ? exemption : null),
    amount("ram:BasisAmount", basisMinor),
    el("ram:CategoryCode", category.code),
    el("ram:RateApplicablePercent", percent(category.rate)),
  ])

/** A transfer in euros is a SEPA one (58), another currency's isn't (30). */
const means = ({ bank, currency }: EInvoice) =>
  bank &&
  el("ram:SpecifiedTradeSettlementPaymentMeans", [
    el("ram:TypeCode", currency === "EUR" ? "58" : "30"),
    el("ram:PayeePartyCreditorFinancialAccount", [
      el("ram:IBANID", bank.iban),
      el("ram:AccountName", bank.holder),
    ]),
    el("ram:PayeeSpecifiedCreditorFinancialInstitution", bank.bic && el("ram:BICID", bank.bic)),
  ])

function settlement(invoice: EInvoice, figures: ReturnType<typeof figuresOf>): Xml | null {
  const { number, currency, dueOn, terms, exemption, corrects } = invoice
  const { netMinor, taxMinor, totalMinor, paidMinor, dueMinor, taxes } = figures
  return el("ram:ApplicableHeaderTradeSettlement", [
    el("ram:PaymentReference", invoice.bank && number),
    el("ram:InvoiceCurrencyCode", currency),
    means(invoice),
    ...taxes.map((tax) => taxPart(tax, exemption)),
    invoice.period && period(invoice.period.from, invoice.period.to),
    dueOn || terms
      ? el("ram:SpecifiedTradePaymentTerms", [
          el("ram:Description", terms),
          dueOn ? dated("ram:DueDateDateTime", dueOn) : null,
        ])
      : null,
    el("ram:SpecifiedTradeSettlementHeaderMonetarySummation", [
      amount("ram:LineTotalAmount", netMinor),
      amount("ram:TaxBasisTotalAmount", netMinor),
      el("ram:TaxTotalAmount", decimal(taxMinor), { currencyID: currency }),
      amount("ram:GrandTotalAmount", totalMinor),
      paidMinor === 0 ? null : amount("ram:TotalPrepaidAmount", paidMinor),
      amount("ram:DuePayableAmount", dueMinor),
    ]),
    el(
      "ram:InvoiceReferencedDocument",
      corrects && [
        el("ram:IssuerAssignedID", corrects.number),
        corrects.issuedOn
          ? dated("ram:FormattedIssueDateTime", corrects.issuedOn, "qdt:DateTimeString")
          : null,
      ],
    ),
  ])
}

const lastDayOf = (lines: readonly EInvoiceLine[]): string =>
  lines.reduce((last, { occurredOn }) => (occurredOn > last ? occurredOn : last), "")

const namespaces = {
  "xmlns:rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  "xmlns:ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  "xmlns:qdt": "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
  "xmlns:udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
}

/** The same invoice is the same text at any time. */
export function invoiceXml(invoice: EInvoice): string {
  const { kind, number, issuedOn, seller, buyer, note, lines, paidMinor, exemption } = invoice
  const figures = figuresOf(lines, paidMinor, exemption)
  const document = el(
    "rsm:CrossIndustryInvoice",
    [
      el(
        "rsm:ExchangedDocumentContext",
        el("ram:GuidelineSpecifiedDocumentContextParameter", el("ram:ID", "urn:cen.eu:en16931:2017")),
      ),
      el("rsm:ExchangedDocument", [
        el("ram:ID", number),
        el("ram:TypeCode", kind === "invoice" ? "380" : "381"),
        dated("ram:IssueDateTime", issuedOn),
        el("ram:IncludedNote", note && el("ram:Content", note)),
      ]),
      el("rsm:SupplyChainTradeTransaction", [
        ...figures.lines.map(line),
        el("ram:ApplicableHeaderTradeAgreement", [
          el("ram:BuyerReference", buyer.reference),
          party("ram:SellerTradeParty", seller, seller.address.country, true),
          party("ram:BuyerTradeParty", buyer, seller.address.country, false),
        ]),
        el(
          "ram:ApplicableHeaderTradeDelivery",
          el("ram:ActualDeliverySupplyChainEvent", dated("ram:OccurrenceDateTime", lastDayOf(figures.lines))),
        ),
        settlement(invoice, figures),
      ]),
    ],
    namespaces,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document?.xml ?? ""}\n`
}
