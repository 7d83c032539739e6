import { describe, expect, test } from "vitest"
import { readCsv } from "~/utils/csv.server"
import { guessColumns } from "./bank-columns"
import { statementDelimiter, statementTable, statementText } from "./bank-headings"
import { type BankDateOrder, bankAmount } from "./bank-values"
import { readFormatHere, readRowsHere } from "./read-statement.server"
import { looksSame } from "./same-transfer.server"

// Files of banks as people download them, bytes first: what came in is taken, and what isn't taken is named.

function readBytes(bytes: Uint8Array, currency: string, usual: BankDateOrder) {
  const text = statementText(bytes, currency)
  const format = readFormatHere({ text, currency })
  if (format && !format.ok) return format.message
  const columns = () => guessColumns(statementTable(readCsv(text, statementDelimiter(text))), usual, currency)
  const { entries, left, outgoing, unreadable } =
    format ?? readRowsHere({ text, currency, columns: columns() })
  return {
    came: entries.map((entry) =>
      [entry.bookedOn, entry.amountMinor, entry.payerName, entry.reference].join("|"),
    ),
    left: left.map(({ reason, amountMinor }) => `${reason} ${amountMinor}`),
    outgoing,
    unreadable,
  }
}
const read = (text: string, currency = "EUR", usual: BankDateOrder = "dmy") =>
  readBytes(new TextEncoder().encode(text), currency, usual)

type Case = [bank: string, text: string, came: string[], left?: string[]]
const eur: Case[] = [
  [
    "the old Volksbank’s, whose last column has no heading",
    `"Volksbank eG"\n\n"Konto:";"123"\n\n"Buchungstag";"Valuta";"Auftraggeber/Zahlungsempfänger";"Vorgang/Verwendungszweck";"Währung";"Umsatz";" "\n"25.11.2026";"25.11.2026";"Jörg Müßig";"Gutschrift\nRechnung 2026-0304";"EUR";"85,00";"H"\n"24.11.2026";"24.11.2026";"Stadtwerke";"Strom";"EUR";"60,00";"S"\n\n"01.11.2026";;;"Anfangssaldo";"EUR";"1.000,00";"H"\n"26.11.2026";;;"Endsaldo";"EUR";"1.025,00";"H"\n`,
    ["2026-11-25|8500|Jörg Müßig|Gutschrift Rechnung 2026-0304"],
  ],
  [
    "comdirect’s, with an open row and the old balance below",
    `"Neuer Kontostand";"1.234,56 EUR";\n\n"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";\n"offen";"--";"Übertrag";"Auftraggeber: Bo Park 2026-0306";"45,00";\n"offen";"26.11.2026";"Übertrag";"Auftraggeber: Al Park 2026-0308";"46,00";\n"25.11.2026";"25.11.2026";"Übertrag";"Auftraggeber: Jörg Müßig 2026-0307";"85,00";\n"24.11.2026";"24.11.2026";"Lastschrift";"Stadtwerke Strom";"-60,00";\n\n"Alter Kontostand";"1.000,00 EUR";\n`,
    ["2026-11-25|8500||Auftraggeber: Jörg Müßig 2026-0307"],
    ["pending 4500", "pending 4600"],
  ],
  [
    "N26’s, with what was paid in another currency beside the euros",
    `"Date","Payee","Account number","Transaction type","Payment reference","Amount (EUR)","Amount (Foreign Currency)","Type Foreign Currency"\n"2026-11-25","Jörg Müßig","DE1","Income","2026-0308","85.0","",""\n"2026-11-24","Shop","","MasterCard Payment","","-60.0","-60.0","EUR"\n"2026-11-23","Anna Svensson","","Income","2026-0309","40.0","450.0","SEK"\n`,
    ["2026-11-25|8500|Jörg Müßig|2026-0308", "2026-11-23|4000|Anna Svensson|2026-0309"],
  ],
  [
    "BNP Paribas Fortis’s, with a refused row",
    `Volgnummer;Uitvoeringsdatum;Valutadatum;Bedrag;Valuta rekening;Tegenpartij;Naam van de tegenpartij;Mededeling;Status;Reden van weigering\n1;25/11/2026;25/11/2026;85,00;EUR;BE2;PEETERS JAN;2026-1002;Geaccepteerd;\n2;24/11/2026;24/11/2026;-60,00;EUR;BE3;ENGIE;energie;Geaccepteerd;\n3;23/11/2026;23/11/2026;10,00;EUR;BE2;X;y;Geweigerd;Onvoldoende saldo\n`,
    ["2026-11-25|8500|PEETERS JAN|2026-1002"],
    ["failed 1000"],
  ],
  [
    "Fineco’s, with an authorized row",
    `Data_Operazione;Data_Valuta;Entrate;Uscite;Descrizione;Descrizione_Completa;Stato\n25/11/2026;25/11/2026;85,00;;SEPA Credit Transfer;Ord: ROSSI GIULIA Info: 2026-0802;Contabilizzato\n24/11/2026;24/11/2026;;-60,00;SEPA Direct Debit;ENEL;Contabilizzato\n26/11/2026;;45,00;;Bonifico;VERDI;Autorizzato\n`,
    ["2026-11-25|8500||SEPA Credit Transfer Ord: ROSSI GIULIA Info: 2026-0802"],
    ["pending 4500"],
  ],
  [
    "Intesa’s, with totals below",
    "Data contabile;Data valuta;Descrizione;Accrediti;Addebiti;Descrizione estesa\n25/11/2026;25/11/2026;Bonifico;1.085,00;;BONIFICO DA ROSSI 2026-0801\n24/11/2026;24/11/2026;Addebito;;-60,00;ENEL\nTotale;;;1.085,00;-60,00;\n",
    ["2026-11-25|108500||Bonifico BONIFICO DA ROSSI 2026-0801"],
  ],
  [
    "CaixaBank’s, whose second text has the number",
    "Fecha;Fecha valor;Movimiento;Más datos;Importe;Saldo\n25 nov 2026;25 nov 2026;TRANSF. A SU FAVOR;GARCIA MARIA 2026-0702;1.085,00EUR;2.085,00EUR\n24 nov 2026;24 nov 2026;RECIBO;LUZ;−60,00EUR;1.000,00EUR\n",
    ["2026-11-25|108500||TRANSF. A SU FAVOR GARCIA MARIA 2026-0702"],
  ],
  [
    "BNP Paribas’s without headings, under a line with a day and a balance",
    "Compte de chèques;Compte de chèques;****1234;25/11/2026;;1 085,00\n25/11/2026;VIREMENT RECU;VIREMENT SEPA;DUPONT MARIE 2026-0601;85,00\n24/11/2026;PRELEVEMENT;PRLV SEPA;EDF;-60,00\n",
    ["2026-11-25|8500||VIREMENT RECU VIREMENT SEPA DUPONT MARIE 2026-0601"],
  ],
  [
    "ABN Amro’s without headings, with two balances before the amount",
    "123456789\tEUR\t20261125\t1000,00\t1085,00\t20261125\t85,00\tF BAKKER factuur 2026-0901\n123456789\tEUR\t20261124\t1060,00\t1000,00\t20261124\t-60,00\tENECO\n",
    ["2026-11-25|8500||F BAKKER factuur 2026-0901"],
  ],
  [
    "ASN’s without headings, with the balance before the amount",
    "25-11-2026,NL00ASNB,NL11RABO,F Bakker,EUR,1000.00,EUR,85.00,25-11-2026,9722,OVB,'factuur 2026-0902',1\n24-11-2026,NL00ASNB,NL22ABNA,Eneco,EUR,1060.00,EUR,-60.00,24-11-2026,9722,INC,'energie',1\n",
    ["2026-11-25|8500||F Bakker factuur 2026-0902"],
  ],
  [
    "Knab’s and Kontist’s, with the payer under other names",
    "Rekeningnummer;Transactiedatum;Valutacode;CreditDebet;Bedrag;Tegenrekeningnummer;Tegenrekeninghouder;Omschrijving\nNL1;25-11-2026;EUR;C;1085,00;NL2;F Bakker;2026-0904\nNL1;24-11-2026;EUR;D;60,00;NL3;Eneco;energie\n",
    ["2026-11-25|108500|F Bakker|2026-0904"],
  ],
]
const others: [currency: string, ...Case][] = [
  [
    "CHF",
    "UBS’s, whose collected credits have their parts below",
    'Kontonummer:;0230;\nSchlusssaldo:;1025.00;\n\nAbschlussdatum;Buchungsdatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Beschreibung1;Beschreibung2;Beschreibung3;\n2026-11-25;2026-11-25;CHF;;1\'085.00;;2085.00;"Meier, Hans";Gutschrift;2026-0501;\n2026-11-24;2026-11-24;CHF;-60.00;;;1000.00;EWZ;Zahlung;Strom;\n2026-11-20;2026-11-20;CHF;;130.00;;1060.00;Sammelgutschrift;;;\n;;CHF;;;60.00;;"Meier, Rita";;2026-0502;\n;;CHF;;;70.00;;"Koch, Max";;2026-0503;\n2026-11-19;2026-11-19;CHF;;90.00;;1060.00;Sammelgutschrift;;;\n;;CHF;;;50.00;;"Meier, Rita";;2026-0504;\n',
    [
      "2026-11-25|108500||Meier, Hans Gutschrift 2026-0501",
      "2026-11-20|6000||Meier, Rita 2026-0502",
      "2026-11-20|7000||Koch, Max 2026-0503",
      "2026-11-19|9000||Sammelgutschrift Meier, Rita 2026-0504",
    ],
  ],
  [
    "CHF",
    "Raiffeisen’s, and PostFinance’s words below it",
    "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\nCH0;2026-11-25 00:00:00.0;Meier 2026-0508;1’085.00;2085;2026-11-25 00:00:00.0\nCH0;2026-11-24 00:00:00.0;EWZ;-60;1000;2026-11-24 00:00:00.0\n\nDisclaimer:\nDer Inhalt wurde 2026 durch Filter generiert.\n",
    ["2026-11-25|108500||Meier 2026-0508"],
  ],
  [
    "PLN",
    "PKO’s, whose text goes on in columns without a heading",
    '"Data operacji","Typ transakcji","Kwota","Waluta","Opis transakcji","","",""\n"2026-11-25","Przelew","+185.00","PLN","Rachunek: 11","Nazwa nadawcy: JAN KOWALSKI","Tytuł: faktura 2026-1101",""\n"2026-11-24","Karta","-60.00","PLN","Tytuł: 1","x","",""\n',
    ["2026-11-25|18500||Rachunek: 11 Nazwa nadawcy: JAN KOWALSKI Tytuł: faktura 2026-1101"],
  ],
  [
    "CZK",
    "Komerční banka’s, with the payer’s variable symbol",
    '"Datum splatnosti";"Název protiúčtu";"Částka";"Originální částka";"Originální měna";"VS";"KS";"Popis pro příjemce"\n"25.11.2026";"NOVÁK JAN";"1085,00";;;"20261603";"0";""\n"24.11.2026";"ČEZ";"-60,00";;;"0";"0";""\n',
    ["2026-11-25|108500|NOVÁK JAN|20261603"],
  ],
  [
    "GBP",
    "NatWest’s, whose amount is a value and whose text has a spreadsheet’s sign",
    `Date, Type, Description, Value, Balance, Account Name\n25 Nov 2026,BAC,"'PATEL R , 2026-0203",85.00,1085.00,"'MUSIC SCHOOL"\n24 Nov 2026,D/D,"'BRITISH GAS",-60.00,1000.00,"'MUSIC SCHOOL"\n`,
    ["2026-11-25|8500||PATEL R , 2026-0203"],
  ],
  [
    "GBP",
    "Santander’s, whose facts are below each other",
    "From:\u00a001/11/2026\u00a0to\u00a026/11/2026\n\nAccount:\u00a01234\n\nDate:\u00a025/11/2026\nDescription:\u00a0REF.2026-0204 FROM PATEL R\nAmount:\u00a085.00\u00a0\nBalance:\u00a01085.00\n\nDate:\u00a024/11/2026\nDescription:\u00a0BRITISH GAS\nAmount:\u00a0-60.00\u00a0\nBalance:\u00a01000.00\n",
    ["2026-11-25|8500||REF.2026-0204 FROM PATEL R"],
  ],
  [
    "CAD",
    "Desjardins’s without headings, with the number of the account before all amounts",
    '"CAISSE X","123456","EOP","2026/11/25","00001","L TREMBLAY 2026-1705","","","75.00","","1075.00"\n"CAISSE X","123456","EOP","2026/11/24","00002","HYDRO","","60.00","","","1000.00"\n',
    ["2026-11-25|7500||L TREMBLAY 2026-1705"],
  ],
]

describe("a bank’s CSV is taken to the cent:", () => {
  const all = [...eur.map((each): (typeof others)[number] => ["EUR", ...each]), ...others]
  test.each(all)("%s, %s", (currency, _bank, text, came, left) => {
    expect(read(text, currency)).toEqual({ came, left: left ?? [], outgoing: 1, unreadable: [] })
  })

  test.each([
    ["Insättning", "Uttag"],
    ["Indbetaling", "Udbetaling"],
    ["Innbetaling", "Utbetaling"],
    ["Jóváírás", "Terhelés"],
    ["Příjmy", "Výdaje"],
    ["Ingresos", "Gastos"],
    ["Importe abono", "Importe cargo"],
    ["Recettes", "Dépenses"],
    ["Montant crédit", "Montant débit"],
    ["Kredit", "Debet"],
    ["Tilille", "Tililtä"],
    ["Inkomsten", "Uitgaven"],
    ["Zugänge", "Abgänge"],
    ["Gutschriften", "Belastungen"],
    ["Betrag Haben", "Betrag Soll"],
    ["Amount Credit", "Amount Debit"],
    ["Credits", "Debits"],
    ["Paid in (EUR)", "Paid out (EUR)"],
    ["In", "Out"],
  ])("money in is the column %s beside %s", (into, out) => {
    const text = `Date;Description;${out};${into};Balance\n25.11.2026;2026-1;;85,00;1085,00\n24.11.2026;Rent;60,00;;1000,00\n`
    expect(read(text)).toEqual({ came: ["2026-11-25|8500||2026-1"], left: [], outgoing: 1, unreadable: [] })
  })

  test("one with both in a column, and one that names what is pending in a line above it", () => {
    const swedish =
      "Datum;Text;Insättning/Uttag;Saldo\n2026-11-25;Anna 2026-1;1 085,00;2 085,00\n2026-11-24;Hyra;-60,00;1 000,00\n"
    expect(read(swedish, "SEK")).toMatchObject({ came: ["2026-11-25|108500||Anna 2026-1"], outgoing: 1 })
    const sections =
      "Date,Description,Amount\nPending Transactions,,\n11/26/2026,BO,40.00\nPosted Transactions,,\n11/25/2026,ANN 2026-10,85.00\n"
    expect(read(sections, "USD", "mdy")).toEqual({
      came: ["2026-11-25|8500||ANN 2026-10"],
      left: ["pending 4000"],
      outgoing: 0,
      unreadable: [],
    })
  })

  test("Wise’s, with what was sent beside what arrived, and Triodos’s, whose word says the direction", () => {
    const wise =
      "ID,Status,Direction,Created on,Source name,Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency,Reference\n1,COMPLETED,IN,2026-11-25 10:00:00,Ann Lee,100.00,EUR,School,85.00,GBP,2026-13\n2,COMPLETED,OUT,2026-11-24 10:00:00,School,60.00,GBP,Landlord,60.00,GBP,Rent\n3,CANCELLED,IN,2026-11-23 10:00:00,Bo,10.00,GBP,School,10.00,GBP,x\n"
    expect(read(wise, "GBP")).toEqual({
      came: ["2026-11-25|8500|Ann Lee|2026-13"],
      left: ["failed 1000"],
      outgoing: 1,
      unreadable: [],
    })
    const triodos =
      '"25-11-2026","NL1TRIO","85,00","Credit","F Bakker","OV","factuur 2026-6","1.085,00"\n"24-11-2026","NL1TRIO","60,00","Debet","Eneco","IC","energie","1.000,00"\n'
    expect(read(triodos)).toMatchObject({ came: ["2026-11-25|8500||F Bakker factuur 2026-6"], outgoing: 1 })
  })

  test("an American one with the balance within the table", () => {
    const text =
      'Date,Description,Amount,Running Bal.\n11/01/2026,Beginning balance as of 11/01/2026,,"2,450.10"\n11/03/2026,ANA DIAZ 2026-0101,"1,200.00","3,650.10"\n11/06/2026,RENT,($215.30),"3,434.80"\nTotal,,"984.70",\n'
    expect(read(text, "USD", "mdy")).toMatchObject({
      came: ["2026-11-03|120000||ANA DIAZ 2026-0101"],
      outgoing: 1,
      unreadable: [],
    })
  })

  test("what a payer writes of a balance is theirs, and a row that can’t be read is named", () => {
    const text =
      "Date,Name,Description,Amount\n11/03/2026,Ana Diaz,Closing balance,50.00\n11/04/2026,,Balance,40.00\n?,Ana Diaz,2026-0102,30.00\n"
    expect(read(text, "USD", "mdy")).toMatchObject({
      came: ["2026-11-03|5000|Ana Diaz|Closing balance", "2026-11-04|4000||Balance"],
      unreadable: [4],
    })
  })

  test("in Windows-1250, as banks of central Europe write", () => {
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"))
    const czech =
      "datum za\xfa\xe8tov\xe1n\xed;n\xe1zev protistrany;\xe8\xe1stka;popis\n25.11.2026;Nov\xe1k Ji\xf8\xed;85,00;2026-1602\n"
    for (const currency of ["CZK", "EUR"])
      expect(readBytes(bytes(czech), currency, "dmy")).toMatchObject({
        came: ["2026-11-25|8500|Novák Jiří|2026-1602"],
      })
    const french = "Date;Libell\xe9;D\xe9bit;Cr\xe9dit\n25/11/2026;Fran\xe7oise 2026-1;;85,00\n"
    expect(readBytes(bytes(french), "EUR", "dmy")).toMatchObject({
      came: ["2026-11-25|8500||Françoise 2026-1"],
    })
  })

  test("of one row without headings and with a balance, a person chooses the amount", () => {
    const table = statementTable(readCsv('25/11/2026,85.00,"J SMITH 2026-1801",1085.00\n', ","))
    expect(guessColumns(table).amount).toBeNull()
    expect(bankAmount("85.00")).toBe(8500)
  })
})

describe("MT940", () => {
  const statement = (lines: string, closing = "1085,00") =>
    `:20:X\n:25:1\n:28C:1/1\n:60F:C261124EUR1000,00\n${lines}\n:62F:C261125EUR${closing}\n`
  const line = ":61:2611251125C85,00NTRFNONREF//B1\n:86:PATEL 2026-1"

  test.each([
    ["without a day of entry", statement(":61:261125C85,NTRFNONREF\n:86:PATEL 2026-1")],
    [
      "under lines of the bank",
      `ABNANL2A\r\n940\r\nABNANL2A\r\n${statement(line).replaceAll("\n", "\r\n")}-\r\n`,
    ],
    ["under a field of its own", `:940:\n${statement(line)}`],
    ["with fields that not every bank has", statement(line).replace(":60F", ":13D:2611250810+0100\n:60F")],
    ["in blocks", `{1:F01INGBNL2A}\n{2:I940}\n{4:\n${statement(line)}-}\n`],
  ])("is read %s", (_, text) => {
    expect(read(text)).toEqual({
      came: ["2026-11-25|8500||PATEL 2026-1"],
      left: [],
      outgoing: 0,
      unreadable: [],
    })
  })

  test("is a transfer of ours that came back by a German bank’s number, not by a house’s", () => {
    const came = (details: string) => read(statement(line.replace("PATEL 2026-1", details)))
    expect(came("159 Main St, invoice 12")).toMatchObject({
      came: ["2026-11-25|8500||159 Main St, invoice 12"],
    })
    for (const sign of ["?", "^", "\n?"])
      expect(came(`159${sign}00RETOURE${sign.trim()}20faktura`)).toMatchObject({
        came: [],
        left: ["returned 8500"],
      })
  })

  test("knows the year of an entry’s day around New Year", () => {
    const lines = ":61:2612310102C85,00NTRFA\n:86:after\n:61:2701021231C10,00NTRFB\n:86:before"
    expect(read(statement(lines, "1095,00"))).toMatchObject({
      came: ["2027-01-02|8500||after", "2026-12-31|1000||before"],
    })
  })

  test("has a purpose with another sign between its parts, and one that is longer than the standard allows", () => {
    const polish = line.replace("PATEL 2026-1", "034^00PRZELEW^20faktura 2026-^210001^32JAN ^33KOWALSKI")
    expect(read(statement(polish))).toMatchObject({
      came: ["2026-11-25|8500|JAN KOWALSKI|faktura 2026-0001"],
    })
    const long = line.replace("PATEL", `${`${"a".repeat(65)}\n`.repeat(6)}PATEL`)
    expect(read(statement(long))).toMatchObject({ came: [expect.stringMatching(/PATEL 2026-1$/)] })
  })

  test("of a day that isn’t over is named", () => {
    expect(read(`:20:X\n:25:1\n:28C:1\n:34F:EURD0,\n${line}\n:90C:1EUR85,\n`)).toContain("MT942 file")
  })
})

describe("OFX", () => {
  const file = (inside: string, account = "STMTRS") =>
    `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><${account}><CURDEF>USD<BANKTRANLIST>${inside}</BANKTRANLIST></${account}></STMTTRNRS></BANKMSGSRSV1></OFX>`
  const line = (name: string, memo: string) =>
    `<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>20261125233000.000[-5:EST]\n<TRNAMT>+1,085.00\n<FITID>F1\n<CHECKNUM>\n<NAME>${name}\n<MEMO>${memo}\n</STMTTRN>\n`

  test.each([
    ["tags without a value", "ANN", "", "ANN|"],
    ["signs of the language in a text", "ANN < BOB & CO", "2026-1", "ANN < BOB & CO|2026-1"],
    ["characters by name and number", "ANN &amp; BOB&apos;S", "J&nbsp;2026-&#49;", "ANN & BOB'S|J 2026-1"],
  ])("is read with %s", (_, name, memo, told) => {
    expect(read(file(line(name, memo)), "USD")).toMatchObject({ came: [`2026-11-25|108500|${told}`] })
  })

  test.each([
    ["+50.000", "5000"],
    ["50,000", "5000"],
    ["50.0000", "5000"],
  ])("never separates thousands: %s", (amount, minor) => {
    const text = file(line("ANN", "1").replace("+1,085.00", amount))
    expect(read(text, "USD")).toMatchObject({ came: [`2026-11-25|${minor}|ANN|1`] })
  })

  test("of an account of any kind is read, and a file without one is named", () => {
    expect(read(file(line("ANN", "1"), "INVSTMTRS"), "USD")).toMatchObject({
      came: ["2026-11-25|108500|ANN|1"],
    })
    expect(read("<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>", "USD")).toContain("can’t be read")
  })
})

describe("CAMT", () => {
  const file = (details: string) =>
    `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">130.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-25</Dt></BookgDt><NtryDtls>${details}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`

  test("says who paid and what for where its usual fields are empty", () => {
    const ultimate =
      "<TxDtls><Refs><EndToEndId>2026-0009</EndToEndId></Refs><RltdPties><UltmtDbtr><Nm>Opa</Nm></UltmtDbtr></RltdPties></TxDtls>"
    expect(read(file(ultimate))).toMatchObject({ came: ["2026-11-25|13000|Opa|2026-0009"] })
    expect(read(file(ultimate.replace("2026-0009", "NOTPROVIDED")))).toMatchObject({
      came: ["2026-11-25|13000|Opa|"],
    })
  })

  test("is split by the instructed amounts where its parts have no others and they add up", () => {
    const part = (amount: string, text: string) =>
      `<TxDtls><AmtDtls><InstdAmt><Amt Ccy="EUR">${amount}</Amt></InstdAmt></AmtDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`
    expect(read(file(part("60.00", "a") + part("70.00", "b")))).toMatchObject({
      came: ["2026-11-25|6000||a", "2026-11-25|7000||b"],
    })
    expect(read(file(part("60.00", "a") + part("72.00", "b")))).toMatchObject({
      came: ["2026-11-25|13000||a b"],
    })
  })
})

test("a transfer whose text the bank changed from one file to the next may be the same", () => {
  const one = {
    bookedOn: "2026-11-25",
    amountMinor: 8500,
    payerName: "ANN LEE",
    reference: "Pending",
    bankReference: "F1",
  }
  expect(looksSame(one, { ...one, reference: "ZELLE 2026-1" })).toBe(true)
  expect(looksSame(one, { ...one, payerName: "BO PARK", reference: "ZELLE 2026-2" })).toBe(false)
  expect(looksSame(one, { ...one, bankReference: "F2" })).toBe(false)
})

describe("a column of currencies", () => {
  const head = "Datum;Text;Betrag;Währung\n25.11.2026;Bakker 2026-0003;85,00;"
  test.each([
    ["small letters", "eur", "usd", "currency 4000"],
    ["signs", "€", "$", "currency 4000"],
    ["words", "Euro", "CHF", "currency 4000"],
  ])("in %s leaves other currencies out", (_, ours, theirs, left) => {
    expect(read(`${head}${ours}\n24.11.2026;Smit 2026-0004;40,00;${theirs}\n`)).toEqual({
      came: ["2026-11-25|8500||Bakker 2026-0003"],
      left: [left],
      outgoing: 0,
      unreadable: [],
    })
  })

  test("names the row whose currency no one knows", () => {
    expect(read(`${head}EUR\n24.11.2026;Smit 2026-0004;40,00;Bitcoin\n`)).toMatchObject({
      came: ["2026-11-25|8500||Bakker 2026-0003"],
      unreadable: [3],
    })
  })

  test("of a school’s own dollars or crowns has its sign", () => {
    const text = "Dato;Tekst;Beløb;Valuta\n25.11.2026;Holm 2026-0003;85,00;kr.\n"
    expect(read(text, "DKK")).toMatchObject({ came: ["2026-11-25|8500||Holm 2026-0003"] })
    expect(read(text, "EUR")).toMatchObject({ came: [], left: ["currency 8500"] })
  })
})

test("a balance alone in its row is no transfer that can’t be read", () => {
  const text =
    ",ID,Datetime,Type,Status,Note,From,To,Amount (total),Beginning Balance,Ending Balance\n,,,,,,,,,$100.00,\n,3999,2026-11-25T10:00:00,Payment,Complete,Piano 2026-0003,Simran Kaur,School,+ $85.00,,\n,,,,,,,,,,$185.00\n"
  expect(read(text, "USD", "mdy")).toEqual({
    came: ["2026-11-25|8500|Simran Kaur|Piano 2026-0003"],
    left: [],
    outgoing: 0,
    unreadable: [],
  })
})

test("words that every object has, such as constructor, are words in a bank file, too", () => {
  const { came, left } = read(
    `Date;Payee;Purpose;Amount;Currency\n25.11.2026;Constructor;__proto__;85,00;EUR\n24.11.2026;toString;valueOf;40,00;EUR\n`,
  ) as { came: string[]; left: string[] }
  expect([came, left]).toEqual([
    ["2026-11-25|8500|Constructor|__proto__", "2026-11-24|4000|toString|valueOf"],
    [],
  ])
})
