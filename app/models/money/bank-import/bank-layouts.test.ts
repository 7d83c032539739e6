import { describe, expect, test } from "vitest"
import { readCsv } from "~/utils/csv.server"
import { guessColumns, readByColumns } from "./bank-columns"
import { statementDelimiter, statementTable } from "./bank-headings"
import { type BankDateOrder, bankAmount } from "./bank-values"

// The layouts in which banks offer their statements, as their files begin.

function read(text: string, usual: BankDateOrder = "dmy") {
  const table = statementTable(readCsv(text, statementDelimiter(text)))
  const columns = guessColumns(table, usual)
  const { entries, unreadable, outgoing } = readByColumns(table, columns, "EUR")
  return {
    columns,
    unreadable,
    outgoing,
    came: entries.map(({ bookedOn, amountMinor, payerName, reference }) =>
      [bookedOn, amountMinor, payerName, reference].join("|"),
    ),
  }
}

describe("a bank’s CSV is read as it is", () => {
  test("with lines about the account above its headings", () => {
    const dkb = `"Girokonto";"DE12345"
""
"Kontostand vom 04.12.2026:";"1.234,56 €"
""
"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID"
"03.12.26";"03.12.26";"Gebucht";"Alma Rossi";"Harmony";"2026-0260";"Eingang";"DE1";"268,50";""
"02.12.26";"02.12.26";"Gebucht";"Harmony";"Vermieter";"Miete";"Ausgang";"DE2";"-900";""
`
    expect(read(dkb)).toMatchObject({
      came: ["2026-12-03|26850|Alma Rossi|2026-0260"],
      outgoing: 1,
      unreadable: [],
    })
    const american = `Description,,Summary Amt.
Beginning balance as of 12/01/2026,,"1,000.00"
Total credits,,"1,320.00"

Date,Description,Amount,Running Bal.
12/02/2026,"Zelle payment from VERA AHMED for 2026-0247",135.00,"1,135.00"
12/03/2026,"PURCHASE",-15.00,"1,120.00"
`
    expect(read(american, "mdy")).toMatchObject({
      came: ["2026-12-02|13500||Zelle payment from VERA AHMED for 2026-0247"],
      outgoing: 1,
    })
    const unknownWords = "Konto 1\nPäivä;Määrä;Viesti\n3.12.2026;20,00;2026-0001\n"
    const table = statementTable(readCsv(unknownWords, statementDelimiter(unknownWords)))
    expect(table).toMatchObject({ headers: ["Päivä", "Määrä", "Viesti"], rows: [{ rowNumber: 3 }] })
  })

  test("with the student’s name in two columns beside the payer’s", () => {
    const list = `Date,Student first name,Student last name,Payer first name,Payer last name,Description,Amount
12/02/2026,Milo,Okafor,Mateo,Adeyemi,2026-0042,85.00
12/03/2026,Freya,Lund,Astrid,Lund,2026-0043,42.50
`
    expect(read(list, "mdy").came).toEqual([
      "2026-12-02|8500|Mateo Adeyemi|2026-0042",
      "2026-12-03|4250|Astrid Lund|2026-0043",
    ])
  })

  test("without headings, and then its first row is no heading", () => {
    const wells = `"12/03/2026","135.00","*","","ZELLE FROM SILVA N 2026-0257"
"12/02/2026","-20.00","*","","FEE"
`
    const { columns, came, outgoing } = read(wells, "mdy")
    expect(columns).toMatchObject({ date: "Column 1", amount: "Column 2", dateOrder: "mdy" })
    expect(came).toEqual(["2026-12-03|13500||ZELLE FROM SILVA N 2026-0257"])
    expect(outgoing).toBe(1)
  })

  test("and then the balance tells which of two columns is money in", () => {
    const canadian = `11/25/2026,E-TRANSFER L TREMBLAY 2026-0001,,75.00,1075.00
11/24/2026,HYDRO ONE,60.00,,1000.00
`
    expect(read(canadian, "mdy")).toMatchObject({
      came: ["2026-11-25|7500||E-TRANSFER L TREMBLAY 2026-0001"],
      outgoing: 1,
    })
    expect(read("11/25/2026,A,,75.00\n11/24/2026,B,60.00,\n", "mdy").columns.amount).toBeNull()
  })

  test("under lines about the file that sound like headings", () => {
    const ing = `Umsatzanzeige;Datei erstellt am: 26.11.2026 08:12
;Letztes Update: aktuell

Kontoname;Girokonto
Zeitraum;01.11.2026 - 26.11.2026
Saldo;1.234,56;EUR

Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung
25.11.2026;25.11.2026;Lena Maier;Gutschrift;Rechnung 2026-0003;1.234,56;EUR;85,00;EUR
24.11.2026;24.11.2026;Stadtwerke;Lastschrift;Strom;1.149,56;EUR;-120,00;EUR
`
    expect(read(ing)).toMatchObject({
      came: ["2026-11-25|8500|Lena Maier|Rechnung 2026-0003"],
      outgoing: 1,
      unreadable: [],
    })
  })

  test("with signs before its headings, an account beside the payer’s name, and purposes under other names", () => {
    const polish = `#Data operacji;#Opis operacji;#Tytuł;#Nadawca/Odbiorca;#Numer konta;#Kwota;#Saldo po operacji;
2026-11-25;PRZELEW;"FAKTURA 2026-0004";"JAN KOWALSKI";'123';1 250,00;5 000,00;
`
    expect(read(polish).came).toEqual(["2026-11-25|125000|JAN KOWALSKI|PRZELEW FAKTURA 2026-0004"])
    const belgian = `Rekeningnummer;Rubrieknaam;Naam;Munt;Datum;Omschrijving;Bedrag;credit;debet;rekeningnummer tegenpartij;Naam tegenpartij;Vrije mededeling
BE00;;Harmony;EUR;25/11/2026;OVERSCHRIJVING VAN;85,00;85,00;;BE11;PEETERS JAN;factuur 2026-0009
`
    expect(read(belgian).came).toEqual(["2026-11-25|8500|PEETERS JAN|OVERSCHRIJVING VAN factuur 2026-0009"])
    const indian = `Date     ,Narration                ,Debit Amount       ,Credit Amount       ,Chq/Ref Number   ,Closing Balance
25/11/26 ,UPI-ANIL KUMAR-2026-0009 ,           0.00 ,        1500.00 ,0000123 ,     25000.00
`
    expect(read(indian).came).toEqual(["2026-11-25|150000||UPI-ANIL KUMAR-2026-0009"])
    const newZealand = `Bank 12; Account 0123456-50
Date,Unique Id,Tran Type,Payee,Memo,Amount

2026/11/25,2026112501,D/C,"J SMITH","2026-0009",75.00
`
    expect(read(newZealand).came).toEqual(["2026-11-25|7500|J SMITH|2026-0009"])
  })

  test("with days that a spreadsheet has made numbers of", () => {
    expect(read("Date,Amount,Description\n46351,85.00,2026-0003\n").came).toEqual([
      "2026-11-25|8500||2026-0003",
    ])
  })

  test("with in and out in a column of their own, so that rent isn’t a payment", () => {
    const dutch = `"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen"
"20261203";"Alma Rossi";"NL1";"NL2";"OV";"Bij";"268,50";"Overschrijving";"Factuur 2026-0260"
"20261202";"Huur BV";"NL1";"NL3";"OV";"Af";"900,00";"Overschrijving";"Huur december"
`
    expect(read(dutch)).toMatchObject({
      came: ["2026-12-03|26850|Alma Rossi|Factuur 2026-0260"],
      outgoing: 1,
    })
    const letters = "Date;Amount;S/H;Text\n01.12.2026;10,00;H;a\n02.12.2026;20,00;S;b\n"
    expect(read(letters)).toMatchObject({ came: ["2026-12-01|1000||a"], outgoing: 1 })
    // A code of one letter that every row has says nothing.
    const codes = "Date;Amount;Code;Text\n01.12.2026;10,00;D;a\n02.12.2026;20,00;D;b\n"
    expect(read(codes).came).toHaveLength(2)
  })

  test("with money in and money out in two columns", () => {
    const two = `Date,Description,Debit,Credit,Balance
2026-12-01,Office supplies,45.00,,900.00
2026-12-02,ZOE NOVAK invoice 2026-0262,,171.00,1071.00
`
    expect(read(two)).toMatchObject({
      came: ["2026-12-02|17100||ZOE NOVAK invoice 2026-0262"],
      outgoing: 1,
      unreadable: [],
    })
  })

  test("the purpose is taken before the kind of booking", () => {
    const headers = `"Auftragskonto";"Buchungstag";"Buchungstext";"Verwendungszweck";"Kundenreferenz (End-to-End)";"Beguenstigter/Zahlungspflichtiger";"Betrag"`
    expect(
      read(`${headers}\n"DE1";"04.12.26";"GUTSCHRIFT";"2026-0262";"";"Zoë Groß";"1.171,00"\n`).came,
    ).toEqual(["2026-12-04|117100|Zoë Groß|2026-0262"])
    const chase =
      "Details,Posting Date,Description,Amount,Type,Balance\nCREDIT,12/04/2026,ZELLE 2026-0199,179.00,ACH,5000.00\n"
    expect(read(chase, "mdy").came).toEqual(["2026-12-04|17900||ZELLE 2026-0199"])
  })
})

describe("the columns beside the amount", () => {
  test("the currency is the amount’s, not the one that was paid elsewhere", () => {
    const business = `Date started (UTC),Date completed (UTC),Type,State,Description,Reference,Payer,Orig currency,Orig amount,Payment currency,Amount,Fee,Fee currency
2026-11-24,2026-11-25,TOPUP,COMPLETED,Money added from ALMA ROSSI,2026-0260,,GBP,40.00,EUR,45.00,0.00,EUR
2026-11-26,,TOPUP,PENDING,Money added from BO PARK,2026-0261,,EUR,30.00,EUR,30.00,0.00,EUR
`
    expect(read(business).came).toEqual(["2026-11-25|4500||Money added from ALMA ROSSI 2026-0260"])
    const original = `"Booking Date","Partner Name","Payment Reference","Amount (EUR)","Original Amount","Original Currency"
2026-11-25,"Bo Park",2026-0261,45.00,40.00,GBP
`
    expect(read(original).came).toEqual(["2026-11-25|4500|Bo Park|2026-0261"])
  })

  test("a payer is a name, never the number of an account or the holder of a card", () => {
    const danish =
      "Bogføringsdato;Beløb;Afsender;Navn;Beskrivelse\n25/11/2026;450,00;1234 567;Alma Rossi;MobilePay 2026-0260\n"
    expect(read(danish).came).toEqual(["2026-11-25|45000|Alma Rossi|MobilePay 2026-0260"])
    const dutch = `"Date";"Amount";"Account";"Counterparty";"Name";"Description"
"2026-11-25";"45.00";"NL1";"NL22";"Alma Rossi";"2026-0260"
`
    expect(read(dutch).came).toEqual(["2026-11-25|4500|Alma Rossi|2026-0260"])
    const card =
      "Date,Description,Amount,Reference,Name On Card\n11-25-2026,Alma Rossi,45.00,2026-0260,Ruth\n"
    expect(read(card, "mdy").came).toEqual(["2026-11-25|4500||Alma Rossi 2026-0260"])
  })

  test("the purpose is a column that has something, and what is written beside it where no column has the payer", () => {
    const notes =
      "Date,Counter Party,Reference,Type,Amount,Notes\n25/11/2026,Alma Rossi,2026-0260,FASTER PAYMENT,45.00,\n"
    expect(read(notes).came).toEqual(["2026-11-25|4500|Alma Rossi|2026-0260"])
    const swiss = `"Datum";"Buchungstext";"Belastung CHF";"Gutschrift EUR";"Zahlungszweck"
"25.11.2026";"Gutschrift Auftraggeber: Alma Rossi";"";"45.00";"2026-0260"
`
    expect(read(swiss).came).toEqual(["2026-11-25|4500||2026-0260 Gutschrift Auftraggeber: Alma Rossi"])
    const french = `dateOp;dateVal;label;category;amount;accountNum
2026-11-25;2026-11-25;"VIR ALMA ROSSI 2026-0260";"Virements reçus";45,00;123
`
    expect(read(french).came).toEqual(["2026-11-25|4500||VIR ALMA ROSSI 2026-0260"])
  })

  test("money in is called “In”, “Inn” or “Encaissement” as well", () => {
    for (const [into, out] of [
      ["Inn", "Ut"],
      ["In", "Out"],
      ["Ind", "Ud"],
      ["Encaissement", "Décaissement"],
      ["Eingang", "Ausgang"],
    ])
      expect(
        read(`Dato;Beskrivelse;${into};${out}\n25.11.2026;Alma 2026-0260;45,00;\n24.11.2026;Rent;;12,00\n`),
        into,
      ).toMatchObject({ came: ["2026-11-25|4500||Alma 2026-0260"], outgoing: 1, unreadable: [] })
  })

  test("a row that says where its day would be that it isn’t booked is pending", () => {
    const text =
      "Bogføringsdato;Beløb;Navn;Beskrivelse\n25/11/2026;450,00;Alma Rossi;2026-0260\nReserveret;300,00;Bo Park;2026-0261\nReserveret;-12,00;;Kort\n"
    const table = statementTable(readCsv(text, statementDelimiter(text)))
    expect(readByColumns(table, guessColumns(table), "EUR")).toMatchObject({
      entries: [{ amountMinor: 45_000 }],
      left: [{ reason: "pending", amountMinor: 30_000 }],
      outgoing: 1,
      unreadable: [],
    })
  })
})

test("days that fit either order are read as the school writes its own", () => {
  const text = "Date,Amount\n12/04/2026,1.00\n12/03/2026,2.00\n"
  expect(read(text, "mdy").columns.dateOrder).toBe("mdy")
  expect(read(text, "dmy").columns.dateOrder).toBe("dmy")
  expect(read("Date,Amount\n12/14/2026,1.00\n", "dmy").columns.dateOrder).toBe("mdy")
  for (const day of ["2026-11-28", "2026/11/28", "2026.11.28"])
    expect(read(`Date,Amount\n${day},1.00\n`, "mdy").columns.dateOrder, day).toBe("ymd")
})

test("an amount says with letters behind it whether it came in", () => {
  for (const [text, minor] of [
    ["334.00 CR", 33_400],
    ["34.00 DR", -3400],
    ["12,00 H", 1200],
    ["12,00 S", -1200],
  ] as const)
    expect(bankAmount(text), text).toBe(minor)
})
