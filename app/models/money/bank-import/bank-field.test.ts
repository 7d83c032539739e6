import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { decodeText } from "~/utils/csv"
import { readCsv } from "~/utils/csv.server"
import { inHistories } from "../../../../tests/support/histories/count"
import { workbookOf, zipOf } from "../../../../tests/support/zip"
import { guessColumns, readByColumns } from "./bank-columns"
import type { StatementRead } from "./bank-entry"
import { statementDelimiter, statementTable } from "./bank-headings"
import { isZip, refuseStatement, unzipStatements } from "./bank-import.server"
import { type BankDateOrder, bankDate } from "./bank-values"
import { readCamt } from "./camt"
import { isMt940, readMt940 } from "./mt940"
import { isOfx, readOfx } from "./ofx"

// Statements as banks really write them: each credit is taken, or named with its reason.

const folder = "tests/support/statements"
const bytesOf = (name: string) => new Uint8Array(readFileSync(`${folder}/${name}`))

function readText(text: string, currency: string, usual: BankDateOrder = "dmy"): StatementRead {
  const table = statementTable(readCsv(text, statementDelimiter(text)))
  return readByColumns(table, guessColumns(table, usual, currency), currency)
}
const told = ({ entries, left, unreadable }: StatementRead) => ({
  came: entries.map(({ bookedOn, amountMinor, payerName, reference }) =>
    [bookedOn, amountMinor, payerName, reference].join("|"),
  ),
  left: left.map(({ reason, amountMinor, currency }) => `${reason} ${currency} ${amountMinor}`),
  unreadable,
})
const fromFile = (name: string, currency: string, usual?: BankDateOrder) =>
  told(readText(decodeText(bytesOf(name)).text, currency, usual))

describe("a CSV of the field", () => {
  test("keeps what is pending, failed or in another currency out, and names it", () => {
    expect(fromFile("sparkasse-camt.csv", "EUR")).toEqual({
      came: ["2026-11-25|4500|Jörg Müßig|Rechnung 2026-0001 Klavier Jörg"],
      left: ["pending EUR 6000"],
      unreadable: [],
    })
    expect(fromFile("paypal.csv", "USD", "mdy")).toMatchObject({
      came: [expect.stringMatching(/^2026-11-18\|10000\|Cy Dunn\|/)],
      left: ["currency EUR 8000", "pending USD 9000"],
      unreadable: [],
    })
    expect(fromFile("revolut.csv", "GBP")).toEqual({
      came: ["2026-11-17|5000||From Tom Hill"],
      left: ["currency PLN 20000", "pending GBP 6000", "failed GBP 6000"],
      unreadable: [],
    })
    expect(fromFile("danske.csv", "DKK")).toEqual({
      came: ["2026-11-25|45000||Faktura 2026-0001 Holm"],
      left: ["pending DKK 45000"],
      unreadable: [],
    })
  })

  test("has months by name", () => {
    expect(fromFile("date0.csv", "USD").came).toEqual(["2026-11-25|1100||row 0 date test"])
    expect(fromFile("date1.csv", "USD").came).toEqual(["2026-11-25|1200||row 1 date test"])
    expect(fromFile("hsbc-uk.csv", "GBP").came).toEqual(["2026-11-25|8500||KAUR S PIANO 2026-0003"])
    expect(fromFile("nationwide.csv", "GBP").came).toEqual(["2026-11-23|8500||LAMB A 2026-0005"])
  })

  test("says its purpose in several columns", () => {
    expect(fromFile("rabo-two.csv", "EUR").came).toEqual([
      "2026-11-10|400|Fam Bakker|Muziekles november factuur 2026-0009",
    ])
    expect(fromFile("rbc.csv", "CAD", "mdy").came).toEqual([
      "2026-11-25|7500||E-TRANSFER RECEIVED L TREMBLAY 2026-0001",
    ])
  })

  test("is guessed by its bank’s own headings", () => {
    expect(fromFile("nubank.csv", "BRL").came).toEqual([
      "2026-11-25|15000||Transferência recebida pelo Pix - MARIA SOUZA - aula 2026-0001",
    ])
    expect(fromFile("unicredit-it.csv", "EUR").came).toEqual([
      "2026-11-24|6600||BONIFICO A VOSTRO FAVORE ROSSI GIULIA FATTURA 2026-0010",
    ])
  })

  test.each([
    [
      "Wise",
      "TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Payer Name\nT1,25-11-2026,80.00,GBP,Received money from Ann Lee,2026-0004,80.00,Ann Lee",
      "GBP",
      "2026-11-25|8000|Ann Lee|Received money from Ann Lee 2026-0004",
    ],
    [
      "Monzo",
      "Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description\nt1,25/11/2026,10:00,Faster payment,Tom Hill,,Income,50.00,GBP,50.00,GBP,,,,2026-0005",
      "GBP",
      "2026-11-25|5000|Tom Hill|2026-0005",
    ],
    [
      "Chase",
      "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\nCREDIT,11/25/2026,Zelle payment from ANA DIAZ 2026-0006,90.00,QUICKPAY_CREDIT,900.00,",
      "USD",
      "2026-11-25|9000||Zelle payment from ANA DIAZ 2026-0006",
    ],
    [
      "Swedbank",
      "Bokföringsdag;Transaktionsdag;Valutadag;Referens;Beskrivning;Belopp;Bokfört saldo\n2026-11-25;2026-11-25;2026-11-25;Anna Ek;Swish 2026-0007;300,00;1300,00",
      "SEK",
      "2026-11-25|30000||Anna Ek Swish 2026-0007",
    ],
    [
      "mBank",
      "Data operacji;Data księgowania;Opis operacji;Tytuł;Nadawca/Odbiorca;Numer konta;Kwota;Saldo\n2026-11-25;2026-11-25;PRZELEW;Lekcje 2026-0008;Ewa Nowak;PL1;120,00;500,00",
      "PLN",
      "2026-11-25|12000|Ewa Nowak|PRZELEW Lekcje 2026-0008",
    ],
    [
      "La Banque Postale",
      "Date;Libellé;Montant(EUROS)\n25/11/2026;VIREMENT DE DUPONT 2026-0009;45,00",
      "EUR",
      "2026-11-25|4500||VIREMENT DE DUPONT 2026-0009",
    ],
    [
      "BBVA",
      "Fecha valor;Fecha;Concepto;Movimiento;Importe;Divisa\n24/11/2026;25/11/2026;Transferencia recibida;2026-0010;55,00;EUR",
      "EUR",
      "2026-11-25|5500||Transferencia recibida 2026-0010",
    ],
  ])("of %s is guessed, too", (_, text, currency, came) => {
    expect(told(readText(text, currency, text.includes("11/25") ? "mdy" : "dmy")).came).toEqual([came])
  })

  test("has value dates where a row isn’t booked on a day of its own", () => {
    const text =
      "Booking date;Value date;Description;Amount\n;26.11.2026;2026-0001;10,00\n25.11.2026;24.11.2026;2026-0002;11,00"
    expect(told(readText(text, "EUR")).came).toEqual([
      "2026-11-26|1000||2026-0001",
      "2026-11-25|1100||2026-0002",
    ])
  })
})

describe("days with a month’s name", () => {
  test.each([
    ["25 Nov 26", "2026-11-25"],
    ["25-Nov-2026", "2026-11-25"],
    ["Nov 25, 2026", "2026-11-25"],
    ["Wed, 25 November 2026 10:15", "2026-11-25"],
    ["25. Dez. 2026", "2026-12-25"],
    ["25 déc. 2026", "2026-12-25"],
    ["25 de noviembre de 2026", "2026-11-25"],
    ["25 mei 2026", "2026-05-25"],
    ["25 października 2026", "2026-10-25"],
    ["2026 Mar 5", "2026-03-05"],
    ["1 Sept 2026", "2026-09-01"],
    ["25 Foo 2026", undefined],
    ["Nov 2026", undefined],
    ["31 Feb 2026", undefined],
  ])("%s", (text, day) => expect(bankDate(text, "dmy")).toBe(day))
})

describe("CAMT", () => {
  const entry = (inside: string, amount = "130.00") =>
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>${inside}</Ntry>`
  const statement = (inside: string) =>
    `<Document><BkToCstmrStmt><Stmt>${inside}</Stmt></BkToCstmrStmt></Document>`
  const read = (text: string) => {
    const answer = readCamt(text, "EUR")
    return answer.ok ? told(answer) : answer.message
  }
  const part = (number: string, amount?: string) =>
    `<TxDtls>${amount ? `<Amt Ccy="EUR">${amount}</Amt>` : ""}<RmtInf><Ustrd>${number}</Ustrd></RmtInf></TxDtls>`

  test("takes a collective entry without single amounts as one transfer of its sum", () => {
    expect(read(decodeText(bytesOf("camt-batch-noamounts.xml")).text)).toEqual({
      came: ["2026-11-20|13000|Familie Eins, Familie Zwei|2026-0012 2026-0013"],
      left: [],
      unreadable: [],
    })
  })

  test("takes the parts where they add up, and the sum where they don’t", () => {
    const parts = (one: string, two: string) =>
      statement(entry(`<NtryDtls>${part("a", one)}${part("b", two)}</NtryDtls>`))
    expect(read(parts("60.00", "70.00"))).toMatchObject({
      came: ["2026-11-20|6000||a", "2026-11-20|7000||b"],
    })
    expect(read(parts("60.00", "65.00"))).toMatchObject({ came: ["2026-11-20|13000||a b"] })
  })

  test("names pending, returned and foreign credits, and falls back to the value date", () => {
    const all = statement(
      [
        entry("").replace("BOOK", "PDNG"),
        entry("<RvslInd>true</RvslInd>"),
        entry("").replace('"EUR"', '"CHF"'),
        entry("").replace(/<BookgDt>.*<\/BookgDt>/, "<ValDt><Dt>2026-11-21</Dt></ValDt>"),
      ].join(""),
    )
    expect(read(all)).toEqual({
      came: ["2026-11-21|13000||"],
      left: ["pending EUR 13000", "returned EUR 13000", "currency CHF 13000"],
      unreadable: [],
    })
  })
})

describe("other formats", () => {
  test("MT940 says payer and purpose as German and Dutch banks write them", () => {
    const text = decodeText(bytesOf("mt940.sta")).text
    expect(isMt940(text)).toBe(true)
    const answer = readMt940(text, "EUR")
    expect(answer.ok && told(answer)).toEqual({
      came: ["2026-11-25|4500|JOERG MUESSIG|Rechnung 2026-0001 Klavier"],
      left: [],
      unreadable: [],
    })
    const dutch = text.replace(
      /:86:.*/,
      ":86:/TRTP/SEPA OVERBOEKING/IBAN/NL10RABO/BIC/RABONL2U/NAME/F BAKKER/REMI/factuur 2026-0009/EREF/X",
    )
    const read = readMt940(dutch, "EUR")
    expect(read.ok && told(read).came).toEqual(["2026-11-25|4500|F BAKKER|factuur 2026-0009"])
    expect(readMt940(text, "CHF")).toMatchObject({
      ok: true,
      entries: [],
      left: [{ reason: "currency", currency: "EUR" }],
    })
    expect(readMt940(":20:X\n:61:nonsense", "EUR")).toMatchObject({ ok: false })
  })

  test("OFX, with closed tags and without", () => {
    const tags = `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261125120000<TRNAMT>85.00<FITID>F1<NAME>ANA DIAZ<MEMO>2026-0006</STMTTRN><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261124<TRNAMT>-5.00<FITID>F2<NAME>FEE</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
    const text = `OFXHEADER:100\nDATA:OFXSGML\n\n${tags}`
    expect(isOfx(text)).toBe(true)
    const answer = readOfx(text, "USD")
    expect(answer.ok && told(answer).came).toEqual(["2026-11-25|8500|ANA DIAZ|2026-0006"])
    expect(answer).toMatchObject({ outgoing: 1, entries: [{ bankReference: "F1" }] })
    expect(readOfx("<OFX><", "USD")).toMatchObject({ ok: false })
  })

  test("a ZIP file is opened; an older workbook and a PDF are named for what they are", () => {
    const bytes = bytesOf("camt.zip")
    expect([isZip(bytes), refuseStatement(bytes)]).toEqual([true, null])
    const [file] = unzipStatements(bytes) ?? []
    const answer = readCamt(decodeText(file?.bytes ?? new Uint8Array()).text, "EUR")
    expect(answer.ok && answer.entries.length).toBeGreaterThan(0)
    expect(unzipStatements(bytes.slice(0, 60))).toBeUndefined()
    expect(refuseStatement(new Uint8Array(Buffer.from("%PDF-1.7")))).toContain("This is a PDF.")
    expect(refuseStatement(new Uint8Array(Buffer.from("!Type:Bank\nD11/25/2026\n")))).toBeNull()
    expect(refuseStatement(new Uint8Array(Buffer.from("PK\u0003\u0004.. [Content_Types].xml")))).toBeNull()
    expect(refuseStatement(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).toContain("an older Excel workbook")
  })

  test("a ZIP file is told from a workbook by its own directory, and two of its files may have one name", () => {
    const workbook = workbookOf([["Date", "Amount"]])
    // As openpyxl writes it: the types of its parts come last.
    const last = zipOf({
      "xl/workbook.xml": "<workbook/>".repeat(1000),
      "xl/media/a.bin": randomBytes(6000),
      "[Content_Types].xml": "<Types/>",
    })
    const stored = zipOf({ "november.xlsx": workbook })
    expect([workbook, last, stored].map(isZip)).toEqual([false, false, true])
    // Not packed again: the workbook's own names are in the first bytes.
    expect(isZip(zipOf({ "a[Content_Types].xml.csv": "Date,Amount" }))).toBe(true)
    const two = zipOf({ "a.csv": "Date,Amount", "b.csv": "Day,Amount" })
    expect(unzipStatements(two)).toHaveLength(2)
    const same = Buffer.from(two.toString("latin1").replaceAll("b.csv", "a.csv"), "latin1")
    expect(unzipStatements(same)?.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)])).toEqual([
      ["a.csv", "Date,Amount"],
      ["a.csv (2)", "Day,Amount"],
    ])
  })
})

test("of any CSV each credit is taken, or named: together they are the file’s", () => {
  const amount = fc.integer({ min: -50_000, max: 50_000 })
  const row = fc.record({
    amount,
    currency: fc.constantFrom("EUR", "EUR", "EUR", "PLN"),
    state: fc.constantFrom("Completed", "Pending", "Reverted", ""),
    text: fc.string({ maxLength: 20 }).map((text) => text.replace(/[^\w ]/g, "")),
  })
  inHistories(2000, fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
    const text = ["Date,Description,Amount,Currency,State"]
      .concat(
        rows.map(
          (each) =>
            `2026-11-17,${each.text},${(each.amount / 100).toFixed(2)},${each.currency},${each.state}`,
        ),
      )
      .join("\n")
    const { entries, left, outgoing, unreadable } = readText(text, "EUR")
    const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0)
    const credits = rows.map((each) => each.amount).filter((each) => each > 0)
    expect(sum([...entries, ...left].map(({ amountMinor }) => amountMinor))).toBe(sum(credits))
    expect(entries.length + left.length + outgoing + unreadable.length).toBe(rows.length)
  })
})

describe("their neighbors", () => {
  const came = (text: string, currency: string, usual?: BankDateOrder) =>
    told(readText(text, currency, usual))

  test("months in French, Dutch and Spanish, with debit and credit columns and lines above the table", () => {
    const french =
      "Date opération;Libellé;Débit;Crédit\n3 nov. 2026;VIR DUPONT FACTURE 2026-0001;;1 234,50\n4 novembre 2026;PRLV EDF;-80,00;\n5 déc. 2026;VIR M. MARTIN;;45,00\n"
    expect(came(french, "EUR").came).toEqual([
      "2026-11-03|123450||VIR DUPONT FACTURE 2026-0001",
      "2026-12-05|4500||VIR M. MARTIN",
    ])
    const dutch =
      "Boekingsdatum;Rekeningnummer;Naam tegenpartij;Omschrijving;Bedrag;Munt\n3 mrt 2026;NL91ABNA0417164300;P. de Vries;Factuur 2026-0001;+45,00;EUR\n12 mei 2026;NL91ABNA0417164300;A. Bakker;2026-0002;1.045,00;EUR\n13 okt 2026;NL91ABNA0417164300;Huur;;-600,00;EUR\n14 okt 2026;NL91ABNA0417164300;C. Bos;2026-0003;60,00;USD\n"
    expect(came(dutch, "EUR")).toEqual({
      came: ["2026-03-03|4500|P. de Vries|Factuur 2026-0001", "2026-05-12|104500|A. Bakker|2026-0002"],
      left: ["currency USD 6000"],
      unreadable: [],
    })
    const spanish =
      "Cuenta: ES12 0000\nTitular: Escuela\nPeriodo: noviembre 2026\n\nFecha valor;Fecha;Concepto;Beneficiario/Ordenante;Cargo;Abono;Saldo\n02-nov-2026;02-nov-2026;FACTURA 2026-0003;GARCIA LOPEZ ANA;;1.250,00 €;5.000,00 €\n03-ene-2026;03-ene-2026;RECIBO LUZ;;60,00 €;;4.940,00 €\n"
    expect(came(spanish, "EUR").came).toEqual(["2026-11-02|125000|GARCIA LOPEZ ANA|FACTURA 2026-0003"])
  })

  test.each(["Boekdatum", "Transactiedatum", "Verwerkingsdatum", "Uitvoeringsdatum"])(
    "the date under %s is found",
    (heading) => {
      const file = `${heading};Omschrijving;Bedrag\n03-11-2026;2026-0001;45,00\n`
      expect(came(file, "EUR").came).toEqual(["2026-11-03|4500||2026-0001"])
    },
  )

  test("thousands in three notations, and what is pending", () => {
    const american =
      'Account Number,Post Date,Check,Description,Debit,Credit,Status,Balance\n123,11/02/2026,,ZELLE ANN MEYER 2026-0001,,"$1,200.00",Posted,"$5,000.00"\n123,11/03/2026,,MOBILE DEPOSIT,,"85.00",Pending,"$5,085.00"\n123,11/04/2026,101,RENT,(900.00),,Posted,"$4,100.00"\n'
    expect(came(american, "USD", "mdy")).toEqual({
      came: ["2026-11-02|120000||ZELLE ANN MEYER 2026-0001"],
      left: ["pending USD 8500"],
      unreadable: [],
    })
    const swiss =
      "Kontonummer:;CH93\nWährung:;CHF\nDatum;Buchungstext;Belastung CHF;Gutschrift CHF;Valuta\n02.11.2026;Müller Anna 2026-0004;;1'250.50;02.11.2026\n03.11.2026;E-Banking Auftrag;300.00;;03.11.2026\n"
    expect(came(swiss, "CHF").came).toEqual(["2026-11-02|125050||Müller Anna 2026-0004"])
  })
})
