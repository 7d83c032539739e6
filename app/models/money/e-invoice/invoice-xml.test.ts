import fc from "fast-check"
import { expect, test } from "vitest"
import { withTax } from "~/models/accounts/tax/tax"
import { usualFormats } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { keptAddress, noAddress } from "~/utils/postal-address"
import { readXml, schemaErrors } from "../../../../tests/support/e-invoice-schema"
import { type EInvoice, figuresOf, type PaperLine, paperGaps, vatIdOf } from "./e-invoice"
import { decimal, invoiceXml } from "./invoice-xml"

const berlin = { ...noAddress, street: "Hauptstr. 1", city: "Berlin", postalCode: "10115", country: "DE" }

const lesson = (
  amountMinor: number,
  tax: Parameters<typeof withTax>[1],
  more: Partial<PaperLine> = {},
): PaperLine => ({
  ...withTax(amountMinor, tax),
  description: "Piano lesson, 30 minutes",
  studentName: "Amara Okafor",
  remark: null,
  occurredOn: "2026-11-03",
  discounts: [],
  ...more,
})

const ofLines = (lines: PaperLine[], more: Partial<EInvoice> = {}): EInvoice => ({
  ...{ kind: "invoice", number: "2026-0042", issuedOn: "2026-11-30", currency: "EUR", dueOn: "2026-12-14" },
  ...{
    period: { from: "2026-11-01", to: "2026-11-30" },
    terms: null,
    corrects: null,
    note: null,
    paidMinor: 0,
  },
  seller: { name: "Musikschule Mitte", address: berlin, taxNumber: "DE123456789" },
  buyer: {
    name: "Ada Okafor",
    address: { ...berlin, street: "Lindenweg 2\nHinterhaus" },
    taxNumber: null,
    reference: null,
  },
  exemption: "Umsatzsteuerfrei nach § 4 Nr. 21 UStG",
  bank: { iban: "DE89370400440532013000", holder: "Musikschule Mitte", bic: "COBADEFFXXX" },
  lines,
  ...more,
})

const full = { name: "USt", rate: 19_000, isAdded: false }

/** The business rules of EN 16931 that are sums, each with its number in the standard. */
function brokenRules(invoice: EInvoice): string[] {
  const read = readXml(invoiceXml(invoice))
  const minor = (text: string) => Number(text.replace(".", ""))
  const all = (path: string) => read(path).map(minor)
  const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0)
  const head = (name: string) =>
    all(`//ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:${name}`)[0] ?? 0
  const lines = all("//ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount")
  const taxes = "//ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax"
  const [bases, amounts] = [all(`${taxes}/ram:BasisAmount`), all(`${taxes}/ram:CalculatedAmount`)]
  const codes = read(`${taxes}/ram:CategoryCode`)
  const rates = read(`${taxes}/ram:RateApplicablePercent`).map((text) => Math.round(Number(text) * 1000))
  const ofGroup = (index: number) =>
    sum(
      all(
        `//ram:SpecifiedLineTradeSettlement[ram:ApplicableTradeTax[ram:CategoryCode="${codes[index]}" and ram:RateApplicablePercent="${read(`${taxes}/ram:RateApplicablePercent`)[index]}"]]/*/ram:LineTotalAmount`,
      ),
    )
  const rules: Record<string, boolean> = {
    "BR-16": lines.length > 0,
    "BR-27": all("//ram:ChargeAmount").every((price) => price >= 0),
    "BR-CO-10": head("LineTotalAmount") === sum(lines),
    "BR-CO-13": head("TaxBasisTotalAmount") === head("LineTotalAmount"),
    "BR-CO-14": head("TaxTotalAmount") === sum(amounts),
    "BR-CO-15": head("GrandTotalAmount") === head("TaxBasisTotalAmount") + head("TaxTotalAmount"),
    "BR-CO-16": head("DuePayableAmount") === head("GrandTotalAmount") - head("TotalPrepaidAmount"),
    // The published rule allows for taxes rounded on each line: less than one unit of the currency.
    "BR-CO-17": amounts.every(
      (tax, index) => Math.abs(tax * 100_000 - (bases[index] ?? 0) * (rates[index] ?? 0)) < 100 * 100_000,
    ),
    "BR-CO-18":
      amounts.length > 0 &&
      new Set(codes.map((code, index) => `${code} ${rates[index]}`)).size === codes.length,
    "BR-S-08": bases.every((basis, index) => basis === ofGroup(index)),
    "BR-E-10":
      read(`${taxes}[ram:CategoryCode="E"]/ram:ExemptionReason`).length ===
      codes.filter((code) => code === "E").length,
    "BR-DEC": read("//ram:LineTotalAmount | //ram:CalculatedAmount").every((text) =>
      /^-?\d+\.\d\d$/.test(text),
    ),
    "the paper's total":
      head("GrandTotalAmount") === sum(invoice.lines.map(({ amountMinor }) => amountMinor)),
  }
  return Object.keys(rules).filter((rule) => !rules[rule])
}

test("an exempt lesson names its reason, and a taxed one its rate, as the schema of EN 16931 wants it", () => {
  const invoice = ofLines([lesson(3500, null), lesson(2380, full), lesson(1000, { ...full, rate: 0 })])
  const xml = invoiceXml(invoice)
  expect(schemaErrors(xml)).toEqual([])
  expect(brokenRules(invoice)).toEqual([])
  const read = readXml(xml)
  const codesOf = (exemption: string) =>
    readXml(invoiceXml({ ...invoice, exemption }))(
      "//ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax/ram:CategoryCode",
    )
  expect(codesOf(invoice.exemption)).toEqual(["E", "S"])
  expect(codesOf("")).toEqual(["E", "S", "Z"])
  expect(read("//ram:ExemptionReason")).toEqual(["Umsatzsteuerfrei nach § 4 Nr. 21 UStG"])
  expect(read("//ram:TaxTotalAmount")).toEqual(["3.80"])
  expect(read("//ram:BuyerTradeParty//ram:LineTwo")).toEqual(["Hinterhaus"])
  expect(read("//ram:SellerTradeParty/ram:SpecifiedTaxRegistration/ram:ID/@schemeID")).toEqual(["VA"])
  expect(read("//ram:SpecifiedTradeSettlementPaymentMeans/ram:TypeCode")).toEqual(["58"])
})

test("a school without a VAT ID is known by its tax number", () => {
  const seller = { ...ofLines([]).seller, taxNumber: "21/815/08150" }
  const xml = invoiceXml(ofLines([lesson(3500, null)], { seller }))
  expect(schemaErrors(xml)).toEqual([])
  const read = readXml(xml)
  expect(read("//ram:SellerTradeParty/ram:ID")).toEqual(["21/815/08150"])
  expect(read("//ram:SpecifiedTaxRegistration/ram:ID/@schemeID")).toEqual(["FC"])
})

test("a discount is an allowance of its line, and what is taken off is minus one of it", () => {
  const discounted = lesson(2000, full, { discounts: [{ reason: "Sibling & friends", amountMinor: 500 }] })
  const correction = lesson(-1190, full, { description: "Lesson of Oct 3 corrected" })
  const invoice = ofLines([discounted, correction], { paidMinor: 300 })
  const xml = invoiceXml(invoice)
  expect(schemaErrors(xml)).toEqual([])
  expect(brokenRules(invoice)).toEqual([])
  const read = readXml(xml)
  expect(read("//ram:ActualAmount")).toEqual(["4.20"])
  expect(read("//ram:ChargeAmount")).toEqual(["21.01", "10.00"])
  expect(read("//ram:BilledQuantity")).toEqual(["1", "-1"])
  expect(read("//ram:DuePayableAmount")).toEqual(["5.10"])
})

test("a credit note is of type 381 and names its invoice", () => {
  const note = ofLines([lesson(1190, full)], {
    ...{
      kind: "credit-note",
      number: "CN-2026-3",
      corrects: { number: "2026-0042", issuedOn: "2026-11-30" },
      period: null,
      dueOn: null,
      bank: null,
    },
    terms: "Applied to your account.",
  })
  const xml = invoiceXml(note)
  expect(schemaErrors(xml)).toEqual([])
  const read = readXml(xml)
  expect(read("//rsm:ExchangedDocument/ram:TypeCode")).toEqual(["381"])
  expect(read("//ram:InvoiceReferencedDocument/ram:IssuerAssignedID")).toEqual(["2026-0042"])
  expect(read("//ram:InvoiceReferencedDocument/ram:FormattedIssueDateTime/*")).toEqual(["20261130"])
})

test("a line that only tells of a lesson is left out while others charge something", () => {
  expect(figuresOf([lesson(0, null), lesson(1190, full)], 0).taxes).toHaveLength(1)
  expect(figuresOf([lesson(0, null)], 0).lines).toHaveLength(1)
})

const forintFormats = { ...usualFormats, currency: "HUF" }
const forints = { name: "ÁFA", rate: 27_000, isAdded: false }
const seller = { sellerAddress: keptAddress(berlin), sellerTaxNumber: "DE123456789" }
const paper = { ...seller, billToAddress: keptAddress(berlin), taxExemption: null }

test("what is sold without tax needs the reason, and tax must come to its rate but for less than 1.00", () => {
  expect(paperGaps(paper, [lesson(3500, null)])).toEqual(["exemption"])
  expect(paperGaps({ ...paper, taxExemption: "§ 4" }, [lesson(3500, null)])).toEqual([])
  expect(paperGaps(paper, [lesson(3500, { ...full, rate: 0 })])).toEqual([])
  // forints: each line's tax is rounded up by a half
  const rounded = { ...lesson(12_700, forints), taxMinor: 2660 }
  expect(paperGaps(paper, [rounded])).toEqual([])
  expect(paperGaps(paper, [rounded, rounded, rounded])).toEqual(["tax-rounding"])
})

test("whatever whole forints are charged, a paper without a gap keeps to BR-CO-17", () => {
  const wholes = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(wholes, fc.boolean(), (amounts, isAdded) => {
      const lines = inFormats(forintFormats, () =>
        amounts.map((amount) => lesson(amount * 100, { ...forints, isAdded })),
      )
      expect(lines.every(({ taxMinor }) => taxMinor % 100 === 0)).toBe(true)
      const isBroken = brokenRules(ofLines(lines, { currency: "HUF" })).includes("BR-CO-17")
      expect(paperGaps(paper, lines).includes("tax-rounding")).toBe(isBroken)
    }),
  )
})

test("VAT IDs are told from other tax numbers", () => {
  const ids = {
    ...{ DE123456789: "DE123456789", ATU12345678: "ATU12345678", "EL 123456789": "EL123456789" },
    ...{ "FR XX 999999999": "FRXX999999999", NL123456789B01: "NL123456789B01", IE1234567WA: "IE1234567WA" },
    ...{ "USt-IdNr.: DE 123 456 789": "DE123456789", "VAT ID DE123456789": "DE123456789" },
    ...{ "UID: ATU12345678": "ATU12345678", ESX1234567X: "ESX1234567X", CY12345678X: "CY12345678X" },
    "CHE-123.456.789 MWST": "CHE123456789MWST",
  }
  expect(Object.keys(ids).map(vatIdOf)).toEqual(Object.values(ids))
  for (const number of [
    "12/345/67890",
    "123456789",
    "DEMO",
    "Steuernr. 21/815/08150",
    "FINANZAMT12345",
    "NO",
  ])
    expect(vatIdOf(number)).toBe(null)
})

test("an address of a country without postal codes is whole, and one without a code of its own can’t be named", () => {
  const gaps = (parts: Partial<typeof berlin>) =>
    paperGaps({ ...paper, taxExemption: "§ 4", billToAddress: keptAddress({ ...berlin, ...parts }) }, [
      lesson(3500, null),
    ])
  expect(gaps({ postalCode: "" })).toEqual(["buyer-address"])
  expect(gaps({ postalCode: "", country: "HK" })).toEqual([])
  expect(gaps({ country: "XK" })).toEqual(["buyer-country"])
})

const anyTax = fc.constantFrom(
  ...[null, full, { ...full, isAdded: true }, { name: "USt", rate: 7000, isAdded: false }],
  ...[
    { name: "TVA", rate: 5500, isAdded: true },
    { name: "VAT", rate: 0, isAdded: false },
  ],
)
const anyLine = fc
  .tuple(
    fc.integer({ min: -50_000, max: 90_000 }),
    anyTax,
    fc.array(fc.integer({ min: 1, max: 4000 }), { maxLength: 2 }),
    fc.string(),
  )
  .map(([amountMinor, tax, discounts, text]) =>
    lesson(amountMinor, tax, {
      description: text,
      remark: text,
      discounts: discounts.map((off) => ({ reason: `Discount ${text}`, amountMinor: off })),
    }),
  )

test("whatever is invoiced, the schema takes it and its sums are the paper's to the cent", () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 0, max: 5000 }),
      fc.string({ unit: "binary" }),
      (lines, paidMinor, note) => {
        const invoice = ofLines(lines, {
          paidMinor,
          note,
          buyer: { ...ofLines([]).buyer, name: `Ada ${note}` },
        })
        expect(schemaErrors(invoiceXml(invoice))).toEqual([])
        expect(brokenRules(invoice)).toEqual([])
      },
    ),
  )
})

test("amounts are written with a point and two decimals", () => {
  expect([-5, 0, 100, 123_456].map(decimal)).toEqual(["-0.05", "0.00", "1.00", "1234.56"])
})
