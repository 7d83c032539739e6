import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readCsv } from "~/utils/csv.server"
import { inHistories } from "../../../../tests/support/histories/count"
import { orFail } from "../../../../tests/support/school"
import { guessColumns } from "./bank-columns"
import { statementDelimiter, statementTable, statementText } from "./bank-headings"
import type { BankDateOrder } from "./bank-values"
import { readMt940 } from "./mt940"
import { readFormatHere, readRowsHere } from "./read-statement.server"

// Statements whose bytes or line ends a text file can’t keep; the others are in tests/support/statements/layouts.txt.

function read(bytes: Uint8Array, currency: string, usual: BankDateOrder) {
  const text = statementText(bytes, currency)
  const format = readFormatHere({ text, currency })
  if (format && !format.ok) throw new Error(format.message)
  const columns = () => guessColumns(statementTable(readCsv(text, statementDelimiter(text))), usual, currency)
  return format ?? readRowsHere({ text, currency, columns: columns() })
}

const monthFirst = new Set(["USD"])
const yearFirst = new Set(["CAD", "SEK", "HUF", "JPY"])
const usualIn = (currency: string): BankDateOrder =>
  monthFirst.has(currency) ? "mdy" : yearFirst.has(currency) ? "ymd" : "dmy"

/** A credit is its day, minor units, who paid as a column of its own says it, and what its purpose has among others. */
type Case = [
  bank: string,
  currency: string,
  text: string | Uint8Array,
  came: string[],
  left?: string[],
  outgoing?: number,
  unreadable?: number[],
]
const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, "utf16le")])
/** One byte a letter, as programs of western Europe write. */
const latin = (text: string) => new Uint8Array(Buffer.from(text, "latin1"))

const cases: Case[] = [
  [
    "ING Germany",
    "EUR",
    latin(
      `Umsatzanzeige;Datei erstellt am: 26.11.2026 10:11\n\nIBAN;DE12 5001 0517 1234 5678 90\nKontoname;Girokonto\nBank;ING\nKunde;Musikschule\nZeitraum;01.11.2026 - 26.11.2026\nSaldo;1.085,00;EUR\n\nSortierung;Datum absteigend\n\nIn der CSV-Datei finden Sie alle bereits gebuchten Umsätze. Die vorgemerkten Umsätze werden nicht aufgenommen, auch wenn sie in Ihrem Internetbanking angezeigt werden.\n\nBuchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung\n25.11.2026;25.11.2026;Jörg Müßig;Gutschrift;Rechnung 2026-1003;1.085,00;EUR;85,00;EUR\n24.11.2026;24.11.2026;Stadtwerke;Lastschrift;Strom;1.000,00;EUR;-60,00;EUR\n`,
    ),
    ["2026-11-25|8500|Jörg Müßig|2026-1003"],
  ],
  [
    "HypoVereinsbank",
    "EUR",
    utf16(
      `Kontonummer;Buchungsdatum;Valuta;Empfaenger 1;Empfaenger 2;Verwendungszweck;Betrag;Waehrung\n1234;25.11.2026;25.11.2026;Jörg Müßig;;Rechnung 2026-1006;85,00;EUR\n1234;24.11.2026;24.11.2026;Stadtwerke;;Strom;-60,00;EUR\n`,
    ),
    ["2026-11-25|8500|Jörg Müßig|2026-1006"],
  ],
  [
    "Erste’s George",
    "EUR",
    utf16(
      `Buchungsdatum;Partnername;Partner IBAN;BIC/SWIFT;Partner Kontonummer;Bankleitzahl;Betrag;Währung;Buchungs-Info;Buchungsreferenz;Notiz;Valutadatum\n25.11.2026;Huber Rosa;AT12;GIBA;;;85,00;EUR;Rechnung 2026-1101;20111;;25.11.2026\n24.11.2026;Wien Energie;AT34;GIBA;;;-60,00;EUR;Strom;20112;;24.11.2026\n`,
    ),
    ["2026-11-25|8500|Huber Rosa|2026-1101"],
  ],
  [
    "Crédit Agricole",
    "EUR",
    latin(
      `Téléchargement du 26/11/2026;;;\n\n\nM. DUPONT\nCompte Courant carte n° 123;\nSolde au 26/11/2026 1 085,00 €\n\nListe des opérations du compte entre le 01/11/2026 et le 26/11/2026;\n\nDate;Libellé;Débit euros;Crédit euros;\n25/11/2026;"VIREMENT EN VOTRE FAVEUR          \nMARTIN CLAIRE\n2026-1301\n";;1 085,00;\n24/11/2026;"PRELEVEMENT\nEDF\n";60,00;;\n`,
    ),
    ["2026-11-25|108500||MARTIN CLAIRE+2026-1301"],
  ],
  [
    "Caixa Geral de Depósitos",
    "EUR",
    latin(
      `Consultar saldos e movimentos à ordem - 26-11-2026 \n\nConta ;0123456 - EUR - Conta Extracto\nData de início ;01-11-2026\nData de fim ;26-11-2026\n\nData mov. ;Data valor ;Descrição ;Débito ;Crédito ;Saldo contabilístico ;Saldo disponível ;Categoria ;\n25-11-2026 ;25-11-2026 ;TRF DE SILVA ANA 2026-1701 ; ;1.085,00 ;2.085,00 ;2.085,00 ;Diversos ;\n24-11-2026 ;24-11-2026 ;DEBITO DIRETO EDP ;60,00 ; ;1.000,00 ;1.000,00 ;Casa ;\n ; ; ; ;Saldo contabilístico ;2.085,00 EUR ; ;\n`,
    ),
    ["2026-11-25|108500||SILVA ANA 2026-1701"],
  ],
  [
    "Millennium",
    "EUR",
    utf16(
      `Conta\t123456\nMoeda\tEUR\n\nData lançamento\tData valor\tDescrição\tMontante\tTipo\tSaldo\t\n25-11-2026\t25-11-2026\tTRF. DE SILVA ANA 2026-1702\t85,00\tCrédito\t1.085,00\t\n24-11-2026\t24-11-2026\tDD EDP\t-60,00\tDébito\t1.000,00\t\n`,
    ),
    ["2026-11-25|8500||2026-1702"],
  ],
  [
    "Swedbank",
    "SEK",
    latin(
      `* Transaktioner Period 2026-11-01 - 2026-11-26 Skapad 2026-11-26 10:11 CET\nRadnummer,Clearingnummer,Kontonummer,Produkt,Valuta,Bokföringsdag,Transaktionsdag,Valutadag,Referens,Beskrivning,Belopp,Bokfört saldo\n1,81234,1234567,"Företagskonto",SEK,2026-11-25,2026-11-25,2026-11-25,"2026-1901","Anna Åberg",850.00,1850.00\n2,81234,1234567,"Företagskonto",SEK,2026-11-24,2026-11-24,2026-11-24,"El","Vattenfall",-60.00,1000.00\n`,
    ),
    ["2026-11-25|85000||Anna Åberg+2026-1901"],
  ],
  [
    "DNB",
    "NOK",
    latin(
      `"Dato";"Forklaring";"Rentedato";"Ut fra konto";"Inn på konto"\n"25.11.2026";"Overføring Fra: Kari Nordmann 2026-1904";"25.11.2026";"";"1.085,00"\n"24.11.2026";"Avtalegiro Hafslund";"24.11.2026";"60,00";""\n`,
    ),
    ["2026-11-25|108500||Kari Nordmann 2026-1904"],
  ],
  [
    "OP Finland",
    "EUR",
    latin(
      `"Kirjauspäivä";"Arvopäivä";"Määrä EUROA";"Laji";"Selitys";"Saaja/Maksaja";"Saajan tilinumero ja pankin BIC";"Viite";"Viesti";"Arkistointitunnus"\n"2026-11-25";"2026-11-25";85,00;"506";"TILISIIRTO";"VIRTANEN MATTI";"";"ref=00000000000000001232";"Viesti: Lasku 2026-1906";"20261125/588011/1"\n"2026-11-24";"2026-11-24";-60,00;"106";"TILISIIRTO";"HELEN OY";"FI12";"ref=";"";"20261124/588011/2"\n`,
    ),
    ["2026-11-25|8500|VIRTANEN MATTI|2026-1906"],
  ],
  [
    "Bradesco",
    "BRL",
    latin(
      `Extrato de: Agência: 123 | Conta: 45678-9 | Entre 01/11/2026 e 26/11/2026;;;;;\nData;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$)\n31/10/26;SALDO ANTERIOR;;;;1.000,00\n25/11/26;TRANSFERENCIA PIX REM: MARIA SOUZA 2026-2602;1234;85,00;;1.085,00\n26/11/26;CONTA DE LUZ ENEL;1235;;-60,00;1.025,00\n;;Total;85,00;-60,00;1.025,00\n`,
    ),
    ["2026-11-25|8500||MARIA SOUZA 2026-2602"],
  ],
]

/** A statement with two lines of its own, in the frame that all have. */
const mt = (lines: string, { currency = "EUR", opening = "1000,00", closing = "1025,00", more = "" } = {}) =>
  `:20:STARTUMS\n:25:50010517/1234567890\n:28C:11/1\n:60F:C261124${currency}${opening}\n${lines}\n:62F:C261125${currency}${closing}\n${more}`
const ofx = (
  lines: string,
  head = "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n",
  currency = "USD",
) =>
  `${head}<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>${currency}<BANKTRANLIST><DTSTART>20261101<DTEND>20261126${lines}</BANKTRANLIST><LEDGERBAL><BALAMT>1085.00<DTASOF>20261126</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const trn = (amount: string, name: string, memo: string, id = "1", day = "20261125120000[-5:EST]") =>
  `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<NAME>${name}<MEMO>${memo}</STMTTRN>`

const quicken: Case[] = [
  [
    "OFX of Brazil with a comma and accents",
    "BRL",
    latin(
      ofx(
        trn("1085,00", "PIX JOÃO", "Mensalidade 2026-3202", "1", "20261125") + trn("-60,00", "ENEL", "", "2"),
        undefined,
        "BRL",
      ),
    ),
    ["2026-11-25|108500|JOÃO|2026-3202"],
  ],
]

const pages: Case[] = [
  [
    "a page with names of letters, a comment, and text below its table",
    "EUR",
    "<html><body><table><tr><th>Datum</th><th>Betrag</th><th>Text</th></tr><!-- <tr><td>23.11.2026</td><td>99,00</td><td>old</td></tr> --><tr><td>25.11.2026</td><td>85,00 &euro;</td><td>M&uuml;&#xdf;ig 2026-3501</td></tr><tr><td>24.11.2026</td><td>&minus;60,00 &euro;</td><td>Miete</td></tr></table><p>Seite 1 von 1</p></body></html>",
    ["2026-11-25|8500||Müßig 2026-3501"],
  ],
]

test("what is below a page’s table is no part of its last cell", () => {
  const page =
    "<table><tr><th>Datum<th>Betrag<th>Text</tr><tr><td>25.11.2026<td>85,00<td>Kim &amp; Bo &unknown;</tr></table>Saldo 99"
  expect(read(new TextEncoder().encode(page), "EUR", "dmy").entries).toMatchObject([
    { amountMinor: 8500, reference: "Kim & Bo &unknown;" },
  ])
  for (const piece of ["<!--", "<tr><td", "&", "&#x", "<", "</td", "-->"])
    statementText(new TextEncoder().encode(`<table><tr><td>${piece.repeat(200_000 / piece.length)}`), "EUR")
})

const tried: Case[] = [
  [
    "a mark, CRLF and totals below",
    "USD",
    "\ufeffDate,Description,Credit,Debit\r\n11/25/2026,ROSSI 2026-5001,85.00,\r\n11/24/2026,RENT,,60.00\r\n,Total credits,85.00,\r\n,Total debits,,60.00\r\n",
    ["2026-11-25|8500||2026-5001"],
  ],
]

describe("credits of", () => {
  test.each([...cases, ...quicken, ...pages, ...tried])(
    "%s",
    (_, currency, text, came, left = [], outgoing = 1, unreadable = []) => {
      const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text
      const found = read(bytes, currency, usualIn(currency))
      const wanted = came.map((each) => each.split("|"))
      const told = found.entries.map((entry, index) => {
        const [, , payer = "", purpose = ""] = wanted[index] ?? []
        const isTold = purpose.split("+").every((word) => entry.reference.includes(word))
        return [
          entry.bookedOn,
          entry.amountMinor,
          entry.payerName.includes(payer) ? payer : entry.payerName,
          isTold ? purpose : entry.reference,
        ].join("|")
      })
      expect({
        came: told,
        left: found.left.map(({ reason, amountMinor }) => `${reason} ${amountMinor}`),
        outgoing: found.outgoing,
        unreadable: found.unreadable,
      }).toEqual({ came, left, outgoing, unreadable })
    },
  )
})

test("of any MT940 each line is taken, or named, and so is what its balances differ by", () => {
  const line = fc.record({
    minor: fc.integer({ min: 0, max: 900_000 }),
    sign: fc.constantFrom("C", "D", "RC", "RD"),
    isBroken: fc.boolean(),
    details: fc.string({ maxLength: 30 }).map((text) => text.replace(/[^\w /?+]/g, "")),
  })
  const written = (minor: number) => `${Math.floor(minor / 100)},${String(minor % 100).padStart(2, "0")}`
  inHistories(
    500,
    fc.array(line, { minLength: 1, maxLength: 12 }),
    fc.integer({ min: 0, max: 999 }),
    (lines, off) => {
      const valid = lines.filter(({ isBroken }) => !isBroken)
      fc.pre(valid.length > 0)
      const moved = valid.map(({ minor, sign }) => (sign === "C" || sign === "RD" ? minor : -minor))
      const sum = (all: number[]) => all.reduce((total, each) => total + each, 0)
      const opening = 20_000_000
      const text = mt(
        lines
          .map(
            ({ minor, sign, isBroken, details }) =>
              `:61:261125${isBroken ? "?" : "1125"}${sign}${written(minor)}NTRFNONREF\n:86:${details}`,
          )
          .join("\n"),
        { opening: written(opening), closing: written(opening + sum(moved) + off) },
      )
      const found = orFail(readMt940(text, "EUR"))
      const { entries, left, outgoing, unreadable, differenceMinor } = found
      expect(entries.length + left.length + outgoing + unreadable.length).toBe(lines.length)
      expect(sum([...entries, ...left].map(({ amountMinor }) => amountMinor))).toBe(
        sum(moved.filter((each) => each > 0)),
      )
      expect(differenceMinor).toBe(off)
    },
  )
})

test.each([
  ["cut off", "C261101EUR0,00", "", { balances: "missing", differenceMinor: 0 }],
  [
    "cut off within its balance",
    "C261101EUR0,00",
    ":62F:C26",
    { balances: "unreadable", differenceMinor: 0 },
  ],
  ["without an opening balance", undefined, ":62F:C261130EUR85,00", { balances: "unreadable" }],
  ["with blanks", "C261101 EUR 1000,00", ":62F:C261130 EUR 1085,00", { differenceMinor: 0 }],
  ["with points", "C261101EUR1.000,00", ":62F:C261130EUR1.085,00", { differenceMinor: 0 }],
  ["with points alone", "C261101EUR1.000.00", ":62F:C261130EUR1.085.00", { balances: "unreadable" }],
  ["whole", "C261101EUR0,00", ":62F:C261130EUR85,00\n:64:C261130EUR85,00", { differenceMinor: 0 }],
  [
    "of two statements, the first cut off",
    "C261101EUR0,00",
    ":20:B\n:60F:C261101EUR0,00\n:62F:C261130EUR0,00",
    { balances: "missing" },
  ],
])(
  "an MT940 %s says so",
  (_, opening, end, { differenceMinor = 0, balances }: { differenceMinor?: number; balances?: string }) => {
    const head = opening === undefined ? "" : `:60F:${opening}\n`
    const text = `:20:A\n:25:1\n:28C:1/1\n${head}:61:2611241124C85,00NTRFRef 5//B1\n:86:Kim\n${end}\n`
    const read = orFail(readMt940(text, "EUR"))
    expect(read.entries.map(({ amountMinor }) => amountMinor)).toEqual([8500])
    expect({ differenceMinor: read.differenceMinor, balances: read.balances }).toEqual({
      differenceMinor,
      balances,
    })
  },
)

test("a file that broke off within quotation marks says from which row on it isn’t read", () => {
  const text =
    'Date,Description,Amount\n11/25/2026,"ANNA ROSSI",85.00\n11/24/2026,"BEN\n11/23/2026,CY,70.00\n'
  const found = read(new Uint8Array(Buffer.from(text)), "USD", "mdy")
  expect(found.entries.map(({ amountMinor }) => amountMinor)).toEqual([8500])
  expect(found.notRead).toEqual([expect.stringContaining("row 3 is never closed")])
})
