import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readXml } from "~/utils/xml"
import { guessColumns, readByColumns } from "./bank-columns"
import { matcher, type OpenInvoice } from "./bank-entry"
import { searchOpenInvoices } from "./bank-import.server"
import { bankAmount, bankDate } from "./bank-values"
import { readCamt } from "./camt"

describe("what banks write", () => {
  test("amounts", () => {
    for (const [text, minor] of [
      ["1.234,50", 123_450],
      ["1,234.50", 123_450],
      ["1 234,50 €", 123_450],
      ["1'234.50", 123_450],
      ["CHF 5", 500],
      ["+42", 4200],
      ["-3.00", -300],
      ["3,00-", -300],
      ["(3.00)", -300],
      ["1.234", 123_400],
      ["1.234.567", 123_456_700],
      ["12,34,567.50", 123_456_750],
      ["0,5", 50],
      ["12.345,6", 1_234_560],
    ] as const)
      expect(bankAmount(text), text).toBe(minor)
    for (const text of [
      "",
      "x",
      "1,2,3.4567",
      "1e9",
      "--5",
      "9".repeat(30),
      "0.500",
      "12.05.26",
      `1${" ".repeat(9000)}`,
    ])
      expect(bankAmount(text), text).toBeUndefined()
  })

  test("no day is read from a long cell, which would take minutes", () => {
    const gap = " ".repeat(1200)
    expect(bankDate(`1${gap}1${gap}x`, "dmy")).toBeUndefined()
  })

  test("amounts of a currency with three decimals", () => {
    for (const [text, minor] of [
      ["5.500", 550],
      ["KWD 1,234.500", 123_450],
      ["1.234,500", 123_450],
      ["5.5", 550],
      ["1,234,567", 123_456_700],
      ["12", 1200],
    ] as const)
      expect(bankAmount(text, "KWD"), text).toBe(minor)
    // Finer than we keep: it can't be read, so no one is credited a wrong amount.
    expect(bankAmount("5.505", "KWD")).toBeUndefined()
    expect(bankAmount("5.500", "EUR")).toBe(550_000)
  })

  test("amounts with two decimals, in either way of writing, are read to the cent", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999_999_999 }),
        fc.constantFrom("de-DE", "en-US", "fr-FR", "de-CH"),
        (minor, locale) => {
          const text = new Intl.NumberFormat(locale, {
            minimumFractionDigits: 2,
            maximumFractionDigits: 2,
          }).format(minor / 100)
          expect(bankAmount(text)).toBe(minor)
        },
      ),
    )
  })

  test("dates", () => {
    expect(bankDate("31.12.2026", "dmy")).toBe("2026-12-31")
    expect(bankDate("31.12.26", "dmy")).toBe("2026-12-31")
    expect(bankDate("12/31/2026", "mdy")).toBe("2026-12-31")
    expect(bankDate("2026-12-31T10:00:00", "mdy")).toBe("2026-12-31")
    expect(bankDate("20261231", "dmy")).toBe("2026-12-31")
    for (const wrong of [
      "31/12/2026",
      "2026-13-01",
      "2026-02-30",
      "0001-01-01",
      "9999-12-31",
      "yesterday",
      "",
    ])
      expect(bankDate(wrong, "mdy")).toBeUndefined()
  })

  test("columns, by their headings and their first rows", () => {
    const table = {
      headers: ["Buchungstag", "Verwendungszweck", "Beguenstigter/Zahlungspflichtiger", "Betrag", "Waehrung"],
      rows: [
        { rowNumber: 2, cells: ["19.11.2026", "RG 2026-0042", "Mateo Okafor", "42,50", "EUR"] },
        { rowNumber: 3, cells: ["19.11.2026", "Miete", "Vermieter", "-900,00", "EUR"] },
        { rowNumber: 4, cells: ["Saldo", "", "", "", ""] },
        { rowNumber: 5, cells: ["?", "RG 2026-0043", "Mateo Okafor", "42,50", "EUR"] },
      ],
    }
    const columns = guessColumns(table)
    expect(columns).toEqual({
      date: "Buchungstag",
      amount: "Betrag",
      payer: "Beguenstigter/Zahlungspflichtiger",
      reference: "Verwendungszweck",
      dateOrder: "dmy",
    })
    expect(readByColumns(table, columns, "EUR")).toEqual({
      entries: [
        {
          bookedOn: "2026-11-19",
          amountMinor: 4250,
          currency: "EUR",
          payerName: "Mateo Okafor",
          reference: "RG 2026-0042",
          bankReference: null,
        },
      ],
      left: [],
      unreadable: [5],
      outgoing: 1,
    })
  })
})

const entry = (facts: string, details: string) => `<Ntry>${facts}<NtryDtls>${details}</NtryDtls></Ntry>`
const statement = (entries: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>${entries}</Stmt></BkToCstmrStmt></Document>`
const credit =
  '<Amt Ccy="EUR">42.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-19</Dt></BookgDt><AcctSvcrRef>B1</AcctSvcrRef>'
const payment = (name: string, text: string, more = "") =>
  `<TxDtls>${more}<RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`

describe("a CAMT.053 statement", () => {
  test("gives what came in and is booked, collected payments one by one", () => {
    const text = statement(
      entry(credit, payment("Mateo &amp; Zoë Okafor", "RG 2026-0042")) +
        entry(credit.replace("CRDT", "DBIT"), payment("Landlord", "Rent")) +
        entry(credit.replace("BOOK", "PDNG"), payment("Later", "x")) +
        entry(
          credit.replace("42.50", "30.00"),
          payment("One", "2026-0001", '<Amt Ccy="EUR">10.00</Amt>') +
            payment("Two", "2026-0002", '<Amt Ccy="EUR">20.00</Amt>'),
        ),
    )
    expect(readCamt(text, "CHF")).toMatchObject({
      entries: [],
      outgoing: 1,
      left: [{ reason: "currency" }, { reason: "pending" }, { reason: "currency" }],
    })
    const read = readCamt(text, "EUR")
    expect(read).toMatchObject({
      ok: true,
      outgoing: 1,
      left: [{ reason: "pending", amountMinor: 4250, currency: "EUR" }],
      entries: [
        {
          bookedOn: "2026-11-19",
          amountMinor: 4250,
          payerName: "Mateo & Zoë Okafor",
          reference: "RG 2026-0042",
          bankReference: "B1",
        },
        { amountMinor: 1000, payerName: "One" },
        { amountMinor: 2000, payerName: "Two" },
      ],
    })
  })

  test("names every document that one transfer pays", () => {
    const part = (number: string) =>
      `<Strd><RfrdDocInf><Tp><CdOrPrtry><Cd>CINV</Cd></CdOrPrtry></Tp><Nb>${number}</Nb></RfrdDocInf></Strd>`
    const both = `<RmtInf>${part("2026-0001")}${part("2026-0002")}</RmtInf>`
    const paid = payment("Jonas Haddad", "x").replace(/<RmtInf>.*<\/RmtInf>/s, both)
    expect(readCamt(statement(entry(credit, paid)), "EUR")).toMatchObject({
      entries: [{ amountMinor: 4250, reference: "2026-0001 2026-0002" }],
    })
  })

  test("is refused with a document type, an entity of its own, or broken tags", () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]><Document>&lol2;</Document>`
    const outside = `<!DOCTYPE x SYSTEM "file:///etc/passwd"><Document/>`
    for (const text of [
      bomb,
      outside,
      "<Document>&evil;</Document>",
      "<Document>",
      "<a/><b/>",
      "<a><b></a></b>",
      "<a>&#xFFFFFFF;</a>",
      "x<a/>",
      "<",
    ])
      expect(readXml(text), text).toBeNull()
    expect(readXml(`${"<a>".repeat(100)}${"</a>".repeat(100)}`)).toBeNull()
    expect(readCamt("<Document><Other/></Document>", "EUR").ok).toBe(false)
  })

  test("has one or several statements, and decimals to any of five places", () => {
    const three = (amount: string, currency: string) =>
      entry(credit.replace('Ccy="EUR">42.50', `Ccy="${currency}">${amount}`), payment("One", "x"))
    const two = statement(three("100.000", "EUR")).replace(
      "</Stmt>",
      `</Stmt><Stmt><Id>2</Id>${three("20.5", "EUR")}</Stmt><Stmt><Id>3</Id></Stmt>`,
    )
    const amountsOf = (text: string, currency: string) => {
      const read = readCamt(text, currency)
      return (
        read.ok && [
          read.entries.map(({ amountMinor }) => amountMinor),
          read.unreadable.length + read.left.length,
        ]
      )
    }
    expect(amountsOf(two, "EUR")).toEqual([[10_000, 2050], 0])
    expect(amountsOf(statement(three("5.500", "KWD")), "KWD")).toEqual([[550], 0])
    expect(amountsOf(statement(three("5.505", "KWD")), "KWD")).toEqual([[], 1])
    expect(amountsOf(statement(three("500", "JPY")), "JPY")).toEqual([[50_000], 0])
    // A collected entry with a payment in another currency: what the bank booked is in the entry’s own.
    const mixed = entry(
      credit,
      payment("One", "x", '<Amt Ccy="EUR">10.00</Amt>') + payment("Two", "y", '<Amt Ccy="USD">35.00</Amt>'),
    )
    expect(amountsOf(statement(mixed), "EUR")).toEqual([[4250], 0])
  })

  test("never throws, whatever the file", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."<>/!&;a\"'=[]-? ") }),
        (text) => void readCamt(text, "EUR"),
      ),
    )
  })
})

const invoice = (
  number: string,
  openMinor: number,
  familyName: string,
  payers = [`Payer ${familyName}`],
): OpenInvoice => ({
  invoiceId: number,
  familyId: familyName,
  familyName,
  number,
  openMinor,
  payers,
})

describe("a transfer", () => {
  const match = matcher([
    invoice("2026-0042", 4250, "Okafor", ["Mateo Okafor"]),
    invoice("2026-0043", 4250, "Haddad", ["Jonas Haddad"]),
    invoice("2026-0044", 9900, "Brandt"),
    invoice("2026-00421", 1234, "Foster"),
  ])
  const of = (amountMinor: number, payerName: string, reference: string) => {
    const found = match({ amountMinor, payerName, reference })
    return found && [found.invoice.number, found.why, found.isSure]
  }
  test("is matched by number, by payer and amount, by an amount of its own", () => {
    expect(of(4250, "J. Haddad", "Rechnung 2026 0042")).toEqual(["2026-0042", "number", true])
    expect(of(1234, "x", "2026/00421")).toEqual(["2026-00421", "number", true])
    expect(of(4000, "x", "inv 2026-0043")).toEqual(["2026-0043", "number-other-amount", false])
    expect(of(4250, "HADDAD, JONAS", "lessons")).toEqual(["2026-0043", "payer-and-amount", true])
    expect(of(9900, "Someone", "thanks")).toEqual(["2026-0044", "amount", false])
    expect(of(4250, "Someone", "thanks")).toBeUndefined()
    expect(of(9900, "Isla Singh", "INV 2026-0031")).toBeUndefined()
    expect(of(9900, "Isla Singh", "lessons of 2026")).toEqual(["2026-0044", "amount", false])
    expect(of(1, "Someone", "")).toBeUndefined()
  })

  test("that quotes several invoices of a family pays all of them", () => {
    const matchOwn = matcher([
      invoice("2026-0224", 3000, "Alpha"),
      invoice("2026-0225", 2000, "Alpha"),
      invoice("2026-0226", 2000, "Foster"),
    ])
    const found = (amountMinor: number, reference: string) => {
      const {
        invoice: first,
        also = [],
        why,
        isSure,
      } = matchOwn({ amountMinor, payerName: "x", reference }) ?? {}
      return [[first, ...also].map((each) => each?.number), why, isSure]
    }
    expect(found(5000, "2026-0225 and 2026-0224")).toEqual([["2026-0224", "2026-0225"], "numbers", true])
    expect(found(4000, "2026-0224, 2026-0225")).toEqual([
      ["2026-0224", "2026-0225"],
      "numbers-other-amount",
      false,
    ])
    expect(found(5000, "2026-0224 2026-0226")[0]).toEqual(["2026-0224"])
  })

  test("that is chosen by hand says how many invoices match beyond the first", () => {
    const many = Array.from({ length: 25 }, (_, at) => invoice(`2026-01${10 + at}`, 1000, "Okafor"))
    const found = searchOpenInvoices([...many, invoice("2026-0200", 1000, "Brandt")], "okaf")
    expect([found.invoices.length, found.total]).toEqual([20, 25])
  })

  test("that is chosen by hand offers the payer's invoices first, the one of its amount before the others", () => {
    const many = Array.from({ length: 25 }, (_, at) => invoice(`2026-01${10 + at}`, 1000, "Okafor"))
    const theirs = [invoice("2026-0201", 900, "Brandt"), invoice("2026-0202", 1000, "Brandt")]
    const found = searchOpenInvoices([...many, ...theirs], "", {
      payerName: "BRANDT, Eva",
      amountMinor: 1000,
    })
    expect(found.invoices.slice(0, 3).map(({ number }) => number)).toEqual([
      "2026-0202",
      "2026-0201",
      "2026-0110",
    ])
  })
})
