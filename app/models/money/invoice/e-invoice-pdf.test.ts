import { inflateSync } from "node:zlib"
import { schools } from "db/schema/accounts-schools"
import { invoices } from "db/schema/money"
import { families } from "db/schema/people"
import { describe, expect, test } from "vitest"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { todayOf } from "~/utils/clock.server"
import { keptAddress, noAddress } from "~/utils/postal-address"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { readXml, schemaErrors } from "../../../../tests/support/e-invoice-schema"
import { textOfPdf } from "../../../../tests/support/pdf"
import { changeRows, openSchool } from "../../../../tests/support/school"
import { creditNotePdf } from "../credit-note/credit-notes.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { recordPayment } from "../payment/payment.server"
import { findInvoice } from "./invoice.server"
import { eInvoiceFile, invoicePdf, invoicePdfs } from "./invoice-pdf.server"
import { issueInvoice } from "./issue-invoice.server"
import { voidInvoice } from "./void-invoice.server"

const berlin = keptAddress({
  ...noAddress,
  ...{ street: "Hauptstr. 1", city: "Berlin", postalCode: "10115", country: "DE" },
})
const home = keptAddress({ ...noAddress, street: "Lindenweg 2", city: "Berlin", postalCode: "12047" })

type Changes = Partial<typeof schools.$inferInsert> & { familyAddress?: string | null }

function issued({ familyAddress = home, ...changes }: Changes = {}) {
  const opened = openSchool({ name: "Musikschule Mitte & Söhne" })
  const schoolId = opened.actor.school.id
  const german = { currency: "EUR", address: berlin, taxNumber: "DE123456789", sendsEInvoices: true }
  const bank = { bankHolder: "Musikschule Mitte", bankIban: "DE89370400440532013000", bankBic: "COBADEFFXXX" }
  const taxExemption = "Umsatzsteuerfrei nach § 4 Nr. 21 UStG"
  changeRows(schools, { id: schoolId }, { ...german, ...bank, taxExemption, ...changes })
  const actor = schoolActor(schoolId)
  if (!actor) throw new Error("no school")
  const family = openFamily(actor, { name: "Petrović" })
  changeRows(families, { id: family.familyId }, { address: familyAddress })
  const answer = issueInvoice(
    actor,
    november(family.familyId, [owe(actor, family, 3250), owe(actor, family, 1999)]),
  )
  if (!answer.ok) throw new Error(answer.reason)
  return { actor, family, invoiceId: answer.invoiceId, schoolId }
}

const pdfOf = async ({ actor, invoiceId }: Pick<ReturnType<typeof issued>, "actor" | "invoiceId">) => {
  const pdf = await invoicePdf(actor, invoiceId)
  if (!pdf) throw new Error("no paper")
  return pdf.bytes
}

function pay({ actor, family, invoiceId }: ReturnType<typeof issued>, amountMinor: number) {
  const paid = recordPayment(actor, {
    ...{ invoiceId, amountMinor, method: "cash", receivedOn: todayOf(actor) },
    ...{ payerName: "Mateo Okafor", payerId: family.guardianIds[0] },
  })
  if (!paid.ok) throw new Error(paid.reason)
}

/** The objects of a PDF by what they contain, and the streams within. */
function readPdf(bytes: Buffer) {
  const objects = [...bytes.toString("latin1").matchAll(/\d+ 0 obj\r?\n([\s\S]*?)\r?\nendobj/g)].map(
    ([, body = ""]) => body,
  )
  const stream = (body = "") => {
    const data = Buffer.from(/stream\r?\n([\s\S]*?)\nendstream/.exec(body)?.[1] ?? "", "latin1")
    return (body.includes("FlateDecode") ? inflateSync(data) : data).toString("utf8")
  }
  const having = (...texts: string[]) => objects.filter((body) => texts.every((text) => body.includes(text)))
  return { having, stream, attached: stream(having("/Type /EmbeddedFile")[0]) }
}

describe("an e-invoice", () => {
  test("is carried by a PDF/A-3 under the name that programs look for", async () => {
    const made = issued()
    const bytes = await pdfOf(made)
    const { having, stream, attached } = readPdf(bytes)
    expect(attached).toBe(eInvoiceFile(made.actor, made.invoiceId)?.xml)
    expect(schemaErrors(attached)).toEqual([])
    expect(having("/Type /Filespec", "/AFRelationship /Alternative", "(factur-x.xml)")).toHaveLength(1)
    const [catalog = ""] = having("/Type /Catalog")
    for (const part of ["/AF [", "/OutputIntents [", "/Metadata ", "/Names "]) expect(catalog).toContain(part)
    const metadata = stream(having("/Type /Metadata")[0])
    for (const part of [
      ...["<pdfaid:part>3</pdfaid:part>", "<pdfaid:conformance>B</pdfaid:conformance>"],
      ...["<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>", "<pdfaSchema:prefix>fx</pdfaSchema:prefix>"],
      "Musikschule Mitte &amp; Söhne",
    ])
      expect(metadata).toContain(part)
    expect(bytes.subarray(0, 8).toString()).toBe("%PDF-1.7")
    expect(having("/Type /Font ", "/Subtype /Type1").length).toBe(0)
    for (const descriptor of having("/Type /FontDescriptor")) expect(descriptor).toMatch(/\/FontFile[23]? /)
  })

  test("is in the PDF of its email and in those of many", async () => {
    const made = issued()
    const mailed = await invoicePdf(made.actor, made.invoiceId, { asIssued: true })
    const papers = [mailed?.bytes ?? Buffer.of()]
    for await (const { bytes } of invoicePdfs(made.actor, [made.invoiceId])) papers.push(bytes)
    for (const bytes of papers)
      expect(readPdf(bytes).attached).toBe(eInvoiceFile(made.actor, made.invoiceId)?.xml)
    expect(papers).toHaveLength(2)
  })

  test("says what the paper says: parties, exemption, account, total", async () => {
    const made = issued()
    const { attached } = readPdf(await pdfOf(made))
    const read = readXml(attached)
    expect(read("//ram:BuyerTradeParty//ram:CountryID")).toEqual(["DE"])
    expect(read("//ram:BuyerTradeParty//ram:CityName")).toEqual(["Berlin"])
    expect(read("//ram:GrandTotalAmount")).toEqual(["52.49"])
    expect(read("//ram:ExemptionReason")).toEqual(["Umsatzsteuerfrei nach § 4 Nr. 21 UStG"])
    const [text = ""] = textOfPdf(await pdfOf(made))
    for (const words of [
      "Hauptstr. 1\n10115 Berlin",
      "Lindenweg 2\n12047 Berlin",
      "Umsatzsteuerfrei nach § 4 Nr. 21 UStG",
    ])
      expect(text).toContain(words)
  })

  test("stays what it was issued as, whatever the school changes", async () => {
    const made = issued()
    const before = await pdfOf(made)
    changeRows(schools, { id: made.schoolId }, { sendsEInvoices: false, taxExemption: "Other" })
    expect((await pdfOf(made)).equals(before)).toBe(true)
    expect(() => changeRows(invoices, { id: made.invoiceId }, { isEInvoice: false })).toThrow("frozen")
    const plain = issued({ sendsEInvoices: false })
    changeRows(schools, { id: plain.schoolId }, { sendsEInvoices: true })
    expect(eInvoiceFile(plain.actor, plain.invoiceId)).toBeUndefined()
    expect((await pdfOf(plain)).toString("latin1")).not.toContain("factur-x")
  })

  test("isn't made where something is missing, or outside of Europe", () => {
    const unlike: Changes[] = [
      { taxExemption: null },
      ...[{ taxNumber: null }, { familyAddress: "Lindenweg 2, 12047 Berlin" }, { familyAddress: null }],
      ...[{ address: "Hauptstr. 1\n10115 Berlin" }, { sendsEInvoices: false }],
      {
        address: keptAddress({
          ...noAddress,
          street: "1 Elm St",
          city: "Utica",
          postalCode: "13501",
          country: "US",
        }),
      },
    ]
    for (const changes of unlike) {
      const made = issued(changes)
      expect(findInvoice(made.actor, made.invoiceId)?.isEInvoice).toBe(false)
    }
  })

  test("of a void invoice isn't handed out any more; its email tried again has it as it was", async () => {
    const made = issued()
    const { number } = findInvoice(made.actor, made.invoiceId) ?? {}
    expect(voidInvoice(made.actor, { invoiceId: made.invoiceId, reason: "Twice" }).ok).toBe(true)
    expect(eInvoiceFile(made.actor, made.invoiceId)).toBeUndefined()
    expect((await pdfOf(made)).toString("latin1")).not.toContain("factur-x")
    const mailed = await invoicePdf(made.actor, made.invoiceId, { asIssued: true })
    expect(readXml(readPdf(mailed?.bytes ?? Buffer.of()).attached)("//rsm:ExchangedDocument/ram:ID")).toEqual(
      [number],
    )
  })

  test("says what account credit of payments and credit notes had settled, as the paper does, whatever is paid later", async () => {
    const made = issued()
    const { actor, family } = made
    const lines = findInvoice(actor, made.invoiceId)?.groups.flatMap((group) => group.lines) ?? []
    pay(made, 5249)
    const amounts = new Map([[lines[0]?.id ?? "", 1000]])
    expect(creditInvoice(actor, { invoiceId: made.invoiceId, reason: "Late", amounts }).ok).toBe(true)
    const next = issueInvoice(actor, november(family.familyId, [owe(actor, family, 4000)]))
    if (!next.ok) throw new Error(next.reason)
    const paper = { actor, invoiceId: next.invoiceId }
    const facts = () => {
      const read = readXml(eInvoiceFile(actor, next.invoiceId)?.xml ?? "")
      return [...read("//ram:TotalPrepaidAmount"), ...read("//ram:DuePayableAmount")]
    }
    expect(facts()).toEqual(["10.00", "30.00"])
    const mailed = await invoicePdf(actor, next.invoiceId, { asIssued: true })
    expect(textOfPdf(mailed?.bytes ?? Buffer.of()).join()).toMatch(/Account credit[\s\S]*Balance due/)
    expect(readPdf(await pdfOf(paper)).attached).toContain("30.00")

    pay({ ...made, invoiceId: next.invoiceId }, 3000)
    expect(facts()).toEqual(["10.00", "30.00"])
    // the paper has a balance of nothing now, which the e-invoice doesn't say
    expect((await pdfOf(paper)).toString("latin1")).not.toContain("factur-x")
    const again = await invoicePdf(actor, next.invoiceId, { asIssued: true })
    expect(again?.bytes.equals(mailed?.bytes ?? Buffer.of())).toBe(true)
    expect(() => changeRows(invoices, { id: next.invoiceId }, { prepaidMinor: 0 })).toThrow("frozen")
  })

  test("draws no letter that its fonts lack, whatever was typed", async () => {
    const made = issued({ name: "Musik 🎵 Mitte", paymentInstructions: "One\r\nTwo\tthree\u0007\u1000" })
    const [text = ""] = textOfPdf(await pdfOf(made))
    expect(text).toContain("Musik ? Mitte")
    expect(text).toContain("Two three")
    expect(text).not.toMatch(/[\r\t\ufffd]/)
  })

  test("of a credit note is of type 381", async () => {
    const { actor, invoiceId } = issued()
    const lines = findInvoice(actor, invoiceId)?.groups.flatMap((group) => group.lines) ?? []
    const note = creditInvoice(actor, {
      ...{ invoiceId, reason: "Lesson didn’t take place" },
      amounts: new Map([[lines[0]?.id ?? "", 3250]]),
    })
    if (!note.ok) throw new Error(note.reason)
    const pdf = await creditNotePdf(actor, note.creditNoteId)
    const { attached } = readPdf(pdf?.bytes ?? Buffer.of())
    expect(schemaErrors(attached)).toEqual([])
    expect(readXml(attached)("//rsm:ExchangedDocument/ram:TypeCode")).toEqual(["381"])
    expect(readXml(attached)("//ram:DuePayableAmount")).toEqual(["32.50"])
    const { issuedOn } = findInvoice(actor, invoiceId) ?? {}
    expect(readXml(attached)("//ram:FormattedIssueDateTime/*")).toEqual([issuedOn?.replaceAll("-", "")])
  })
})
