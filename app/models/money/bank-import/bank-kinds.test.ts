import { describe, expect, test } from "vitest"
import { readCsv } from "~/utils/csv.server"
import { guessColumns } from "./bank-columns"
import { statementDelimiter, statementTable, statementText } from "./bank-headings"
import { stateOf } from "./bank-synonyms"
import { type BankDateOrder, bankAmount, bankDate } from "./bank-values"
import { readFormatHere, readRowsHere } from "./read-statement.server"

// Kinds of bank files beside those of the field and of the countries.

function read(given: string | Uint8Array, currency = "EUR", usual: BankDateOrder = "dmy") {
  const text = statementText(typeof given === "string" ? new TextEncoder().encode(given) : given, currency)
  const format = readFormatHere({ text, currency })
  if (format && !format.ok) return format
  const columns = () => guessColumns(statementTable(readCsv(text, statementDelimiter(text))), usual, currency)
  const { entries, left, outgoing, unreadable } =
    format ?? readRowsHere({ text, currency, columns: columns() })
  return {
    came: entries.map((each) => [each.bookedOn, each.amountMinor, each.payerName, each.reference].join("|")),
    left: left.map(({ reason, amountMinor }) => `${reason} ${amountMinor}`),
    outgoing,
    unreadable,
  }
}
const cameIn = (came: string[], outgoing = 1) => ({ came, left: [], outgoing, unreadable: [] })

test.each([
  [
    "Cash App, with a zone behind the time",
    "USD",
    "Transaction ID,Date,Transaction Type,Currency,Amount,Fee,Net Amount,Status,Notes,Name of sender/receiver\nx1,2026-11-02 15:04:05 EST,P2P,USD,$85.00,$0,$85.00,PAYMENT RECEIVED,Milo lessons,Anna Smith\nx2,2026-11-03 15:04:05 EST,P2P,USD,-$20.00,$0,-$20.00,PAYMENT SENT,lunch,Bob\n",
    "2026-11-02|8500|Anna Smith|Milo lessons",
  ],
  [
    "PayPal, with a subject and a note",
    "USD",
    "Date,Time,Name,Type,Status,Currency,Gross,Fee,Net,Subject,Note,Balance\n11/02/2026,10:00:00,Anna Smith,General Payment,Completed,USD,85.00,-2.77,82.23,Invoice 2026-0801,thanks,182.23\n11/13/2026,10:00:00,,General Withdrawal,Completed,USD,-82.23,0.00,-82.23,,,100.00\n",
    "2026-11-02|8500|Anna Smith|Invoice 2026-0801 thanks",
  ],
  [
    "DBS, with the payer's words in numbered references",
    "SGD",
    "Transaction Date,Reference,Debit Amount,Credit Amount,Transaction Ref1,Transaction Ref2,Transaction Ref3\n02 Nov 2026,ICT, ,85.00,PayNow Transfer,From: ANNA SMITH,2026-0801\n03 Nov 2026,POS,20.00, ,SHOP,,\n",
    "2026-11-02|8500||ICT PayNow Transfer From: ANNA SMITH 2026-0801",
  ],
])("%s", (_, currency, text, came) => expect(read(text, currency, "mdy")).toEqual(cameIn([came])))

describe("money in", () => {
  test("is money in where a bank writes it below “Credit” with a minus", () => {
    const citi =
      'Status,Date,Description,Debit,Credit\nCleared,11/25/2026,"DEPOSIT VERA AHMED",,-135.00\nCleared,11/24/2026,"SHOP",15.00,\n'
    expect(read(citi, "USD", "mdy")).toEqual(cameIn(["2026-11-25|13500||DEPOSIT VERA AHMED"]))
    const corrected = citi.replace("-135.00", "135.00").concat("Cleared,11/23/2026,Correction,,-5.00\n")
    expect(read(corrected, "USD", "mdy")).toEqual(cameIn(["2026-11-25|13500||DEPOSIT VERA AHMED"], 2))
  })

  test("isn’t a credit that was taken back, alone below “Credit” with a minus", () => {
    const heads = "Date;Description;Debit;Credit"
    const one = `${heads}\n25/11/2026;Reversal ROY;;-85,00\n24/11/2026;SHOP;60,00;\n`
    expect(read(one)).toEqual(cameIn([], 2))
    const row = (day: number, credit: string, balance: string) =>
      `${day}/11/2026;ROY ${day};;${credit};${balance}\n`
    const falls = `${heads};Balance\n${row(25, "-85,00", "745,00")}${row(24, "-85,00", "830,00")}${row(23, "-85,00", "915,00")}`
    expect(read(falls)).toEqual(cameIn([], 3))
    const rises = `${heads};Balance\n${row(25, "-85,00", "1.085,00")}${row(24, "-75,00", "1.000,00")}`
    expect(read(rises)).toEqual(cameIn(["2026-11-25|8500||ROY 25", "2026-11-24|7500||ROY 24"], 0))
  })

  test("of a first transfer abroad, without headings, isn’t taken for a line about the account", () => {
    const text =
      '25-11-2026,26-11-2026,ROY 2026-0801,USD,"85,00","1085,00"\n24-11-2026,24-11-2026,LOW 2026-0802,,"60,00","1000,00"\n23-11-2026,23-11-2026,SHOP,,"-60,00","940,00"\n'
    expect(read(text, "PLN")).toMatchObject({
      came: [expect.stringContaining("LOW 2026-0802")],
      left: ["currency 8500"],
    })
  })

  test("has a dash where a row has none", () => {
    const text =
      "Date;Description;Money out;Money in;Balance\n25/11/2026;ROY 2026-0801;-;85,00;1.085,00\n24/11/2026;SHOP;60,00;–;1.000,00\n"
    expect(read(text)).toEqual(cameIn(["2026-11-25|8500||ROY 2026-0801"]))
  })

  test("isn’t the balance of a line about the account, in a file without headings", () => {
    const text =
      '26-11-2026,01-11-2026,\'12 1090,KONTO,PLN,"1000,00","1085,00",2,\n25-11-2026,25-11-2026,PRZELEW 2026-0801,ANNA KOWALSKA,12 1050,"85,00","1085,00",1,\n24-11-2026,24-11-2026,KARTA,SKLEP,,"-60,00","1000,00",2,\n'
    expect(read(text, "PLN")).toEqual(cameIn(["2026-11-25|8500||PRZELEW 2026-0801 ANNA KOWALSKA"]))
  })

  test("isn’t a transfer of the school’s that came back", () => {
    const entry = (details: string) =>
      `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">41.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-25</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Bo</Nm></Dbtr></RltdPties>${details}</TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
    expect(read(entry("<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>"))).toMatchObject({
      came: [],
      left: ["returned 4100"],
    })
    expect(read(entry(""))).toMatchObject({ came: ["2026-11-25|4100|Bo|"], left: [] })
  })
})

test.each([
  [
    "in the details of France",
    "Date;Numéro d'opération;Libellé;Débit;Crédit;Détail;\n25/11/26;X1;VIR SEPA MME DUPONT;;+85,00;2026-0801;\n24/11/26;X2;PRLV;-60,00;;;\n",
    "2026-11-25|8500||VIR SEPA MME DUPONT 2026-0801",
  ],
  [
    "in Austria, beside an empty note",
    'Buchungsdatum,Partnername,Betrag,Währung,Buchungs-Info,Notiz\n25.11.2026,Jörg Müßig,"85,00",EUR,"2026-0801",\n24.11.2026,Wien Energie,"-60,00",EUR,Strom,\n',
    "2026-11-25|8500|Jörg Müßig|2026-0801",
  ],
  [
    "in Italy, over two columns",
    "Data;Operazione;Dettagli;Valuta;Importo\n25/11/2026;Bonifico da Rossi;CAUSALE 2026-0801;EUR;85,00\n24/11/2026;Enel;SDD;EUR;-60,00\n",
    "2026-11-25|8500||Bonifico da Rossi CAUSALE 2026-0801",
  ],
  [
    "as a number alone, without headings",
    "25/11/2026|TRANSFERENCIA DE LUCIA|25/11/2026|85.00|1085.00|2026-0801|\n24/11/2026|ADEUDO|24/11/2026|-60.00|1000.00|END|\n",
    "2026-11-25|8500||TRANSFERENCIA DE LUCIA 2026-0801",
  ],
  [
    "under a heading that no list has",
    "Päev;Summa;Makse põhjus\n25.11.2026;85,00;Arve 2026-0801\n24.11.2026;-60,00;Elekter\n",
    "2026-11-25|8500||Arve 2026-0801",
  ],
])("the purpose is found %s", (_, text, came) => expect(read(text)).toEqual(cameIn([came])))

test.each([
  [
    "the other party",
    "Date,Amount,Other Party,Description\n25/11/2026,85.00,J Smith,2026-0801\n24/11/2026,-60.00,Shop,x\n",
    "J Smith|2026-0801",
  ],
  [
    "details of several words",
    "Type,Details,Particulars,Reference,Amount,Date\nPayment,J Smith,Piano,2026-0801,85.00,25/11/2026\nDebit,Mercury,,,-60.00,24/11/2026\n",
    "|J Smith Piano 2026-0801",
  ],
  [
    "a total",
    "Time,Payee,Description,Subtotal (NZD),Total (NZD)\n2026-11-25T10:00:00+11:00,J Smith,2026-0801,85.00,85.00\n2026-11-24T10:00:00+11:00,Shop,x,-60.00,-60.00\n",
    "J Smith|2026-0801",
  ],
])("a bank of the Pacific has %s", (_, text, told) =>
  expect(read(text, "NZD")).toEqual(cameIn([`2026-11-25|8500|${told}`])),
)

test.each([
  [
    "JPY",
    "日付,お取引内容,お支払金額,お預り金額,差引残高\n2026/11/25,振込 ヤマダ,,85,1085\n2026/11/24,電気代,60,,1000\n",
    "|振込 ヤマダ",
  ],
  [
    "JPY",
    "年月日,お引出し,お預入れ,お取り扱い内容,残高\n2026年11月25日,,85,振込　ヤマダ,1085\n2026年11月24日,60,,デンキ,1000\n",
    "|振込　ヤマダ",
  ],
  [
    "CNY",
    "交易日期,收入金额,支出金额,账户余额,对方户名,摘要\n20261125,85.00,,1085.00,王小明,2026-0801\n20261124,,60.00,1000.00,电网,电费\n",
    "王小明|2026-0801",
  ],
  [
    "KRW",
    "거래일시,적요,보낸분/받는분,출금액(원),입금액(원),잔액(원)\n2026.11.25 10:11:12,이체,김민수,0,85,1085\n2026.11.24 10:11:12,카드,한전,60,0,1000\n",
    "김민수|이체",
  ],
  [
    "ILS",
    "תאריך,תיאור,חובה,זכות,יתרה\n25/11/2026,העברה כהן,,85.00,1085.00\n24/11/2026,חשמל,60.00,,1000.00\n",
    "|העברה כהן",
  ],
  [
    "RUB",
    "Дата операции;Статус;Сумма операции;Валюта операции;Описание\n25.11.2026;OK;85,00;RUB;Иванова Анна\n24.11.2026;OK;-60,00;RUB;Свет\n",
    "|Иванова Анна",
  ],
  [
    "EUR",
    "Ημερομηνία;Περιγραφή;Ποσό;Υπόλοιπο\n25/11/2026;ΜΕΤΑΦΟΡΑ ΠΑΠΠΑ;85,00;1.085,00\n24/11/2026;ΔΕΗ;-60,00;1.000,00\n",
    "|ΜΕΤΑΦΟΡΑ ΠΑΠΠΑ",
  ],
])("headings in other letters (%s) are guessed", (currency, text, told) =>
  expect(read(text, currency)).toEqual(cameIn([`2026-11-25|8500|${told}`])),
)

test.each([
  ["2026年11月25日", "2026-11-25"],
  ["2026년 1월 5일", "2026-01-05"],
])("%s is a day", (text, day) => expect(bankDate(text, "dmy")).toBe(day))

describe("QIF", () => {
  const qif =
    "!Type:Bank\nD11/25'26\nT1,085.00\nPMay Roy\nM2026-0801\nLIncome\n^\nD11/24'26\nT-60.00\nPRent\n^\n"
  test("is a list of lines that begin with a letter", () => {
    expect(read(qif, "USD", "mdy")).toEqual(cameIn(["2026-11-25|108500|May Roy|2026-0801"]))
    expect(read(qif.replaceAll("\n", "\r\n").replaceAll("'", "/20"), "USD", "mdy")).toEqual(
      cameIn(["2026-11-25|108500|May Roy|2026-0801"]),
    )
  })

  test("has lists of categories and accounts, too, which are no transfers", () => {
    const lists = "!Type:Cat\nNLessons\nD2026-01-01\nT5.00\n^\n!Account\nNChecking\nTBank\n^\n"
    expect(read(lists + qif + lists, "USD", "mdy")).toEqual(cameIn(["2026-11-25|108500|May Roy|2026-0801"]))
  })
})

describe("a file that leaves out what others have", () => {
  test("OFX whose transactions aren’t closed", () => {
    const line = (type: string, amount: string, name: string) =>
      `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20261102120000[-5:EST]<TRNAMT>${amount}<FITID>${name}<NAME>${name}\n`
    const lines = [
      line("CREDIT", "85.00", "ANNA"),
      line("DEBIT", "-5.00", "FEE"),
      line("CREDIT", "40.00", "BEN"),
    ]
    const file = `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKTRANLIST>\n${lines.join("")}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`
    expect(read(file, "USD")).toEqual(cameIn(["2026-11-02|8500|ANNA|", "2026-11-02|4000|BEN|"]))
  })

  test("a payout on its way is pending, and a Finnish reference number is the purpose", () => {
    const payouts =
      "id,Amount,Created (UTC),Currency,Status,Description\npo_1,85.00,2026-11-02 10:00,usd,paid,PAYOUT\npo_2,40.00,2026-11-03 10:00,usd,in_transit,PAYOUT\n"
    expect(read(payouts, "USD")).toMatchObject({ left: ["pending 4000"] })
    const finnish =
      "Kirjauspäivä;Määrä;Maksaja;Maksunsaaja;Nimi;Otsikko;Viitenumero;Saldo;Valuutta\n2026/11/02;45,00;Anna Virtanen;Koulu;Anna Virtanen;Anna Virtanen;20260023;1045,00;EUR\n2026/11/03;-12,30;Koulu;Kauppa;Kauppa;Kauppa;;1032,70;EUR\n"
    expect(read(finnish)).toEqual(cameIn(["2026-11-02|4500|Anna Virtanen|20260023"]))
  })
})

describe("of money in and money out in a column each", () => {
  const file = (into: string, out: string, blank: string, balance = "Balance") =>
    `Date;Description;${out};${into};${balance}\n25.11.2026;Ann 2026-1;${blank};85.00;1085.00\n24.11.2026;Rent;60.00;${blank};1000.00\n23.11.2026;Bo 2026-2;${blank};40.00;1060.00\n`
  const both = cameIn(["2026-11-25|8500||Ann 2026-1", "2026-11-23|4000||Bo 2026-2"])

  test.each(["", "-", " ", "0.00"])(
    "the balance proves which is which, also where “%s” is nothing",
    (blank) => {
      for (const [into, out] of [
        ["Amount Out", "Amount In"],
        ["Dr", "Cr"],
        ["Foo", "Bar"],
        ["Money", "Amount"],
      ])
        expect(read(file(into ?? "", out ?? "", blank)), into).toEqual(both)
    },
  )

  test.each([
    ["Depósitos", "Retiros"],
    ["Amount In", "Amount Out"],
    ["CR", "DR"],
    ["Versamenti", "Prelievi"],
    ["Bijschrijving", "Afschrijving"],
    ["Einzahlung", "Auszahlung"],
    ["Inntekt", "Utgift"],
    ["Panot", "Otot"],
    ["Wpłaty", "Wypłaty"],
    ["Příchozí", "Odchozí"],
    ["Lodgement", "Withdrawal"],
    ["存款", "取款"],
  ])("%s is money in by its name, beside %s", (into, out) => {
    const text = file(into, out, "").replace(/;[^;\n]*$/gm, "")
    expect(read(text)).toEqual(both)
  })

  test("the balance is never taken for an amount", () => {
    for (const balance of ["Balance", "BAL", "Saldo"])
      expect(
        guessColumns(statementTable(readCsv(`Date;What;${balance}\n25.11.2026;Ann;1085.00\n`, ";"))).amount,
      ).toBeNull()
  })
})

test.each([
  ["pending", "Ausstehend", "In sospeso", "In afwachting", "Väntande", "Čekající", "保留中", "Nicht gebucht"],
  ["failed", "Échoué", "Fallido", "Fallita", "Misslyckades", "Epäonnistui", "Falhou", "Returned", "失败"],
  ["booked", "Abgeschlossen", "Terminé", "Completado", "Gennemført", "Bokført", "Verbucht"],
])("a state in any language: %s", (state, ...words) =>
  expect(words.filter((word) => stateOf(word) !== state)).toEqual([]),
)

test("what a bank calls preliminary in its text isn’t booked", () => {
  const text =
    "Reskontradatum;Text;Belopp\n2026-11-25;Prel Swish Anna;85,00\n2026-11-24;Swish Bo 2026-1;40,00\n2026-11-23;Hyra;-60,00\n"
  expect(read(text, "SEK")).toMatchObject({
    came: ["2026-11-24|4000||Swish Bo 2026-1"],
    left: ["pending 8500"],
  })
})

test.each([
  [
    "in numbered columns",
    "Buchungstag;Auftraggeber/Empfänger;Buchungstext;VWZ1;VWZ2;Betrag\n25.11.2026;Jörg;Gutschrift;Rechnung;2026-1 Klavier;85,00\n24.11.2026;Strom;Lastschrift;x;;-60,00\n",
    "Jörg|Rechnung 2026-1 Klavier",
  ],
  [
    "beside a numbered recipient",
    "Buchungsdatum;Empfaenger 1;Empfaenger 2;Verwendungszweck;Betrag\n25.11.2026;Jörg;;2026-1;85,00\n24.11.2026;Strom;GmbH;x;-60,00\n",
    "Jörg|2026-1",
  ],
  [
    "beside the account’s own name",
    "Naam van de rekening;Boekingsdatum;Bedrag;Omschrijving;Detail van de omzet\nZicht;25/11/2026;85,00;Overschrijving;Van: PEETERS 2026-1\nZicht;24/11/2026;-60,00;Domiciliering;ENGIE\n",
    "|Overschrijving Van: PEETERS 2026-1",
  ],
  [
    "in a supplement, with the payer’s name",
    "Dato;Tekst;Beløb;Indbetaler;Supplerende tekst\n25.11.2026;Overførsel;85,00;Mette;faktura 2026-1\n24.11.2026;PBS;-60,00;;\n",
    "Mette|Overførsel faktura 2026-1",
  ],
])("the purpose is whole %s", (_, text, told) =>
  expect(read(text)).toEqual(cameIn([`2026-11-25|8500|${told}`])),
)

test("amounts with three decimals are told by one that has no thousands", () => {
  const text =
    "Bokföringsdatum;Text/mottagare;Belopp;Saldo\n2026-11-25;ANNA 2026-7;85,000;2085,000\n2026-11-24;BO 2026-8;1085,500;2000,000\n2026-11-23;HYRA;-60,000;914,500\n"
  expect(read(text, "SEK")).toEqual(cameIn(["2026-11-25|8500||ANNA 2026-7", "2026-11-24|108550||BO 2026-8"]))
  expect(read(text.replace("1085,500", "1.085,50"), "SEK")).toMatchObject({
    came: ["2026-11-25|8500000||ANNA 2026-7", "2026-11-24|108550||BO 2026-8"],
  })
})

describe("a comma that a bank leaves without quotation marks", () => {
  const file = (row: string) =>
    `Date,Description,Amount,Balance\n${row}\n11/24/2026,BO 2026-8,40.00,1000.00\n11/23/2026,SHOP,-60.00,960.00\n`
  test.each([
    ["11/25/2026,ANN 2026-7,1,085.00,2,085.00"],
    ["11/25/2026,LESSON 5, 2026,85.00,1085.00"],
    ["11/25/2026,SMITH, ANN,85.00,1085.00"],
  ])("makes no other amount of %s", (row) =>
    expect(read(file(row), "USD", "mdy")).toEqual({
      came: ["2026-11-24|4000||BO 2026-8"],
      left: [],
      outgoing: 1,
      unreadable: [2],
    }),
  )

  test("goes on with the text where that is last", () => {
    const text =
      "Date,Amount,Description\n11/25/2026,85.00,SMITH, ANN\n11/24/2026,40.00,BO\n11/23/2026,-60.00,SHOP\n"
    expect(read(text, "USD", "mdy")).toMatchObject({
      came: [expect.stringContaining("SMITH ANN"), expect.anything()],
    })
  })
})

test("a balance in spaced letters or above the first row, a sign behind “Cr.” and a day’s half are read", () => {
  const brazil =
    '"Data","Histórico","Valor"\n"25/11/2026","Pix ANA 2026-1","85,00"\n"30/11/2026","S A L D O","2025,00"\n'
  expect(read(brazil, "BRL")).toEqual(cameIn(["2026-11-25|8500||Pix ANA 2026-1"], 0))
  const african =
    "OPEN,,,1000.00,OPEN BALANCE,\nHIST,20261124,,-60.00,DEBIT ORDER,ESKOM\nHIST,20261125,,85.00,CREDIT,NKOSI 2026-1\n"
  expect(read(african, "ZAR")).toMatchObject({
    came: [expect.stringMatching(/^2026-11-25\|8500\|\|.*NKOSI 2026-1$/)],
  })
  const indian = "Date,Narration,Amount\n25/11/2026,ANIL,85.00 Cr.\n24/11/2026,BESCOM,60.00 Dr.\n"
  expect(read(indian, "INR")).toEqual(cameIn(["2026-11-25|8500||ANIL"]))
  expect(bankDate("11/23/26, 11:00 AM", "mdy")).toBe("2026-11-23")
})

test("in Japan’s own letters", () => {
  const letters = new Map<string, number[]>()
  for (let first = 0x81; first < 0xfd; first += 1)
    for (let second = 0x40; second < 0xfd; second += 1) {
      const letter = new TextDecoder("shift_jis").decode(new Uint8Array([first, second]))
      if (letter.length === 1 && !letters.has(letter)) letters.set(letter, [first, second])
    }
  const bytes = Uint8Array.from(
    [..."日付,摘要内容,支払い金額,預かり金額\n2026/11/25,ヤマダ,,85\n2026/11/24,デンキ,60,\n"].flatMap(
      (letter) => letters.get(letter) ?? [letter.charCodeAt(0)],
    ),
  )
  expect(read(bytes, "JPY")).toEqual(cameIn(["2026-11-25|8500||ヤマダ"]))
})

describe("who paid and what for is whole", () => {
  const camt = (details: string) =>
    `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">85.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-25</Dt></BookgDt><NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
  test("in CAMT, where a service pays for someone, or the bank has its own words", () => {
    const name = (party: string, who: string) => `<${party}><Pty><Nm>${who}</Nm></Pty></${party}>`
    const parties = `<RltdPties>${name("Dbtr", "PayPal")}${name("UltmtDbtr", "Ann Lee")}</RltdPties>`
    expect(read(camt(parties))).toEqual(cameIn(["2026-11-25|8500|PayPal, Ann Lee|"], 0))
    expect(read(camt("<AddtlTxInf>Gutschrift Meier 2026-1</AddtlTxInf>"))).toEqual(
      cameIn(["2026-11-25|8500||Gutschrift Meier 2026-1"], 0),
    )
  })

  test.each([
    ["Hr F Bakker e/o Mw S Smit//", "Hr F Bakker e/o Mw S Smit"],
    ["F Bakker/Utrecht/", "F Bakker"],
    ["F Bakker", "F Bakker"],
  ])("in MT940, where a name has a sign: %s", (party, name) => {
    const text = `:20:X\n:25:1\n:28C:1/1\n:60F:C261124EUR1000,00\n:61:2611251125C85,00NTRFA\n:86:/CNTP/NL11RABO0123/RABONL2U/${party}/REMI/USTD//2026-1/\n:62F:C261125EUR1085,00\n`
    expect(read(text)).toEqual(cameIn([`2026-11-25|8500|${name}|2026-1`], 0))
  })
})

describe("amounts without signs", () => {
  test.each([
    ["Money in", "Money out"],
    ["Eingang", "Ausgang"],
    ["Gutschrift", "Lastschrift"],
    ["Ingreso", "Gasto"],
    ["Income", "Expense"],
    ["K", "D"],
  ])("have a word for their direction: %s and %s", (into, out) => {
    const text = `Date;Description;Amount;Kind\n25.11.2026;Ann 2026-1;85,00;${into}\n24.11.2026;Rent;60,00;${out}\n`
    expect(read(text)).toEqual(cameIn(["2026-11-25|8500||Ann 2026-1"]))
  })

  const rows = [
    "25.11.2026;Ann;85,00;1085,00",
    "24.11.2026;Rent;60,00;1000,00",
    "23.11.2026;Bo;40,00;1060,00",
  ]
  test("without such a word go by the balance; the row before which there is none is named", () => {
    const text = ["Date;Description;Amount;Balance", ...rows, "22.11.2026;Strings;20,00;1020,00", ""].join(
      "\n",
    )
    expect(read(text)).toEqual({
      ...cameIn(["2026-11-25|8500||Ann", "2026-11-23|4000||Bo"]),
      unreadable: [5],
    })
    const turned = [
      "Date;Description;Amount;Balance",
      "22.11.2026;Cy;20,00;1020,00",
      ...[...rows].reverse(),
      "",
    ]
    expect(read(turned.join("\n"))).toMatchObject({ outgoing: 1, unreadable: [2] })
  })

  test("that a word goes with are as signed, where any has a sign", () => {
    const text =
      "Date;Description;Amount;Kind\n25.11.2026;Returned Ann;85,00;Lastschrift\n24.11.2026;Rent;-60,00;Lastschrift\n"
    expect(read(text)).toEqual(cameIn(["2026-11-25|8500||Returned Ann"]))
  })
})

test.each([
  ["R$ 1.085,00", 108500],
  ["-R$ 60,00", -6000],
  ["Rs. 1,085.00", 108500],
  ["1 085,00 kr", 108500],
  ["kr -60,00", -6000],
  ["1 085,00 zł", 108500],
  ["US$1,085.00", 108500],
  ["R 1 085.00", 108500],
  ["10,850円", 1085000],
  ["85.00000", 8500],
  ["12.345", 1234500],
  ["0.1234", undefined],
  ["85 apples", undefined],
])("%s is an amount with its currency’s sign, or none", (text, minor) => expect(bankAmount(text)).toBe(minor))

test("balances and turnovers of the Baltic are no transfers", () => {
  const row = (day: string, payer: string, text: string, amount: string, kind: string) =>
    `"EE0";"${day}.11.2026";"${payer}";"${text}";"${amount}";"EUR";"${kind}";\n`
  const text = `"Kliendi konto";"Kuupäev";"Saaja/Maksja";"Selgitus";"Summa";"Valuuta";"Deebet/Kreedit";\n${row("01", "", "Algsaldo", "1000,00", "K")}${row("25", "MARI TAMM", "arve 2026-1", "85,00", "K")}${row("24", "ENEFIT", "elekter", "60,00", "D")}${row("30", "", "Käive", "85,00", "K")}${row("30", "", "lõppsaldo", "1025,00", "K")}`
  expect(read(text)).toEqual(cameIn(["2026-11-25|8500|MARI TAMM|arve 2026-1"]))
})
