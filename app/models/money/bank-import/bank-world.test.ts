import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readCsv } from "~/utils/csv.server"
import { histories } from "../../../../tests/support/histories/count"
import { guessColumns } from "./bank-columns"
import { statementDelimiter, statementTable, statementText } from "./bank-headings"
import type { BankDateOrder } from "./bank-values"
import { readMt940 } from "./mt940"
import { readFormatHere, readRowsHere } from "./read-statement.server"

// Statements as banks of many countries write them. Each says which credits a careful person reads in it.

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
    "Bank of America",
    "USD",
    `Description,,Summary Amt.\nBeginning balance as of 11/01/2026,,"1,000.00"\nTotal credits,,"185.00"\nTotal debits,,"-60.00"\nEnding balance as of 11/30/2026,,"1,125.00"\n\nDate,Description,Amount,Running Bal.\n11/01/2026,Beginning balance as of 11/01/2026,,"1,000.00"\n11/24/2026,"Zelle payment from ANNA ROSSI for ""Invoice 2026-0411""; Conf# abc","185.00","1,185.00"\n11/25/2026,"PG&E WEB ONLINE","-60.00","1,125.00"\n`,
    ["2026-11-24|18500||2026-0411"],
  ],
  [
    "Wells Fargo",
    "USD",
    `"11/24/2026","85.00","*","","ZELLE FROM ROSSI ANNA ON 11/24 REF # 2026-0412"\n"11/23/2026","-60.00","*","1042","CHECK # 1042"\n`,
    ["2026-11-24|8500||ROSSI ANNA+2026-0412"],
  ],
  [
    "Capital One 360",
    "USD",
    `Account Number,Transaction Description,Transaction Date,Transaction Type,Transaction Amount,Balance\n1234,Zelle money received from ANNA ROSSI,11/24/26,Credit,85,1085\n1234,Withdrawal to RENT,11/23/26,Debit,60,1000\n`,
    ["2026-11-24|8500||ANNA ROSSI"],
  ],
  [
    "U.S. Bank",
    "USD",
    `"Date","Transaction","Name","Memo","Amount"\n"2026-11-24","CREDIT","ZELLE INSTANT PMT FROM ANNA ROSSI","2026-0413; ; ; ; ;","85.00"\n"2026-11-23","DEBIT","WEB AUTHORIZED PMT RENT","Download from usbank.com.","-60.00"\n`,
    ["2026-11-24|8500|ANNA ROSSI|2026-0413"],
  ],
  [
    "PNC",
    "USD",
    `Date,Description,Withdrawals,Deposits,Category,Balance\n11/24/2026,ZEL FROM ANNA ROSSI 2026-0414,,"$1,085.00",Deposits,"$2,085.00"\n11/23/2026,RENT,$60.00,,Bills,"$1,000.00"\n`,
    ["2026-11-24|108500||ANNA ROSSI"],
  ],
  [
    "TD Bank",
    "USD",
    `Date,Bank RTN,Account Number,Transaction Type,Description,Debit,Credit,Check Number,Account Running Balance\n2026-11-24,031201360,4321,CREDIT,TD ZELLE RECEIVED ANNA ROSSI 2026-0415,,85.00,,1085.00\n2026-11-23,031201360,4321,DEBIT,RENT,60.00,,,1000.00\n`,
    ["2026-11-24|8500||2026-0415"],
  ],
  [
    "Ally",
    "USD",
    `Date, Time, Amount, Type, Description\n2026-11-24, 08:10:11, 85.00, Deposit, Zelle from ANNA ROSSI 2026-0416\n2026-11-23, 08:10:11, -60.00, Withdrawal, RENT\n`,
    ["2026-11-24|8500||ANNA ROSSI"],
  ],
  [
    "Truist",
    "USD",
    `Posted Date,Transaction Date,Transaction Type,Check/Serial #,Full description,Merchant name,Category name,Sub-category name,Amount,Daily Posted Balance\n11/24/2026,11/23/2026,Deposit,,ZELLE PAYMENT FROM ANNA ROSSI 2026-0417,,Income,Other,$85.00,"$1,085.00"\n11/23/2026,11/22/2026,Debit,,RENT,,Bills,Rent,($60.00),"$1,000.00"\n`,
    ["2026-11-24|8500||2026-0417"],
  ],
  [
    "Mercury",
    "USD",
    `Date (UTC),Description,Amount,Status,Source Account,Bank Description,Reference,Note,Last Four Digits,Name On Card,Category,GL Code,Timestamp,Original Currency,Check Number,Tags\n11-24-2026,Anna Rossi,85.00,Sent,Mercury Checking xx1234,ANNA ROSSI; ACH IN,2026-0418,,,,,,11-24-2026 15:00:00,USD,,\n11-25-2026,Bo Park,45.00,Pending,Mercury Checking xx1234,BO PARK,2026-0419,,,,,,11-25-2026 15:00:00,USD,,\n11-22-2026,Cy Lund,30.00,Failed,Mercury Checking xx1234,CY LUND,,,,,,,11-22-2026 15:00:00,USD,,\n11-23-2026,Rent,-60.00,Sent,Mercury Checking xx1234,RENT,,,,,,,11-23-2026 15:00:00,USD,,\n`,
    ["2026-11-24|8500||Anna Rossi+2026-0418"],
    ["pending 4500", "failed 3000"],
  ],
  [
    "Relay",
    "USD",
    `Date,Payee,Account #,Transaction Type,Description,Reference,Status,Amount,Currency,Balance\n11/24/2026,ANNA ROSSI,1234,ACH_TRANSFER,ACH credit 2026-0420,trace 991,SETTLED,85.00,USD,1085.00\n11/23/2026,RENT CO,1234,ACH_TRANSFER,Rent,,SETTLED,-60.00,USD,1000.00\n`,
    ["2026-11-24|8500|ANNA ROSSI|2026-0420"],
  ],
  [
    "Square’s transactions",
    "USD",
    `Date,Time,Time Zone,Gross Sales,Discounts,Net Sales,Tax,Tip,Total Collected,Source,Card,Cash,Fees,Net Total,Transaction ID,Description,Event Type,Customer Name\n11/24/2026,10:01:02,Eastern Time (US & Canada),$85.00,$0.00,$85.00,$0.00,$0.00,$85.00,Invoices,$85.00,$0.00,-$2.50,$82.50,abc1,Invoice 2026-0421,Payment,Anna Rossi\n11/23/2026,10:01:02,Eastern Time (US & Canada),-$60.00,$0.00,-$60.00,$0.00,$0.00,-$60.00,Invoices,-$60.00,$0.00,$0.00,-$60.00,abc2,Invoice 2026-0400,Refund,Bo Park\n`,
    ["2026-11-24|8500|Anna Rossi|2026-0421"],
  ],
  [
    "Stripe’s balance",
    "USD",
    `id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description,Customer Email\ntxn_1,charge,ch_1,85.00,2.77,82.23,usd,2026-11-24 15:00,2026-11-26 00:00,Invoice 2026-0422,anna@x.example\ntxn_2,payout,po_1,-60.00,0.00,-60.00,usd,2026-11-23 15:00,2026-11-23 00:00,STRIPE PAYOUT,\ntxn_3,charge,ch_2,40.00,1.00,39.00,eur,2026-11-22 15:00,2026-11-24 00:00,Invoice 2026-0423,bo@x.example\n`,
    ["2026-11-24|8500||2026-0422"],
    ["currency 4000"],
  ],
  [
    "Stripe’s payments",
    "USD",
    `id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Converted Amount,Converted Currency,Description,Fee,Mode,Status,Customer Email\npi_1,2026-11-24 15:00:00,85.00,0.00,usd,TRUE,85.00,usd,Invoice 2026-0424,2.77,Live,Paid,anna@x.example\npi_2,2026-11-24 16:00:00,45.00,0.00,usd,FALSE,45.00,usd,Invoice 2026-0425,0.00,Live,Failed,bo@x.example\n`,
    ["2026-11-24|8500||2026-0424"],
    ["failed 4500"],
    0,
  ],
  [
    "Venmo’s statement",
    "USD",
    `Account Statement - (@harmony) ,,,,,,,,,,\nAccount Activity,,,,,,,,,,\n,ID,Datetime,Type,Status,Note,From,To,Amount (total),Funding Source,Destination,Beginning Balance,Ending Balance\n,,,,,,,,,,,$915.00,\n,39001,2026-11-24T15:00:00,Payment,Complete,2026-0426 piano,Anna Rossi,Harmony School,+ $85.00,,Venmo balance,,\n,39002,2026-11-23T15:00:00,Payment,Complete,Books,Harmony School,Bo Park,- $60.00,Venmo balance,,,\n,,,,,,,,,,,,$940.00\n`,
    ["2026-11-24|8500|Anna Rossi|2026-0426"],
  ],
  [
    "Barclays",
    "GBP",
    `Number,Date,Account,Amount,Subcategory,Memo\n ,25/11/2026,20-00-00 12345678,85.00,Counter Credit,PATEL R             \t2026-0501 BGC\n ,24/11/2026,20-00-00 12345678,-60.00,Direct Debit,BRITISH GAS         \t123 DDR\n`,
    ["2026-11-25|8500||PATEL R+2026-0501"],
  ],
  [
    "Lloyds",
    "GBP",
    `Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance\n25/11/2026,FPI,'30-00-00,12345678,PATEL R 2026-0502,,85.00,1085.00\n24/11/2026,DD,'30-00-00,12345678,BRITISH GAS,60.00,,1000.00\n`,
    ["2026-11-25|8500||PATEL R+2026-0502"],
  ],
  [
    "Monzo",
    "GBP",
    `Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In\ntx_1,25/11/2026,10:11:12,Faster payment,Patel R,,Income,85.00,GBP,85.00,GBP,2026-0503,,,2026-0503,,,85.00\ntx_2,24/11/2026,10:11:12,Card payment,Shop,,Shopping,-60.00,GBP,-70.00,EUR,,,,SHOP PARIS,,-60.00,\ntx_3,23/11/2026,10:11:12,Card payment,Paris Hall,,Refund,40.00,GBP,46.00,EUR,refund of the hall,,,HALL PARIS,,,40.00\n`,
    ["2026-11-25|8500|Patel R|2026-0503", "2026-11-23|4000|Paris Hall|refund of the hall"],
  ],
  [
    "Starling’s newer one",
    "GBP",
    `Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes\n25/11/2026,Patel R,2026-0504,FASTER PAYMENT,85.00,1085.00,INCOME,thank you\n24/11/2026,British Gas,DD,DIRECT DEBIT,-60.00,1000.00,BILLS,\n`,
    ["2026-11-25|8500|Patel R|2026-0504"],
  ],
  [
    "Tide",
    "GBP",
    `Date,Timestamp,Transaction ID,Transaction description,Transaction type,Amount,Balance,Paid out,Paid in,Category name,Notes,Status\n2026-11-25,2026-11-25 10:11,abc,Patel R ref: 2026-0505,Faster Payment,85.00,1085.00,,85.00,Income,,settled\n2026-11-24,2026-11-24 10:11,abd,British Gas,Direct Debit,-60.00,1000.00,60.00,,Bills,,settled\n`,
    ["2026-11-25|8500||Patel R+2026-0505"],
  ],
  [
    "Metro Bank",
    "GBP",
    `Date,Reference,Transaction Type,Money In,Money Out,Balance\n25/11/2026,PATEL R 2026-0506,Inward Payment,85.00,,1085.00\n24/11/2026,BRITISH GAS,Direct Debit,,60.00,1000.00\n`,
    ["2026-11-25|8500||2026-0506"],
  ],
  [
    "Revolut Business",
    "GBP",
    `Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Card number,Orig currency,Orig amount,Payment currency,Amount,Total amount,Exchange rate,Fee,Fee currency,Balance,Account\n2026-11-25,2026-11-25,a1,TOPUP,COMPLETED,Money added from PATEL R,2026-0507,,,GBP,85.00,GBP,85.00,85.00,,0.00,GBP,1085.00,Main\n2026-11-25,,a2,TOPUP,PENDING,Money added from BO PARK,2026-0508,,,GBP,45.00,GBP,45.00,45.00,,0.00,GBP,,Main\n2026-11-24,2026-11-24,a3,TOPUP,COMPLETED,Money added from ANNA ROSSI,2026-0509,,,EUR,70.00,EUR,70.00,70.00,,0.00,EUR,70.00,Euro\n2026-11-23,2026-11-23,a4,CARD_PAYMENT,COMPLETED,Shop,,Ruth,1234,GBP,60.00,GBP,-60.00,-60.00,,0.00,GBP,1000.00,Main\n`,
    ["2026-11-25|8500||PATEL R+2026-0507"],
    ["pending 4500", "currency 7000"],
  ],
  [
    "Wise’s account statement",
    "GBP",
    `"TransferWise ID",Date,"Date Time",Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant,"Card Last Four Digits","Card Holder Full Name",Attachment,Note,"Total fees","Exchange To Amount","Transaction Type","Transaction Details Type"\nTRANSFER-1,25-11-2026,"25-11-2026 10:11:12.123",85.00,GBP,"Received money from PATEL R with reference 2026-0510",2026-0510,1085.00,,,,"PATEL R",,,,,,,,0.00,,CREDIT,DEPOSIT\nCARD-2,24-11-2026,"24-11-2026 10:11:12.123",-60.00,GBP,"Card transaction issued by Shop",,1000.00,,,,,,,Shop,1234,Ruth,,,0.00,,DEBIT,CARD\n`,
    ["2026-11-25|8500|PATEL R|2026-0510"],
  ],
  [
    "Wise’s transfers",
    "GBP",
    `ID,Status,Direction,"Created on","Finished on","Source fee amount","Source fee currency","Target fee amount","Target fee currency","Source name","Source amount (after fees)","Source currency","Target name","Target amount (after fees)","Target currency","Exchange rate",Reference,Batch,"Created by",Category,Note\nTRANSFER-1,COMPLETED,IN,"2026-11-25 10:11:12","2026-11-25 10:12:12",0,GBP,,,"PATEL R",85,GBP,"Harmony School",85,GBP,1,2026-0511,,Ruth,Money added,\nTRANSFER-2,COMPLETED,OUT,"2026-11-24 10:11:12","2026-11-24 10:12:12",0.4,GBP,,,"Harmony School",60,GBP,"Hall Ltd",60,GBP,1,rent,,Ruth,General,\nTRANSFER-3,CANCELLED,IN,"2026-11-23 10:11:12",,0,GBP,,,"BO PARK",45,GBP,"Harmony School",45,GBP,1,2026-0512,,Ruth,Money added,\n`,
    ["2026-11-25|8500|PATEL R|2026-0511"],
    ["failed 4500"],
  ],
  [
    "AIB",
    "EUR",
    `Posted Account, Posted Transactions Date, Description1, Description2, Description3, Debit Amount, Credit Amount,Balance,Posted Currency,Transaction Type,Local Currency Amount,Local Currency\n"93000012345","25/11/2026","O BRIEN AOIFE","2026-0601","IE26112512345678","","85.00","1085.00","EUR","Credit"," 85.00","EUR"\n"93000012345","24/11/2026","ELECTRIC IRL","","","60.00","","1000.00","EUR","Direct Debit"," 60.00","EUR"\n`,
    ["2026-11-25|8500||O BRIEN AOIFE+2026-0601"],
  ],
  [
    "Bank of Ireland",
    "EUR",
    `Date,Details,Debit,Credit,Balance\n25/11/2026,AOIFE O BRIEN 2026-0602,,85.00,1085.00\n24/11/2026,ELECTRIC IRL,60.00,,1000.00\n23/11/2026,BALANCE FORWARD,,,1060.00\n`,
    ["2026-11-25|8500||2026-0602"],
  ],
  [
    "TD Canada",
    "CAD",
    `11/24/2026,E-TRANSFER ***Abc  ANNA ROSSI,,85.00,1085.00\n11/23/2026,HYDRO BILL,60.00,,1000.00\n`,
    ["2026-11-24|8500||ANNA ROSSI"],
  ],
  [
    "Scotiabank",
    "CAD",
    `Filter,Date,Description,Sub-description,Status,Type of Transaction,Amount,Balance\n,2026-11-25,Interac E-Transfer,BO PARK 2026-0702,pending,Credit,45.00,\n,2026-11-24,Interac E-Transfer,ANNA ROSSI 2026-0701,posted,Credit,85.00,1085.00\n,2026-11-23,Hydro,,posted,Debit,-60.00,1000.00\n`,
    ["2026-11-24|8500||ANNA ROSSI 2026-0701"],
    ["pending 4500"],
  ],
  [
    "BMO",
    "CAD",
    `\nFollowing data is valid as of 20261126101112 (Year/Month/Day/Hour/Minute/Second)\n\n\nFirst Bank Card,Transaction Type,Date Posted, Transaction Amount,Description\n\n\n'5001234567890123',CREDIT,20261124,85.0,[CK]INTERAC ETRNSFR RECVD ANNA ROSSI 2026-0703\n'5001234567890123',DEBIT,20261123,-60.0,[PR]HYDRO\n`,
    ["2026-11-24|8500||ANNA ROSSI 2026-0703"],
  ],
  [
    "Tangerine",
    "CAD",
    `Date,Transaction,Name,Memo,Amount\n11/24/2026,OTHER,INTERAC e-Transfer From: ANNA ROSSI,Transferred 2026-0704,85\n11/13/2026,DEBIT,EFT Withdrawal to HYDRO,,-60\n`,
    ["2026-11-24|8500|ANNA ROSSI|2026-0704"],
  ],
  [
    "EQ Bank",
    "CAD",
    `Transfer date,Description,Amount,Balance\n2026-11-24,Interac e-Transfer received from ANNA ROSSI 2026-0705,"$1,085.00","$2,085.00"\n2026-11-23,Bill payment HYDRO,-$60.00,"$1,000.00"\n`,
    ["2026-11-24|108500||2026-0705"],
  ],
  [
    "CommBank",
    "AUD",
    `24/11/2026,"+85.00","Fast Transfer From ANNA ROSSI 2026-0801","+1085.00"\n13/11/2026,"-60.00","Direct Debit AGL","+1000.00"\n`,
    ["2026-11-24|8500||ANNA ROSSI 2026-0801"],
  ],
  [
    "NAB",
    "AUD",
    `Date,Amount,Account Number,,Transaction Type,Transaction Details,Balance,Category,Merchant Name\n24 Nov 26,85.00,084000123,,INTER-BANK CREDIT,ANNA ROSSI 2026-0802,1085.00,Income,\n23 Nov 26,-60.00,084000123,,DIRECT DEBIT,AGL,1000.00,Utilities,AGL\n`,
    ["2026-11-24|8500||ANNA ROSSI 2026-0802"],
  ],
  [
    "ANZ Australia",
    "AUD",
    `24/11/2026,85.00,PAYMENT FROM ANNA ROSSI 2026-0803\n13/11/2026,-60.00,AGL SALES\n`,
    ["2026-11-24|8500||ANNA ROSSI"],
  ],
  [
    "Westpac Australia",
    "AUD",
    `Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance,Categories,Serial\n732000123456,24/11/2026,DEPOSIT ONLINE 2001 TFR ANNA ROSSI 2026-0804,,85.00,1085.00,DEP,\n732000123456,23/11/2026,AGL,60.00,,1000.00,PAYMENT,\n`,
    ["2026-11-24|8500||2026-0804"],
  ],
  [
    "ING Australia",
    "AUD",
    `Date,Description,Credit,Debit,Balance\n24/11/2026,ANNA ROSSI - Osko Payment - Receipt 123 2026-0805,85.00,,1085.00\n23/11/2026,AGL - Direct Debit,,-60.00,1000.00\n`,
    ["2026-11-24|8500||2026-0805"],
  ],
  [
    "Macquarie",
    "AUD",
    `"Transaction Date","Details","Account","Category","Subcategory","Tags","Notes","Debit","Credit","Balance","Original Description"\n"24 Nov 2026","From Anna Rossi","Business","Income","","","","","85.00","1085.00","OSKO ANNA ROSSI 2026-0806"\n"23 Nov 2026","AGL","Business","Bills","","","","60.00","","1000.00","AGL SALES"\n`,
    ["2026-11-24|8500||2026-0806"],
  ],
  [
    "ASB New Zealand",
    "NZD",
    `Created date / time : 26 November 2026 / 10:11:12\nBank 12; Branch 3000; Account 0123456-00 (Streamline)\nFrom date 20261101\nTo date 20261130\nAvail Bal : 1085.00 as of 20261125\nLedger Balance : 1085.00 as of 20261126\nDate,Unique Id,Tran Type,Cheque Number,Payee,Memo,Amount\n\n2026/11/24,2026112401,D/C,,"D/C FROM ROSSI A","2026-0901 piano",85.00\n2026/11/23,2026112301,A/P,,"MERCURY NZ","power",-60.00\n`,
    ["2026-11-24|8500|ROSSI A|2026-0901"],
  ],
  [
    "ANZ New Zealand",
    "NZD",
    `Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge\nBill Payment,Rossi A,Piano,Anna,2026-0902,85.00,24/11/2026,,\nDirect Debit,Mercury NZ,,,Power,-60.00,13/11/2026,,\n`,
    ["2026-11-24|8500||Rossi A+2026-0902"],
  ],
  [
    "BNZ",
    "NZD",
    `Date,Amount,Payee,Particulars,Code,Reference,Tran Type,This Party Account,Other Party Account,Serial,Transaction Code,Batch Number,Originating Bank/Branch,Processed Date\n24/11/26,85.00,"ROSSI A","PIANO","","2026-0903",DC,02-0100-0123456-000,01-0100-0123456-000,,50,,02-0100,24/11/26\n13/11/26,-60.00,"MERCURY","","","POWER",DD,02-0100-0123456-000,01-0200-0123456-000,,0,,02-0100,13/11/26\n`,
    ["2026-11-24|8500|ROSSI A|PIANO+2026-0903"],
  ],
  [
    "Kiwibank",
    "NZD",
    `Account number,Effective Date,Transaction Date,Description,Transaction Code,Particulars,Code,Reference,Other Party Name,Other Party Account Number,Other Party Particulars,Other Party Code,Other Party Reference,Amount,Balance\n38-9000-0123456-00,24-11-2026,24-11-2026,ROSSI A,DIRECT CREDIT,PIANO,,2026-0904,ROSSI A,01-0100-0123456-000,,,,85.00,1085.00\n38-9000-0123456-00,13-11-2026,13-11-2026,MERCURY,DIRECT DEBIT,,,POWER,MERCURY,01-0200-0123456-000,,,,-60.00,1000.00\n`,
    ["2026-11-24|8500|ROSSI A|2026-0904"],
  ],
  [
    "Westpac New Zealand",
    "NZD",
    `Date,Amount,Other Party,Description,Reference,Particulars,Analysis Code\n24/11/2026,85.00,ROSSI A,DIRECT CREDIT,2026-0905,PIANO,ANNA\n13/11/2026,-60.00,MERCURY,DIRECT DEBIT,,,\n`,
    ["2026-11-24|8500|ROSSI A|2026-0905"],
  ],
  [
    "DKB",
    "EUR",
    `"Girokonto";"DE12120300001234567890"\n""\n"Kontostand vom 26.11.2026:";"1.085,00 €"\n""\n"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"\n"26.11.26";"";"Vorgemerkt";"Bo Park";"Musikschule";"2026-1002";"Eingang";"DE2";"45";"";"";""\n"25.11.26";"25.11.26";"Gebucht";"Jörg Müßig";"Musikschule";"Rechnung 2026-1001";"Eingang";"DE1";"1.085";"";"";"NOTPROVIDED"\n"24.11.26";"24.11.26";"Gebucht";"Musikschule";"Stadtwerke";"Strom";"Ausgang";"DE3";"-60,5";"DE9";"M1";""\n`,
    ["2026-11-25|108500|Jörg Müßig|2026-1001"],
    ["pending 4500"],
  ],
  [
    "ING Germany",
    "EUR",
    latin(
      `Umsatzanzeige;Datei erstellt am: 26.11.2026 10:11\n\nIBAN;DE12 5001 0517 1234 5678 90\nKontoname;Girokonto\nBank;ING\nKunde;Musikschule\nZeitraum;01.11.2026 - 26.11.2026\nSaldo;1.085,00;EUR\n\nSortierung;Datum absteigend\n\nIn der CSV-Datei finden Sie alle bereits gebuchten Umsätze. Die vorgemerkten Umsätze werden nicht aufgenommen, auch wenn sie in Ihrem Internetbanking angezeigt werden.\n\nBuchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung\n25.11.2026;25.11.2026;Jörg Müßig;Gutschrift;Rechnung 2026-1003;1.085,00;EUR;85,00;EUR\n24.11.2026;24.11.2026;Stadtwerke;Lastschrift;Strom;1.000,00;EUR;-60,00;EUR\n`,
    ),
    ["2026-11-25|8500|Jörg Müßig|2026-1003"],
  ],
  [
    "Postbank",
    "EUR",
    `Umsätze\nKonto;Filial-/Kontonummer;IBAN;Währung\nGiro;123 4567890 00;DE12;EUR\n\n1.11.2026 - 26.11.2026\nLetzter Kontostand;;;;1.085,00;EUR\nVorgemerkte und noch nicht gebuchte Umsätze sind nicht Bestandteil dieser Übersicht.\nBuchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;Kundenreferenz;Mandatsreferenz;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung\n25.11.2026;25.11.2026;SEPA Überweisung von;Jörg Müßig;Rechnung 2026-1004;DE1;GENO;;;;;85,00;;;;;85,00;EUR\n4.11.2026;4.11.2026;SEPA Lastschrift von;Stadtwerke;Strom;DE2;GENO;;M1;DE9;;-60,00;;;;-60,00;;EUR\nKontostand;26.11.2026;;;1.085,00;EUR\n`,
    ["2026-11-25|8500|Jörg Müßig|2026-1004"],
  ],
  [
    "Commerzbank",
    "EUR",
    `Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;IBAN Kontoinhaber;Kategorie\n25.11.2026;25.11.2026;Gutschrift;"Jörg Müßig Rechnung 2026-1005 End-to-End-Ref.: NOTPROVIDED";85,00;EUR;DE12;Einnahmen\n24.11.2026;24.11.2026;Lastschrift;"Stadtwerke Strom";-60,00;EUR;DE12;Wohnen\n`,
    ["2026-11-25|8500||Jörg Müßig Rechnung 2026-1005"],
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
    "Volksbank’s newer one",
    "EUR",
    `Bezeichnung Auftragskonto;IBAN Auftragskonto;BIC Auftragskonto;Bankname Auftragskonto;Buchungstag;Valutadatum;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;BIC (SWIFT-Code) Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;Waehrung;Saldo nach Buchung;Bemerkung;Gekennzeichneter Umsatz;Glaeubiger ID;Mandatsreferenz\nKonto;DE12;GENO;Volksbank;25.11.2026;25.11.2026;Jörg Müßig;DE1;GENO;Überweisungsgutschr.;Rechnung 2026-1007;85,00;EUR;1085,00;;;;\nKonto;DE12;GENO;Volksbank;24.11.2026;24.11.2026;Stadtwerke;DE2;GENO;Basislastschrift;Strom;-60,00;EUR;1000,00;;;DE9;M1\n`,
    ["2026-11-25|8500|Jörg Müßig|2026-1007"],
  ],
  [
    "Qonto",
    "EUR",
    `Status,Settlement date (UTC),Operation date (UTC),Transaction type,Counterparty name,Debit,Credit,Total amount (incl. VAT),Currency,Total amount (incl. VAT) (local),Currency (local),Payment method,Initiator,Reference,Note\nSettled,25-11-2026 10:11:12,25-11-2026 10:11:12,Credit,Jörg Müßig,,85.00,85.00,EUR,85.00,EUR,Transfer,,2026-1008,\nDeclined,,24-11-2026 10:11:12,Debit,Shop,60.00,,-60.00,EUR,-60.00,EUR,Card,Ruth,,\nSettled,23-11-2026 10:11:12,23-11-2026 10:11:12,Debit,Stadtwerke,60.00,,-60.00,EUR,-60.00,EUR,Direct debit,,Strom,\n`,
    ["2026-11-25|8500|Jörg Müßig|2026-1008"],
    [],
    2,
  ],
  [
    "bunq",
    "EUR",
    `"Date";"Interest Date";"Amount";"Account";"Counterparty";"Name";"Description"\n"2026-11-25";"2026-11-25";"1.085,00";"NL12BUNQ";"NL34INGB";"F Bakker";"factuur 2026-1009"\n"2026-11-24";"2026-11-24";"-60,00";"NL12BUNQ";"NL56ABNA";"Eneco";"energie"\n`,
    ["2026-11-25|108500|F Bakker|2026-1009"],
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
    "Raiffeisen’s ELBA",
    "EUR",
    `25.11.2026;Auftraggeber: Huber Rosa Zahlungsreferenz: 2026-1102 IBAN Auftraggeber: AT12;25.11.2026;85,00;EUR;25.11.2026 10:11:12:123\n24.11.2026;Empfänger: Wien Energie Zahlungsreferenz: Strom;24.11.2026;-60,00;EUR;24.11.2026 10:11:12:123\n`,
    ["2026-11-25|8500||Huber Rosa+2026-1102"],
  ],
  [
    "BAWAG",
    "EUR",
    `AT121400000000000000;2026-1103 MC/000001234 Huber Rosa;25.11.2026;25.11.2026;+85,00;EUR\nAT121400000000000000;Strom MC/000001235 Wien Energie;24.11.2026;24.11.2026;-60,00;EUR\n`,
    ["2026-11-25|8500||Huber Rosa+2026-1103"],
  ],
  [
    "Zürcher Kantonalbank",
    "CHF",
    `"Datum";"Buchungstext";"Whg";"Betrag Detail";"ZKB-Referenz";"Referenznummer";"Belastung CHF";"Gutschrift CHF";"Valuta";"Saldo CHF"\n"25.11.2026";"Sammelgutschrift (2)";"";"";"Z1";"";"";"145.00";"25.11.2026";"1145.00"\n"";"Meier Hans 2026-1201";"CHF";"85.00";"";"";"";"";"";""\n"";"Koch Rita 2026-1202";"CHF";"60.00";"";"";"";"";"";""\n"24.11.2026";"Belastung eBanking: EWZ";"";"";"Z2";"";"60.00";"";"24.11.2026";"1000.00"\n`,
    ["2026-11-25|8500||Meier Hans 2026-1201", "2026-11-25|6000||Koch Rita 2026-1202"],
  ],
  [
    "PostFinance",
    "CHF",
    `Datum von:;="2026-11-01"\nDatum bis:;="2026-11-26"\nBuchungsart:;="Alle Buchungen"\nKonto:;="CH0209000000123456789"\nWährung:;="CHF"\n\nDatum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie\n25.11.2026;Gutschrift;"GUTSCHRIFT AUFTRAGGEBER: MEIER HANS MITTEILUNGEN: 2026-1203";85.00;;;\n24.11.2026;Lastschrift;"LASTSCHRIFT EWZ";;-60.00;;\n\nDisclaimer:\nDies ist kein durch die PostFinance AG erstelltes Dokument.\n`,
    ["2026-11-25|8500||MEIER HANS+2026-1203"],
  ],
  [
    "neon",
    "CHF",
    `"Date";"Amount";"Original amount";"Original currency";"Exchange rate";"Description";"Subject";"Category";"Tags";"Wise";"Spaces"\n"2026-11-25";"85.00";"";"";"";"Meier Hans";"2026-1204";"income";"";"no";"no"\n"2026-11-24";"-60.00";"-62.00";"EUR";"0.96";"Shop";"";"shopping";"";"no";"no"\n`,
    ["2026-11-25|8500||Meier Hans+2026-1204"],
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
    "Société Générale",
    "EUR",
    `="0123456789";01/11/2026;26/11/2026;2;26/11/2026;1085,00 EUR\n\nDate de l'opération;Libellé;Détail de l'écriture;Montant de l'opération;Devise\n25/11/2026;VIR RECU;"VIR RECU 123 DE: MARTIN CLAIRE MOTIF: 2026-1302";85,00;EUR\n24/11/2026;PRELEVEMENT;"PRELEVEMENT EDF";-60,00;EUR\n`,
    ["2026-11-25|8500||MARTIN CLAIRE+2026-1302"],
  ],
  [
    "Boursorama",
    "EUR",
    `dateOp;dateVal;label;category;categoryParent;supplierFound;amount;comment;accountNum;accountLabel;accountbalance\n2026-11-25;2026-11-25;"VIR MARTIN CLAIRE 2026-1303";"Virements reçus";"Revenus";"martin";1 085,00;;123;"BOURSORAMA";2085.00\n2026-11-24;2026-11-24;"PRLV EDF";"Energie";"Logement";"edf";-60,00;;123;"BOURSORAMA";1000.00\n`,
    ["2026-11-25|108500||MARTIN CLAIRE 2026-1303"],
  ],
  [
    "Crédit Mutuel",
    "EUR",
    `Date;Date de valeur;Débit;Crédit;Libellé;Solde\n25/11/2026;25/11/2026;;85,00;VIR MARTIN CLAIRE 2026-1304;1085,00\n24/11/2026;24/11/2026;-60,00;;PRLV EDF;1000,00\n`,
    ["2026-11-25|8500||2026-1304"],
  ],
  [
    "LCL, whose last line is the balance: nothing tells it from a transfer",
    "EUR",
    `25/11/2026;85,00;Virement;;VIREMENT MARTIN CLAIRE 2026-1305;;;\n24/11/2026;-60,00;Prélèvement;;PRLV EDF;;;\n26/11/2026;1085,00;;;01234 567890A;\n`,
    ["2026-11-25|8500||MARTIN CLAIRE 2026-1305", "2026-11-26|108500||"],
  ],
  [
    "Caisse d’Épargne",
    "EUR",
    `Date de comptabilisation;Libelle simplifie;Libelle operation;Reference;Informations complementaires;Type operation;Categorie;Sous categorie;Debit;Credit;Date operation;Date de valeur;Pointage operation\n25/11/2026;MARTIN CLAIRE;VIR SEPA MARTIN CLAIRE;ABC123;2026-1306;Virement recu;Revenus;Virements;;+85,00;25/11/2026;25/11/2026;0\n24/11/2026;EDF;PRLV EDF;ABC124;;Prelevement;Logement;Energie;-60,00;;24/11/2026;24/11/2026;0\n`,
    ["2026-11-25|8500||MARTIN CLAIRE+2026-1306"],
  ],
  [
    "KBC",
    "EUR",
    `Rekeningnummer;Rubrieknaam;Naam;Munt;Afschriftnummer;Datum;Omschrijving;Valuta;Bedrag;Saldo;credit;debet;rekeningnummer tegenpartij;BIC tegenpartij;Naam tegenpartij;Adres tegenpartij;gestructureerde mededeling;vrije mededeling\nBE12;;SCHOOL;EUR;2026011;25/11/2026;EUROPESE OVERSCHRIJVING VAN PEETERS JAN;25/11/2026;85,00;1085,00;85,00;;BE34;KRED;PEETERS JAN;GENT;;2026-1401\nBE12;;SCHOOL;EUR;2026011;24/11/2026;DOMICILIERING ENGIE;24/11/2026;-60,00;1000,00;;-60,00;BE56;KRED;ENGIE;BRUSSEL;***090/9337/55493***;\n`,
    ["2026-11-25|8500|PEETERS JAN|2026-1401"],
  ],
  [
    "ING Belgium",
    "EUR",
    `Rekeningnummer;Naam van de rekening;Rekening tegenpartij;Omzetnummer;Boekingsdatum;Valutadatum;Bedrag;Munteenheid;Omschrijving;Detail van de omzet;Bericht\n320-1234;Zichtrekening;BE34;00012;25/11/2026;25/11/2026;85,00;EUR;Overschrijving;Van: PEETERS JAN Mededeling: 2026-1402;2026-1402\n320-1234;Zichtrekening;BE56;00011;24/11/2026;24/11/2026;-60,00;EUR;Domiciliëring;ENGIE;\n`,
    ["2026-11-25|8500||PEETERS JAN+2026-1402"],
  ],
  [
    "Belfius",
    "EUR",
    `Boekingsdatum vanaf;01/11/2026;;;\nBoekingsdatum tot en met;26/11/2026;;;\nBedrag vanaf;;;;\nRekeninguittrekselnummer vanaf;;;;\nMededeling;;;;\nLaatste saldo;1.085,00 EUR;;;\nDatum/uur van het laatste saldo;26/11/2026 10:11:12;;;\n;\nRekening;Boekingsdatum;Rekeninguittrekselnummer;Transactienummer;Rekening tegenpartij;Naam tegenpartij bevat;Straat en nummer;Postcode en plaats;Transactie;Valutadatum;Bedrag;Devies;BIC;Landcode;Mededelingen\nBE12;25/11/2026;11;22;BE34;PEETERS JAN;KERKSTRAAT 1;9000 GENT;STORTING VAN PEETERS JAN;25/11/2026;85,00;EUR;KRED;BE;2026-1403\nBE12;24/11/2026;11;21;BE56;ENGIE;;;DOMICILIERING ENGIE;24/11/2026;-60,00;EUR;KRED;BE;\n`,
    ["2026-11-25|8500|PEETERS JAN|2026-1403"],
  ],
  [
    "ING Netherlands",
    "EUR",
    `"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen";"Saldo na mutatie";"Tag"\n"20261125";"F BAKKER";"NL12INGB";"NL34RABO";"GT";"Bij";"85,00";"Online bankieren";"Naam: F BAKKER Omschrijving: 2026-1501 IBAN: NL34RABO Valutadatum: 25-11-2026";"1085,00";""\n"20261124";"ENECO";"NL12INGB";"NL56ABNA";"IC";"Af";"60,00";"Incasso";"Naam: ENECO Omschrijving: energie";"1000,00";""\n`,
    ["2026-11-25|8500|F BAKKER|2026-1501"],
  ],
  [
    "Triodos",
    "EUR",
    `"25-11-2026","NL12TRIO0123456789","85,00","Credit","F Bakker","NL34RABO0123456789","ET","factuur 2026-1502","1.085,00"\n"24-11-2026","NL12TRIO0123456789","60,00","Debet","Eneco","NL56ABNA0123456789","IC","energie","1.000,00"\n`,
    ["2026-11-25|8500||F Bakker+2026-1502"],
  ],
  [
    "Santander Spain",
    "EUR",
    `CUENTA:;ES12 0049 1234\nTITULAR:;ESCUELA\nSALDO:;1.085,00 EUR\n\nFECHA OPERACIÓN;FECHA VALOR;CONCEPTO;IMPORTE EUR;SALDO\n25/11/2026;25/11/2026;Transferencia De Garcia Maria, Concepto 2026-1601.;85,00;1.085,00\n24/11/2026;24/11/2026;Recibo Endesa;-60,00;1.000,00\n`,
    ["2026-11-25|8500||Garcia Maria+2026-1601"],
  ],
  [
    "Sabadell",
    "EUR",
    `25/11/2026|TRANSFERENCIA DE GARCIA MARIA 2026-1602|25/11/2026|85.00|1085.00||\n24/11/2026|RECIBO ENDESA|24/11/2026|-60.00|1000.00||\n`,
    ["2026-11-25|8500||GARCIA MARIA 2026-1602"],
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
    "Poste Italiane",
    "EUR",
    `Data Contabile;Data Valuta;Addebiti (euro);Accrediti (euro);Descrizione operazioni\n25/11/2026;25/11/2026;;85,00;BONIFICO DA ROSSI GIULIA PER 2026-1801\n24/11/2026;24/11/2026;60,00;;ADDEBITO ENEL\n;;;;SALDO CONTABILE 1.085,00\n`,
    ["2026-11-25|8500||ROSSI GIULIA+2026-1801"],
  ],
  [
    "Banco BPM",
    "EUR",
    `Data contabile;Data valuta;Importo;Divisa;Causale / descrizione;Stato pagamento;Canale\n25/11/2026;25/11/2026;85,00;EUR;BON.DA ROSSI GIULIA 2026-1802;Contabilizzato;Web\n26/11/2026;26/11/2026;45,00;EUR;BON.DA VERDI 2026-1803;Non contabilizzato;Web\n24/11/2026;24/11/2026;-60,00;EUR;ENEL;Contabilizzato;\n`,
    ["2026-11-25|8500||2026-1802"],
    ["pending 4500"],
  ],
  [
    "Hype",
    "EUR",
    `Data operazione,Data contabile,Tipologia,Nome,Descrizione,Importo ( € )\n25/11/2026,25/11/2026,Bonifico,Rossi Giulia,2026-1804,"85,00"\n24/11/2026,24/11/2026,Pagamento,Enel,luce,"-60,00"\n`,
    ["2026-11-25|8500|Rossi Giulia|2026-1804"],
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
    "Nordea Sweden",
    "SEK",
    `Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta\nReserverat;450,00;;;Bo Berg;Swish 2026-1903;;SEK\n2026/11/25;850,00;;1234 56 78901;Anna Åberg;Swish inbetalning 2026-1902;1850,00;SEK\n2026/11/24;-60,00;1234 56 78901;;Vattenfall;El;1000,00;SEK\n`,
    ["2026-11-25|85000|Anna Åberg|2026-1902"],
    ["pending 45000"],
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
    "SpareBank 1",
    "NOK",
    `Dato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto;\n25.11.2026;Fra: Kari Nordmann Betalt: 25.11.26 2026-1905;25.11.2026;850,00;;1234 56 78901;9876 54 32101;\n24.11.2026;Hafslund;24.11.2026;;-60,00;;1234 56 78901;\n`,
    ["2026-11-25|85000||Kari Nordmann+2026-1905"],
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
    "Nordea Denmark",
    "DKK",
    `Bogføringsdato;Beløb;Afsender;Modtager;Navn;Beskrivelse;Saldo;Valuta;Afstemt\n2026/11/25;850,00;;1234 567;Mette Holm;Faktura 2026-1907;1850,00;DKK;\n2026/11/24;-60,00;1234 567;;Ørsted;El;1000,00;DKK;\n`,
    ["2026-11-25|85000|Mette Holm|2026-1907"],
  ],
  [
    "ING Poland",
    "PLN",
    `"Lista transakcji";;;;;;;;;;;;;;;;\n"Dokument nr 1 z dnia 26.11.2026";;;;;;;;;;;;;;;;\n\n"Data transakcji";"Data księgowania";"Dane kontrahenta";"Tytuł";"Nr rachunku";"Nazwa banku";"Szczegóły";"Nr transakcji";"Kwota transakcji (waluta rachunku)";"Waluta";"Kwota blokady/zwolnienie blokady";"Waluta";"Kwota płatności w walucie";"Waluta";"Konto";"Saldo po transakcji";"Waluta"\n2026-11-25;2026-11-25;" Jan Kowalski ";"faktura 2026-2001";"'11 1111'";"mBank";"PRZELEW";"'2026'";85,00;PLN;;;;;"Konto";1085,00;PLN\n2026-11-25;;" Sklep ";"blokada";"";"";"";"";;;-45,00;PLN;;;"Konto";;\n2026-11-24;2026-11-24;" Tauron ";"prad";"";"";"PRZELEW";"'2025'";-60,00;PLN;;;;;"Konto";1000,00;PLN\n`,
    ["2026-11-25|8500|Jan Kowalski|2026-2001"],
    [],
    2,
  ],
  [
    "Pekao",
    "PLN",
    `Data księgowania;Data waluty;Nadawca / Odbiorca;Adres nadawcy / odbiorcy;Rachunek źródłowy;Rachunek docelowy;Tytułem;Kwota operacji;Waluta;Numer referencyjny;Typ operacji;Kategoria\n25.11.2026;25.11.2026;JAN KOWALSKI;UL. DŁUGA 1;'11;'22;faktura 2026-2002;85,00;PLN;'C01;PRZELEW PRZYCHODZĄCY;Wpływy\n24.11.2026;24.11.2026;TAURON;;'22;'33;prąd;-60,00;PLN;'C02;PRZELEW;Rachunki\n`,
    ["2026-11-25|8500|JAN KOWALSKI|2026-2002"],
  ],
  [
    "Fio",
    "CZK",
    `"accountId";"bankId";"currency";"iban";"bic";"openingBalance";"closingBalance";"dateStart";"dateEnd"\n"123";"2010";"CZK";"CZ12";"FIOB";"1000,00";"1085,00";"01.11.2026";"26.11.2026"\n\nID operace;Datum;Objem;Měna;Protiúčet;Název protiúčtu;Kód banky;Název banky;KS;VS;SS;Uživatelská identifikace;Zpráva pro příjemce;Typ;Provedl;Upřesnění;Komentář;BIC;ID pokynu\n26001;25.11.2026;850,00;CZK;1234;Novák Jan;0800;Česká spořitelna;0558;20262101;;Novák Jan;faktura 2026-2101;Bezhotovostní příjem;;;;;1\n26002;24.11.2026;-60,00;CZK;5678;ČEZ;0300;ČSOB;;1;;;;Bezhotovostní platba;;;;;2\n`,
    ["2026-11-25|85000|Novák Jan|2026-2101"],
  ],
  [
    "ČSOB",
    "CZK",
    `Pohyby na účtu 123456/0300;;;;;;;;;;;\n\nčíslo účtu;datum zaúčtování;částka;měna;zůstatek;konstantní symbol;variabilní symbol;specifický symbol;označení operace;název protiúčtu;protiúčet;poznámka\n123456/0300;25.11.2026;850,00;CZK;1850,00;0558;20262102;;Příchozí úhrada;NOVÁK JAN;1234/0800;\n123456/0300;24.11.2026;-60,00;CZK;1000,00;;;;Odchozí úhrada;ČEZ;5678/0300;energie\n`,
    ["2026-11-25|85000|NOVÁK JAN|20262102"],
  ],
  [
    "Raiffeisenbank",
    "CZK",
    `"Datum provedení";"Datum zaúčtování";"Číslo účtu";"Název účtu";"Kategorie transakce";"Číslo protiúčtu";"Název protiúčtu";"Typ transakce";"Zpráva";"Poznámka";"VS";"KS";"SS";"Zaúčtovaná částka";"Měna účtu";"Původní částka a měna";"Původní částka a měna";"Poplatek";"Id transakce"\n"25.11.2026 10:11";"25.11.2026";"123/5500";"ŠKOLA";"Platba";"1234/0800";"Novák Jan";"Příchozí platba";"faktura 2026-2103";"";"20262103";"";"";"1 850,00";"CZK";"";"";"";"1"\n"24.11.2026 10:11";"24.11.2026";"123/5500";"ŠKOLA";"Platba";"5678/0300";"ČEZ";"Odchozí platba";"";"";"";"";"";"-60,00";"CZK";"";"";"";"2"\n`,
    ["2026-11-25|185000|Novák Jan|2026-2103"],
  ],
  [
    "OTP Hungary",
    "HUF",
    `"117730161111","J","85000","HUF","20261125","20261125","1085000","1040","KOVÁCS ANNA","2026-2201","számla","","NAPKÖZBENI ÁTUTALÁS",""\n"117730161111","T","-60000","HUF","20261124","20261124","1000000","1050","MVM","áram","","","CSOPORTOS BESZEDÉS",""\n`,
    ["2026-11-25|8500000||KOVÁCS ANNA+2026-2201"],
  ],
  [
    "K&H",
    "HUF",
    `könyvelés dátuma\ttranzakció azonosító \ttípus\tkönyvelési számla\tkönyvelési számla elnevezése\tpartner számla\tpartner elnevezése\tösszeg\tösszeg devizaneme\tközlemény\n2026.11.25\tA1\tForint átutalás\t1040\tISKOLA\t1177\tKOVÁCS ANNA\t85000\tHUF\tszámla 2026-2202\n2026.11.24\tA2\tBeszedés\t1040\tISKOLA\t1050\tMVM\t-60000\tHUF\táram\n`,
    ["2026-11-25|8500000|KOVÁCS ANNA|2026-2202"],
  ],
  [
    "HDFC",
    "INR",
    `\n  Date     ,Narration           ,Value Dat,Debit Amount       ,Credit Amount      ,Chq/Ref Number   ,Closing Balance\n 25/11/26  ,UPI-PRIYA SHARMA-PRIYA@OKAXIS-2026-2301      ,25/11/26 ,         0.00      ,      8500.00      ,0000633012345678 ,     108500.00 \n 24/11/26  ,ACH D- TATA POWER     ,24/11/26 ,      6000.00      ,         0.00      ,0000633012345679 ,     100000.00 \n`,
    ["2026-11-25|850000||PRIYA SHARMA+2026-2301"],
  ],
  [
    "ICICI",
    "INR",
    `DETAILED STATEMENT,,,,,,,\nTransactions List -  - 001205001234 ,,,,,,,\nS No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount(INR),Deposit Amount(INR),Balance(INR)\n1,25/11/2026,25/11/2026,-,UPI/PRIYA SHARMA/2026-2302/HDFC,0,"8,500.00","1,08,500.00"\n2,24/11/2026,24/11/2026,-,ACH/TATA POWER,"6,000.00",0,"1,00,000.00"\n`,
    ["2026-11-25|850000||PRIYA SHARMA/2026-2302"],
  ],
  [
    "State Bank of India",
    "INR",
    `Account Name\t:\tHARMONY\nAccount Number\t:\t_00000012345\nBalance on 1 Nov 2026\t:\t1,00,000.00\n\nTxn Date\tValue Date\tDescription\tRef No./Cheque No.\t        Debit\tCredit\tBalance\n25 Nov 2026\t25 Nov 2026\tBY TRANSFER-UPI/CR/63301/PRIYA SHARMA/2026-2303--\tTRANSFER FROM 4897\t \t1,08,500.00\t2,08,500.00\n24 Nov 2026\t24 Nov 2026\tTO TRANSFER-TATA POWER--\tTRANSFER TO 4898\t6,000.00\t \t1,00,000.00\n**This is a computer generated statement and does not require a signature\n`,
    ["2026-11-25|10850000||PRIYA SHARMA/2026-2303"],
  ],
  [
    "Axis",
    "INR",
    `Name :- HARMONY\nStatement of Account No - 123 for the period (From : 01-11-2026 To : 26-11-2026)\n\nTran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL\n25-11-2026,-,NEFT/N63301/PRIYA SHARMA/2026-2304,  ,8500.00,108500.00,248\n24-11-2026,-,ECS/TATA POWER,6000.00,  ,100000.00,248\n`,
    ["2026-11-25|850000||PRIYA SHARMA/2026-2304"],
  ],
  [
    "Kotak",
    "INR",
    `Sl. No.,Date,Description,Chq / Ref number,Amount,Dr / Cr,Balance,Dr / Cr\n1,25-11-2026,UPI/PRIYA SHARMA/2026-2305,UPI-63301,"8,500.00",CR,"1,08,500.00",CR\n2,24-11-2026,TATA POWER,NACH-1,"6,000.00",DR,"1,00,000.00",CR\n`,
    ["2026-11-25|850000||PRIYA SHARMA/2026-2305"],
  ],
  [
    "OCBC",
    "SGD",
    `Account details for:,360 Account 123-456\nAvailable Balance,"1,085.00"\nLedger Balance,"1,085.00"\n\nTransaction History\nTransaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)\n25/11/2026,25/11/2026,"FAST PAYMENT","","85.00"\n,,"from TAN MEI LING 2026-2401",,\n24/11/2026,24/11/2026,"GIRO","60.00",""\n,,"SP GROUP",,\n`,
    ["2026-11-25|8500||TAN MEI LING 2026-2401"],
  ],
  [
    "SMBC",
    "JPY",
    `"年月日","お引出し","お預入れ","お取り扱い内容","残高","メモ","ラベル"\n"2026/11/25","","8500","振込　ヤマダ　ハナコ　2026-2501","108500","",""\n"2026/11/24","6000","","デンキ","100000","",""\n`,
    ["2026-11-25|850000||ヤマダ"],
  ],
  [
    "Rakuten",
    "JPY",
    `取引日,入出金(円),取引後残高(円),入出金内容\n20261125,8500,108500,普通　ヤマダ　ハナコ\n20261124,-6000,100000,デンキ\n`,
    ["2026-11-25|850000||ヤマダ"],
  ],
  [
    "Inter",
    "BRL",
    `Extrato Conta Corrente\nConta ;123456\nPeríodo ;01/11/2026 a 26/11/2026\nSaldo ;1.085,00\n\nData Lançamento;Histórico;Descrição;Valor;Saldo\n25/11/2026;Pix recebido;Maria Souza 2026-2601;1.085,00;2.085,00\n24/11/2026;Pagamento efetuado;Enel;-60,00;1.000,00\n`,
    ["2026-11-25|108500||Maria Souza 2026-2601"],
  ],
  [
    "Bradesco",
    "BRL",
    latin(
      `Extrato de: Agência: 123 | Conta: 45678-9 | Entre 01/11/2026 e 26/11/2026;;;;;\nData;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$)\n31/10/26;SALDO ANTERIOR;;;;1.000,00\n25/11/26;TRANSFERENCIA PIX REM: MARIA SOUZA 2026-2602;1234;85,00;;1.085,00\n26/11/26;CONTA DE LUZ ENEL;1235;;-60,00;1.025,00\n;;Total;85,00;-60,00;1.025,00\n`,
    ),
    ["2026-11-25|8500||MARIA SOUZA 2026-2602"],
  ],
  [
    "BBVA México",
    "MXN",
    `Día\tConcepto / Referencia\tcargo\tAbono\tSaldo\n25-11-2026\tSPEI RECIBIDO BANORTE / 123 2026-2701 LOPEZ ANA\t\t1,850.00\t2,850.00\n24-11-2026\tCFE / 456\t60.00\t\t1,000.00\n`,
    ["2026-11-25|185000||LOPEZ ANA"],
  ],
  [
    "Banorte",
    "MXN",
    `Cuenta,Fecha De Operación,Fecha,Referencia,Descripción,Cod. Transac,Sucursal,Depósitos,Retiros,Saldo,Movimiento,Descripción Detallada,Cheque\n'0123,25/11/2026,25/11/2026,0000001,SPEI RECIBIDO,003,0123,"$1,850.00",-,"$2,850.00",12,"SPEI RECIBIDO, DEL CLIENTE LOPEZ ANA CONCEPTO: 2026-2702",-\n'0123,24/11/2026,24/11/2026,0000002,CFE,004,0123,-,$60.00,"$1,000.00",11,CFE LUZ,-\n`,
    ["2026-11-25|185000||LOPEZ ANA+2026-2702"],
  ],
  [
    "FNB South Africa",
    "ZAR",
    `ACCOUNT TRANSACTION HISTORY\n\nName:, HARMONY, SCHOOL\nAccount:, 62123456789, [Business]\nBalance:, 1085.00, 1085.00\n\nDate, Amount, Balance, Description\n2026/11/25, 85.00, 1085.00, FNB APP PAYMENT FROM NKOSI T 2026-2801\n2026/11/24, -60.00, 1000.00, ESKOM\n`,
    ["2026-11-25|8500||NKOSI T 2026-2801"],
  ],
  [
    "Nedbank",
    "ZAR",
    `Statement Enquiry :  ,\nAccount Number : ,1234567890,\nAccount Description : ,Current account,\nStatement Number : ,11,\n25Nov2026,NKOSI T 2026-2802,85.00,1085.00,\n24Nov2026,ESKOM,-60.00,1000.00,\n`,
    ["2026-11-25|8500||NKOSI T 2026-2802"],
  ],
  [
    "Capitec",
    "ZAR",
    `Nr,Account,Posting Date,Transaction Date,Description,Original Description,Parent Category,Category,Money In,Money Out,Fee,Balance\n1,1234567890,2026-11-25,2026-11-25,Payment Received: T Nkosi,Payment Received: T NKOSI 2026-2803,Income,Other Income,85.00,,,1085.00\n2,1234567890,2026-11-24,2026-11-24,Eskom,Eskom prepaid,Household,Electricity,,-60.00,-1.00,1000.00\n`,
    ["2026-11-25|8500||2026-2803"],
  ],
  [
    "PayPal in German",
    "EUR",
    `"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Absender E-Mail-Adresse","Empfänger E-Mail-Adresse","Transaktionscode","Betreff","Hinweis","Auswirkung auf Guthaben"\n"25.11.2026","10:11:12","Europe/Berlin","Jörg Müßig","Allgemeine Zahlung","Abgeschlossen","EUR","85,00","-2,47","82,53","j@x.example","m@x.example","T1","Rechnung 2026-2901","","Haben"\n"25.11.2026","10:11:12","Europe/Berlin","Bo Park","Allgemeine Zahlung","Ausstehend","EUR","45,00","0,00","45,00","b@x.example","m@x.example","T2","2026-2902","","Memo"\n"24.11.2026","10:11:12","Europe/Berlin","","Allgemeine Abbuchung","Abgeschlossen","EUR","-60,00","0,00","-60,00","m@x.example","","T3","","","Soll"\n`,
    ["2026-11-25|8500|Jörg Müßig|2026-2901"],
    ["pending 4500"],
  ],
  [
    "SumUp",
    "EUR",
    `Email,Date,Transaction ID,Transaction type,Status,Card type,Last 4 digits,Process as,Payment method,Entry mode,Auth code,Description,Total,Net sales,Tax amount,Tip amount,Fee,Payout,Payout date,Payout id,Reference\nm@x.example,2026-11-25 10:11:12,T1,Sale,Paid out,VISA,1234,CREDIT,POS,chip,A1,Piano 2026-2903,85.00,85.00,0.00,0.00,1.44,83.56,2026-11-26,P1,R1\nm@x.example,2026-11-25 11:11:12,T2,Sale,Cancelled,VISA,1234,CREDIT,POS,chip,,Piano,45.00,45.00,0.00,0.00,0.00,0.00,,,\n`,
    ["2026-11-25|8500||2026-2903"],
    ["failed 4500"],
    0,
  ],
]

/** A statement with two lines of its own, in the frame that all have. */
const mt = (lines: string, { currency = "EUR", opening = "1000,00", closing = "1025,00", more = "" } = {}) =>
  `:20:STARTUMS\n:25:50010517/1234567890\n:28C:11/1\n:60F:C261124${currency}${opening}\n${lines}\n:62F:C261125${currency}${closing}\n${more}`
const rent = ":61:2611241124D60,00NDDTNONREF\n:86:105?00LASTSCHRIFT?20Strom?32STADTWERKE"

const swift: Case[] = [
  [
    "MT940 of a German bank, in blocks and with a funds code",
    "EUR",
    `{1:F01GENODEXXXXX0000000000}{2:I940GENODEXXXXXN}{4:\n${mt(`:61:2611251125CR85,00N166NONREF//26112\n:86:166?00GUTSCHR. UEBERWEISUNG?109310?20EREF+NOTPROVIDED?21SVWZ+Rechnung 2026-3001 K?22lavier?30GENODEXX?31DE12?32JOERG MUESSIG?33 UND ANNA\n${rent}`)}-}\n`,
    ["2026-11-25|8500|JOERG MUESSIG|Rechnung 2026-3001 Klavier"],
  ],
  [
    "MT940 without a closing balance",
    "EUR",
    `:20:X\n:25:NL12\n:28C:1\n:60F:C261124EUR1000,00\n:61:2611251125C85,00NTRFNONREF\n:86:/NAME/F BAKKER/REMI/2026-3002\n${rent}\n`,
    ["2026-11-25|8500|F BAKKER|2026-3002"],
  ],
  [
    "MT940 of ABN Amro in free text",
    "EUR",
    `ABNANL2A\n940\nABNANL2A\n:20:ABN AMRO BANK NV\n:25:123456789\n:28:32901/1\n:60F:C261124EUR1000,00\n:61:2611251125C85,00N654NONREF\n:86:SEPA OVERBOEKING                 IBAN: NL34RABO0123456789\nBIC: RABONL2U                    NAAM: F BAKKER\nOMSCHRIJVING: 2026-3003\n:61:2611241124D60,00N426NONREF\n:86:SEPA INCASSO ENECO\n:62F:C261125EUR1025,00\n-\n`,
    ["2026-11-25|8500||F BAKKER+2026-3003"],
  ],
  [
    "MT940 of a Polish bank",
    "PLN",
    mt(
      ":61:2611251125C85,00S944NONREF\n:86:944<00PRZELEW PRZYCH.<10123<20faktura 2026-3004<27JAN KOWALSKI<28UL. DLUGA 1<3010500<32JAN KOWALSKI\n:61:2611241124D60,00S944NONREF\n:86:944<00PRZELEW<20prad<32TAURON",
      { currency: "PLN" },
    ),
    ["2026-11-25|8500|JAN KOWALSKI|2026-3004"],
  ],
  [
    "MT940 with the payer on the line below",
    "CZK",
    mt(
      ":61:2611251125C85,00NTRF20263005//26112501\nNOVAK JAN\n:86:uhrada faktury VS 20263005\n:61:2611241124D60,00NTRFNONREF//26112502\nCEZ\n:86:energie",
      { currency: "CZK" },
    ),
    ["2026-11-25|8500||20263005"],
  ],
  [
    "MT940 with a type of letters that no rule has, and no details",
    "EUR",
    mt(`:61:2611251125C85,00F   2026-3006\n${rent}`),
    ["2026-11-25|8500||2026-3006"],
  ],
  [
    "MT940 whose line is broken: it alone is named",
    "EUR",
    mt(`:61:2611251125C85,00NTRFNONREF\n:86:/NAME/F BAKKER/REMI/2026-3007\n:61:nonsense\n${rent}`),
    ["2026-11-25|8500|F BAKKER|2026-3007"],
    [],
    1,
    [2],
  ],
  [
    "MT940 with a reversed debit and a reversed credit",
    "EUR",
    mt(
      ":61:2611251125C85,00NTRFNONREF\n:86:/NAME/F BAKKER/REMI/2026-3008\n:61:2611251125RD30,00NRTINONREF\n:86:returned\n:61:2611251125RC20,00NTRFNONREF\n:86:taken back\n" +
        rent,
      { closing: "1035,00" },
    ),
    ["2026-11-25|8500|F BAKKER|2026-3008"],
    ["returned 3000"],
    2,
  ],
  [
    "MT940 of several days, and an amount without cents",
    "EUR",
    `${mt(`:61:2611251125C85,NTRFNONREF\n:86:/NAME/F BAKKER/REMI/2026-3009\n${rent}`)}\n${mt(":61:2611261126C45,5NTRFNONREF\n:86:/NAME/A BOS/REMI/2026-3010", { opening: "1025,00", closing: "1070,50" })}`,
    ["2026-11-25|8500|F BAKKER|2026-3009", "2026-11-26|4550|A BOS|2026-3010"],
  ],
]

const camt = (entries: string, head = "camt.053.001.08", group = "BkToCstmrStmt") =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${head}"><${group}><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><Acct><Id><IBAN>CH12</IBAN></Id><Ccy>CHF</Ccy></Acct>${entries}</Stmt></${group}></Document>`
const ntry = (sum: string, rest: string, sign = "CRDT", state = "<Sts><Cd>BOOK</Cd></Sts>") =>
  `<Ntry><Amt Ccy="CHF">${sum}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${state}<BookgDt><Dt>2026-11-25</Dt></BookgDt><ValDt><Dt>2026-11-25</Dt></ValDt>${rest}</Ntry>`
const tx = (name: string, purpose: string, sum = "") =>
  `<TxDtls>${sum && `<Amt Ccy="CHF">${sum}</Amt><CdtDbtInd>CRDT</CdtDbtInd>`}<RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties><RmtInf>${purpose}</RmtInf></TxDtls>`
const out = ntry("60.00", "", "DBIT")
const strd = (number: string) =>
  `<Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>QRR</Prtry></CdOrPrtry></Tp><Ref>${number}</Ref></CdtrRefInf></Strd>`

const iso: Case[] = [
  [
    "CAMT with a QR reference and a message beside it",
    "CHF",
    camt(
      ntry(
        "85.00",
        `<NtryDtls>${tx("Meier Hans", `${strd("210000000003139471430009017")}<Ustrd>Klavier 2026-3101</Ustrd>`)}</NtryDtls>`,
      ) + out,
    ),
    ["2026-11-25|8500|Meier Hans|2026-3101+210000000003139471430009017"],
  ],
  [
    "CAMT with a collective entry in two groups",
    "CHF",
    camt(
      ntry(
        "145.00",
        `<NtryDtls><Btch><NbOfTxs>1</NbOfTxs></Btch>${tx("Meier Hans", "<Ustrd>2026-3102</Ustrd>", "85.00")}</NtryDtls><NtryDtls>${tx("Koch Rita", "<Ustrd>2026-3103</Ustrd>", "60.00")}</NtryDtls>`,
      ) + out,
    ),
    ["2026-11-25|8500|Meier Hans|2026-3102", "2026-11-25|6000|Koch Rita|2026-3103"],
  ],
  [
    "CAMT with an entry less its charges",
    "CHF",
    camt(
      ntry(
        "82.00",
        `<Chrgs><TtlChrgsAndTaxAmt Ccy="CHF">3.00</TtlChrgsAndTaxAmt></Chrgs><NtryDtls>${tx("Meier Hans", "<Ustrd>2026-3104</Ustrd>", "85.00")}</NtryDtls>`,
      ) + out,
    ),
    ["2026-11-25|8200|Meier Hans|2026-3104"],
  ],
  [
    "CAMT with prefixes before its tags, and a state as text",
    "CHF",
    camt(
      ntry(
        "85.00",
        `<NtryDtls>${tx("Meier &amp; Söhne", "<Ustrd>2026-3105</Ustrd>")}</NtryDtls>`,
        "CRDT",
        "<Sts>BOOK</Sts>",
      ),
    )
      .replace(/<(\/?)([A-Z])/g, "<$1ns2:$2")
      .replace("xmlns=", "xmlns:ns2="),
    ["2026-11-25|8500|Meier & Söhne|2026-3105"],
    [],
    0,
  ],
  [
    "CAMT of today, with what waits and what is only announced",
    "CHF",
    camt(
      ntry("85.00", `<NtryDtls>${tx("Meier Hans", "<Ustrd>2026-3106</Ustrd>")}</NtryDtls>`) +
        ntry("45.00", "", "CRDT", "<Sts><Cd>PDNG</Cd></Sts>") +
        ntry("35.00", "", "CRDT", "<Sts><Cd>INFO</Cd></Sts>"),
      "camt.052.001.08",
      "BkToCstmrAcctRpt",
    ).replace(/(<\/?)Stmt>/g, "$1Rpt>"),
    ["2026-11-25|8500|Meier Hans|2026-3106"],
    ["pending 4500", "pending 3500"],
    0,
  ],
  [
    "CAMT with an amount from abroad",
    "CHF",
    camt(
      ntry(
        "81.20",
        `<NtryDtls><TxDtls><Amt Ccy="EUR">85.00</Amt><AmtDtls><InstdAmt><Amt Ccy="EUR">85.00</Amt></InstdAmt><CntrValAmt><Amt Ccy="CHF">81.20</Amt></CntrValAmt></AmtDtls><RltdPties><Dbtr><Nm>Rossi Anna</Nm></Dbtr></RltdPties><RmtInf><Ustrd>2026-3107</Ustrd></RmtInf></TxDtls></NtryDtls>`,
      ) + out,
    ),
    ["2026-11-25|8120|Rossi Anna|2026-3107"],
  ],
]

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
    "OFX with a zone behind its day",
    "USD",
    ofx(trn("85.00", "ZELLE ANNA ROSSI", "2026-3201") + trn("-60.00", "RENT", "", "2")),
    ["2026-11-25|8500|ANNA ROSSI|2026-3201"],
  ],
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
  [
    "OFX with a plus sign and ampersands",
    "CAD",
    ofx(trn("+85.00", "MEYER &amp; SONS", "Fees & 2026-3203"), undefined, "CAD"),
    ["2026-11-25|8500|MEYER & SONS|2026-3203"],
    [],
    0,
  ],
  [
    "OFX 2 as XML",
    "AUD",
    ofx(
      trn("85.00", "ROSSI A", "2026-3204").replace(/<(\w+)>([^<]+)/g, "<$1>$2</$1>"),
      '<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?>',
      "AUD",
    ).replace(/<(TRNUID|CURDEF|DTSTART|DTEND|BALAMT|DTASOF)>([^<]+)/g, "<$1>$2</$1>"),
    ["2026-11-25|8500|ROSSI A|2026-3204"],
    [],
    0,
  ],
  [
    "OFX in one line per tag with blanks before",
    "USD",
    ofx(trn("85.00", "ANNA ROSSI", "2026-3205")).replace(/</g, "\n   <"),
    ["2026-11-25|8500|ANNA ROSSI|2026-3205"],
    [],
    0,
  ],
  [
    "QIF with days first and amounts under U",
    "GBP",
    "!Type:Bank\nD25/11/2026\nU85.00\nT85.00\nPPATEL R\nM2026-3206\n^\nD24/11/2026\nU-60.00\nT-60.00\nPBRITISH GAS\n^\n",
    ["2026-11-25|8500|PATEL R|2026-3206"],
  ],
  [
    "QIF with splits and thousands",
    "USD",
    "!Type:Bank\nD11/25'26\nT1,085.00\nPANNA ROSSI\nM2026-3207\nSLessons\n$1,000.00\nSBooks\n$85.00\n^\nD11/14'26\nT-60.00\nPRENT\n^\n",
    ["2026-11-25|108500|ANNA ROSSI|2026-3207"],
  ],
]

const odd: Case[] = [
  [
    "a file whose first line names the sign",
    "EUR",
    "sep=;\nBuchungstag;Auftraggeber;Verwendungszweck;Betrag\n25.11.2026;Jörg Müßig;2026-3301;85,00\n24.11.2026;Stadtwerke;Strom;-60,00\n",
    ["2026-11-25|8500|Jörg Müßig|2026-3301"],
  ],
  [
    "a column of refunds that are no fees",
    "EUR",
    "Date;Libellé;Montant;Statut\n25/11/2026;REMBOURSEMENT MARTIN 2026-3302;85,00;Comptabilisé\n26/11/2026;VIR DURAND;45,00;En attente\n",
    ["2026-11-25|8500||2026-3302"],
    ["pending 4500"],
    0,
  ],
  [
    "amounts with a currency’s sign on both sides",
    "GBP",
    "Date,Details,Amount\n25/11/2026,PATEL R 2026-3303,£85.00 CR\n24/11/2026,GAS,£60.00 DR\n",
    ["2026-11-25|8500||2026-3303"],
  ],
  [
    "amounts with a minus behind them",
    "EUR",
    "Datum;Omschrijving;Bedrag\n25-11-2026;F BAKKER 2026-3304;1.085,00+\n24-11-2026;ENECO;60,00-\n",
    ["2026-11-25|108500||2026-3304"],
  ],
  [
    "a title in each page of the file, with headings again",
    "EUR",
    "Datum;Text;Betrag\n25.11.2026;Müßig 2026-3305;85,00\nSeite 2\nDatum;Text;Betrag\n24.11.2026;Huber 2026-3306;45,00\n23.11.2026;Miete;-60,00\n",
    ["2026-11-25|8500||2026-3305", "2026-11-24|4500||2026-3306"],
  ],
  [
    "rows that end with more signs than the headings",
    "EUR",
    "Datum;Text;Betrag\n25.11.2026;Müßig 2026-3307;85,00;;;\n24.11.2026;Miete;-60,00;;;\n",
    ["2026-11-25|8500||2026-3307"],
  ],
  [
    "a day with its weekday and a time",
    "EUR",
    "Datum;Text;Betrag\nMi 25.11.2026 10:11;Müßig 2026-3308;85,00\nDi 24.11.2026 09:00;Miete;-60,00\n",
    ["2026-11-25|8500||2026-3308"],
  ],
  [
    "a text of several lines within quotation marks",
    "USD",
    'Date,Description,Amount\n11/25/2026,"ZELLE FROM\nANNA ROSSI\n2026-3309",85.00\n11/24/2026,RENT,-60.00\n',
    ["2026-11-25|8500||ANNA ROSSI 2026-3309"],
  ],
  [
    "a name that begins as a formula does",
    "GBP",
    "Date,Payer,Reference,Amount\n25/11/2026,'+PATEL R,2026-3310,85.00\n24/11/2026,GAS,DD,-60.00\n",
    ["2026-11-25|8500|PATEL R|2026-3310"],
  ],
  [
    "days of Thailand’s calendar aren’t ours",
    "USD",
    "Date,Description,Amount\n11/25/2026,Rossi 2026-3311,85.00\n11/24/2026,Rent,-60.00\n11/23/2026,Zero,0.00\n",
    ["2026-11-25|8500||2026-3311"],
    [],
    2,
  ],
  [
    "a column that says posted, returned and void",
    "USD",
    "Date,Description,Amount,Status\n11/25/2026,ROSSI 2026-3312,85.00,Posted\n11/24/2026,PARK 2026-3313,45.00,Returned\n11/23/2026,LUND 2026-3314,35.00,Void\n",
    ["2026-11-25|8500||2026-3312"],
    ["failed 4500", "failed 3500"],
    0,
  ],
  [
    "numbers in other digits’ groups",
    "INR",
    'Date,Particulars,Deposits,Withdrawals,Balance\n25-Nov-2026,UPI SHARMA 2026-3315,"12,34,567.00",,"13,34,567.00"\n24-Nov-2026,TATA,,"6,000.00","1,00,000.00"\n',
    ["2026-11-25|123456700||2026-3315"],
  ],
]

const mistaken: Case[] = [
  [
    "a number of eight digits beside the day, without headings",
    "EUR",
    "10012026;24.11.2026;85,00;Kim Stein\n11012026;25.11.2026;-65,00;Lee Klein\n",
    ["2026-11-24|8500||Kim Stein"],
  ],
  [
    "a number of eight digits beside a day of eight digits",
    "EUR",
    "10012026;20261124;85,00;Kim Stein\n11012026;20261125;-65,00;Lee Klein\n",
    ["2026-11-24|8500||Kim Stein"],
  ],
  [
    "a purpose with a day in it",
    "USD",
    '"11/24/2026","85.00","Invoice 11-20-2026","Kim Stone"\n"11/25/2026","-60.00","Invoice 11-21-2026","Rent"\n',
    ["2026-11-24|8500||Invoice 11-20-2026+Kim Stone"],
  ],
  [
    "a purpose with a month’s name in it",
    "USD",
    '"11/24/2026","85.00","Lesson 20 Nov 2026","Kim Stone"\n"11/25/2026","-60.00","Lesson 21 Nov 2026","Rent"\n',
    ["2026-11-24|8500||Lesson 20 Nov 2026+Kim Stone"],
  ],
  [
    "days with their whole names",
    "EUR",
    "Datum;Text;Betrag\nMittwoch, 25.11.2026;Müßig 2026-3401;85,00\nDienstag, 24.11.2026;Miete;-60,00\n",
    ["2026-11-25|8500||2026-3401"],
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

const further: Case[] = [
  [
    "Arion",
    "ISK",
    "Dagsetning;Upphæð;Staða;Mynt;Skýring;Tilvísun;Texti\n25.11.2026;8.500;108.500;ISK;Millifærsla;2026-4001;Anna Jónsdóttir\n24.11.2026;-6.000;100.000;ISK;Reikningur;;Orkan\n",
    ["2026-11-25|850000||2026-4001+Anna Jónsdóttir"],
  ],
  [
    "Swedbank Estonia",
    "EUR",
    '"Kliendi konto";"Reatüüp";"Kuupäev";"Saaja/Maksja";"Selgitus";"Summa";"Valuuta";"Deebet/Kreedit";"Arhiveerimistunnus";"Tehingu tüüp";"Viitenumber";"Dokumendi number"\n"EE12";"10";"01.11.2026";"";"Algsaldo";"1000,00";"EUR";"K";"";"AS";"";""\n"EE12";"20";"25.11.2026";"MARI TAMM";"Arve 2026-4002";"85,00";"EUR";"K";"2026112500001";"MK";"";""\n"EE12";"20";"24.11.2026";"EESTI ENERGIA";"elekter";"60,00";"EUR";"D";"2026112400001";"MK";"";""\n"EE12";"82";"30.11.2026";"";"Käive";"85,00";"EUR";"K";"";"K2";"";""\n"EE12";"82";"30.11.2026";"";"Käive";"60,00";"EUR";"D";"";"K2";"";""\n"EE12";"86";"30.11.2026";"";"Lõppsaldo";"1025,00";"EUR";"K";"";"LS";"";""\n',
    ["2026-11-25|8500|MARI TAMM|2026-4002"],
  ],
  [
    "Banca Transilvania",
    "RON",
    'Extras de cont\nCont:,RO12BTRL\n\nData tranzactie,Data valuta,Descriere,Referinta tranzactiei,Debit,Credit,Sold contabil\n2026-11-25,2026-11-25,"Incasare OP - POPESCU ION; factura 2026-4003",123,,"850.00","1,850.00"\n2026-11-24,2026-11-24,Plata ENEL,124,"-60.00",,"1,000.00"\n',
    ["2026-11-25|85000||POPESCU ION+2026-4003"],
  ],
  [
    "Croatia’s PBZ",
    "EUR",
    "Redni broj;Datum valute;Datum izvršenja;Opis plaćanja;Naziv platitelja;Isplata;Uplata;Stanje\n1;25.11.2026;25.11.2026;račun 2026-4004;IVAN HORVAT;;85,00;1.085,00\n2;24.11.2026;24.11.2026;struja;;60,00;;1.000,00\n",
    ["2026-11-25|8500|IVAN HORVAT|2026-4004"],
  ],
  [
    "Tatra banka",
    "EUR",
    "Dátum zaúčtovania;Suma;Mena;Kredit/Debet;Názov protiúčtu;Variabilný symbol;Informácia pre príjemcu\n25.11.2026;85,00;EUR;Kredit;JÁN NOVÁK;20264005;faktúra 2026-4005\n24.11.2026;60,00;EUR;Debet;ZSE;;energia\n",
    ["2026-11-25|8500|JÁN NOVÁK|2026-4005"],
  ],
  [
    "Garanti",
    "TRY",
    "Tarih;Açıklama;İşlem Tutarı;Bakiye;Dekont No\n25.11.2026;FAST AYŞE YILMAZ 2026-4006;1.850,00 TL;2.850,00 TL;1\n24.11.2026;ELEKTRİK;-60,00 TL;1.000,00 TL;2\n",
    ["2026-11-25|185000||AYŞE YILMAZ 2026-4006"],
  ],
  [
    "Leumi",
    "ILS",
    'תאריך,תאריך ערך,תיאור,אסמכתא,בחובה,בזכות,היתרה בש""ח\n25/11/2026,25/11/2026,העברה מכהן דנה 2026-4007,123,,850.00,1850.00\n24/11/2026,24/11/2026,חשמל,124,60.00,,1000.00\n',
    ["2026-11-25|85000||2026-4007"],
  ],
  [
    "WeChat Pay",
    "CNY",
    "微信支付账单明细,,,,,,,\n起始时间：[2026-11-01 00:00:00] 终止时间：[2026-11-26 00:00:00],,,,,,,\n\n交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态\n2026-11-25 10:11:12,转账,王芳,2026-4008,收入,¥850.00,/,已存入零钱\n2026-11-24 10:11:12,商户消费,超市,菜,支出,¥60.00,零钱,支付成功\n",
    ["2026-11-25|85000|王芳|2026-4008"],
  ],
  [
    "KB Kookmin",
    "KRW",
    '거래일시,적요,보낸분/받는분,송금메모,출금액,입금액,잔액\n2026.11.25 10:11:12,전자금융,김민지,2026-4009,0,"85,000","1,085,000"\n2026.11.24 10:11:12,자동이체,한국전력,,"60,000",0,"1,000,000"\n',
    ["2026-11-25|8500000|김민지|2026-4009"],
  ],
  [
    "Caixa Econômica",
    "BRL",
    '"Conta";"Data_Mov";"Nr_Doc";"Historico";"Valor";"Deb_Cred"\n"123";"20261125";"000001";"PIX RECEBIDO MARIA 2026-4010";"85.00";"C"\n"123";"20261124";"000002";"ENEL";"60.00";"D"\n',
    ["2026-11-25|8500||MARIA 2026-4010"],
  ],
  [
    "Santander México",
    "MXN",
    "Cuenta,Fecha,Hora,Sucursal,Descripción,Cargo/Abono,Importe,Saldo,Referencia,Concepto\n'65501,'25112026,'10:11,'0001,ABONO SPEI,+,1850.00,2850.00,1,LOPEZ ANA 2026-4011\n'65501,'24112026,'10:11,'0001,PAGO CFE,-,60.00,1000.00,2,LUZ\n",
    ["2026-11-25|185000||LOPEZ ANA 2026-4011"],
  ],
  [
    "Banco de Chile",
    "CLP",
    "Fecha;Descripción;Canal o Sucursal;Cargos (PESOS);Abonos (PESOS);Saldo (PESOS)\n25/11/2026;TRASPASO DE: ANA ROJAS 2026-4012;INTERNET;;85.000;1.085.000\n24/11/2026;PAGO ENEL;INTERNET;60.000;;1.000.000\n",
    ["2026-11-25|8500000||ANA ROJAS 2026-4012"],
  ],
  [
    "Galicia",
    "ARS",
    "Fecha;Descripción;Origen;Débitos;Créditos;Grupo de Conceptos;Concepto;Saldo\n25/11/2026;TRANSFERENCIA DE TERCEROS;;0,00;85.000,50;Transferencias;ANA DIAZ 2026-4013;185.000,50\n24/11/2026;DEBITO AUTOMATICO EDENOR;;-60.000,00;0,00;Servicios;LUZ;100.000,00\n",
    ["2026-11-25|8500050||ANA DIAZ 2026-4013"],
  ],
  [
    "ING España",
    "EUR",
    "Movimientos de la Cuenta;;;;;;\nNúmero de cuenta:;ES12 1465;;;;;\n\nF. VALOR;CATEGORÍA;SUBCATEGORÍA;DESCRIPCIÓN;COMENTARIO;IMPORTE (€);SALDO (€)\n25/11/2026;Otros ingresos;Transferencias recibidas;Transferencia recibida de GARCIA MARIA 2026-4014;;85,00;1085,00\n24/11/2026;Hogar;Luz;Recibo ENDESA;;-60,00;1000,00\n",
    ["2026-11-25|8500||GARCIA MARIA 2026-4014"],
  ],
  [
    "Sparkasse’s CSV like MT940",
    "EUR",
    '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer";"BLZ";"Betrag";"Waehrung";"Info"\n"DE12";"25.11.26";"25.11.26";"GUTSCHR. UEBERWEISUNG";"SVWZ+Rechnung 2026-4015";"Müßig, Jörg";"DE1";"GENO";"85,00";"EUR";"Umsatz gebucht"\n"DE12";"26.11.26";"26.11.26";"GUTSCHRIFT";"2026-4016";"Park, Bo";"DE1";"GENO";"45,00";"EUR";"Umsatz vorgemerkt"\n"DE12";"24.11.26";"24.11.26";"FOLGELASTSCHRIFT";"Strom";"Stadtwerke";"DE2";"GENO";"-60,00";"EUR";"Umsatz gebucht"\n',
    ["2026-11-25|8500|Müßig, Jörg|2026-4015"],
    ["pending 4500"],
  ],
  [
    "GLS’s older one",
    "EUR",
    "Kontonummer;Buchungstag;Wertstellung;Auftraggeber/Empfänger;Buchungstext;VWZ1;VWZ2;VWZ3;Betrag;Kontostand;Währung\n123;25.11.2026;25.11.2026;Jörg Müßig;Überweisungsgutschr.;Rechnung;2026-4017;Klavier;85,00;1085,00;EUR\n123;24.11.2026;24.11.2026;Stadtwerke;Lastschrift;Strom;;;-60,00;1000,00;EUR\n",
    ["2026-11-25|8500|Jörg Müßig|Rechnung+2026-4017+Klavier"],
  ],
  [
    "Consorsbank",
    "EUR",
    "Buchung;Valuta;Sender / Empfänger;IBAN / Konto-Nr.;BIC / BLZ;Buchungstext;Verwendungszweck;Kategorie;Stichwörter;Umsatz geteilt;Betrag in EUR\n25.11.2026;25.11.2026;Jörg Müßig;DE1;GENO;GUTSCHRIFT;Rechnung 2026-4018;Einnahmen;;;85,00\n24.11.2026;24.11.2026;Stadtwerke;DE2;GENO;LASTSCHRIFT;Strom;Wohnen;;;-60,00\n",
    ["2026-11-25|8500|Jörg Müßig|2026-4018"],
  ],
  [
    "Holvi",
    "EUR",
    "Date;Amount;Currency;Counterparty;Description;Reference;Message;Filing ID\n25.11.2026;85,00;EUR;Jörg Müßig;;;Rechnung 2026-4019;abc\n24.11.2026;-60,00;EUR;Stadtwerke;;;Strom;abd\n",
    ["2026-11-25|8500|Jörg Müßig|2026-4019"],
  ],
  [
    "GoCardless",
    "GBP",
    "id,created_at,charge_date,amount,description,currency,status,amount_refunded,reference,customers.given_name,customers.family_name\nPM1,2026-11-20T10:11:12Z,2026-11-25,85.00,Piano 2026-4020,GBP,paid_out,0.00,,Asha,Patel\nPM2,2026-11-21T10:11:12Z,2026-11-26,45.00,Piano 2026-4021,GBP,pending_submission,0.00,,Bo,Park\nPM3,2026-11-19T10:11:12Z,2026-11-24,35.00,Piano 2026-4022,GBP,failed,0.00,,Cy,Lund\n",
    ["2026-11-25|8500||2026-4020"],
    ["pending 4500", "failed 3500"],
    0,
  ],
  [
    "Mollie",
    "EUR",
    "Date,Payment method,Currency,Amount,Status,ID,Description,Consumer name,Consumer bank account\n2026-11-25 10:11:12,ideal,EUR,85.00,paid,tr_1,2026-4023,F Bakker,NL12\n2026-11-25 11:11:12,ideal,EUR,45.00,open,tr_2,2026-4024,,\n2026-11-24 11:11:12,ideal,EUR,35.00,expired,tr_3,2026-4025,,\n",
    ["2026-11-25|8500|F Bakker|2026-4023"],
    ["pending 4500", "failed 3500"],
    0,
  ],
  [
    "Xero’s own",
    "NZD",
    "*Date,*Amount,Payee,Description,Reference,Check Number\n25/11/2026,85.00,Rossi A,Piano,2026-4026,\n24/11/2026,-60.00,Mercury,Power,,\n",
    ["2026-11-25|8500|Rossi A|2026-4026"],
  ],
  [
    "SEB Sweden",
    "SEK",
    "Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp;Saldo\n2026-11-25;2026-11-25;5484123;ANNA ÅBERG/26-11-25 2026-4027;1 085,000;2 085,000\n2026-11-24;2026-11-24;5484124;VATTENFALL;-60,000;1 000,000\n",
    ["2026-11-25|108500||ANNA ÅBERG+2026-4027"],
  ],
  [
    "Piraeus",
    "EUR",
    "Ημερομηνία;Περιγραφή;Ποσό;Πρόσημο ποσού;Υπόλοιπο\n25/11/2026;ΕΜΒΑΣΜΑ ΠΑΠΑΔΟΠΟΥΛΟΥ 2026-4028;85,00;Π;1.085,00\n24/11/2026;ΔΕΗ;60,00;Χ;1.000,00\n",
    ["2026-11-25|8500||2026-4028"],
  ],
  [
    "Maybank",
    "MYR",
    'Transaction Date,Transaction Description,Transaction Amount,Statement Balance\n25/11/2026,TRANSFER FROM TAN MEI 2026-4029,85.00+,"1,085.00"\n24/11/2026,TNB,60.00-,"1,000.00"\n',
    ["2026-11-25|8500||TAN MEI 2026-4029"],
  ],
  [
    "Emirates NBD",
    "AED",
    "Date,Narration,Debit,Credit,Balance\n25 Nov 2026,IPP TRANSFER FROM SARA KHAN 2026-4030,,850.00,1850.00 CR\n24 Nov 2026,DEWA,60.00,,1000.00 CR\n",
    ["2026-11-25|85000||SARA KHAN 2026-4030"],
  ],
  [
    "a shop’s till, whose refunds are below",
    "USD",
    "Date,Name,Memo,Gross,Fee,Net,Type\n11/25/2026,Anna Rossi,2026-4031,85.00,-2.75,82.25,Payment\n11/24/2026,Bo Park,2026-4032,-30.00,0.00,-30.00,Refund\n",
    ["2026-11-25|8500|Anna Rossi|2026-4031"],
  ],
]

const tried: Case[] = [
  [
    "a mark, CRLF and totals below",
    "USD",
    "\ufeffDate,Description,Credit,Debit\r\n11/25/2026,ROSSI 2026-5001,85.00,\r\n11/24/2026,RENT,,60.00\r\n,Total credits,85.00,\r\n,Total debits,,60.00\r\n",
    ["2026-11-25|8500||2026-5001"],
  ],
  [
    "a credit taken back below Credit",
    "GBP",
    "Date,Details,Debit,Credit,Balance\n25/11/2026,PATEL 2026-5002,,85.00,1110.00\n24/11/2026,PATEL REVERSAL,,-25.00,1025.00\n23/11/2026,GAS,60.00,,1050.00\n",
    ["2026-11-25|8500||2026-5002"],
    [],
    2,
  ],
  [
    "two accounts in one file",
    "EUR",
    "Account;Date;Counterparty;Reference;Amount;Account currency\nMain;2026-11-25;Müßig;2026-5003;85.00;EUR\nDollars;2026-11-25;Rossi;2026-5004;70.00;USD\nMain;2026-11-24;Strom;x;-60.00;EUR\n",
    ["2026-11-25|8500|Müßig|2026-5003"],
    ["currency 7000"],
  ],
  [
    "an amount as paid beside that in our currency",
    "EUR",
    "Datum;Name;Zweck;Betrag;Währung;Betrag in EUR\n25.11.2026;Müßig;2026-5005;85,00;EUR;85,00\n24.11.2026;Rossi;2026-5006;100,00;CHF;92,00\n23.11.2026;Strom;x;-60,00;EUR;-60,00\n",
    ["2026-11-25|8500|Müßig|2026-5005", "2026-11-24|9200|Rossi|2026-5006"],
  ],
  [
    "units in a row below the headings",
    "CHF",
    "Datum;Text;Gutschrift;Belastung\n;;CHF;CHF\n25.11.2026;Meier 2026-5007;85.00;\n24.11.2026;EWZ;;60.00\n",
    ["2026-11-25|8500||2026-5007"],
  ],
  [
    "no headings, the text first",
    "EUR",
    "Meier Hans 2026-5008;25.11.2026;85,00\nStadtwerke Strom;24.11.2026;-60,00\n",
    ["2026-11-25|8500||Meier Hans 2026-5008"],
  ],
  [
    "a state that says not yet posted",
    "USD",
    "Date,Description,Amount,Status\n11/25/2026,ROSSI 2026-5009,85.00,Posted\n11/26/2026,PARK 2026-5010,45.00,Not yet posted\n",
    ["2026-11-25|8500||2026-5009"],
    ["pending 4500"],
    0,
  ],
  [
    "gross, fee and net",
    "EUR",
    "Datum;Kunde;Beschreibung;Brutto;Gebühr;Netto\n25.11.2026;Müßig;2026-5011;85,00;-2,00;83,00\n24.11.2026;Huber;Erstattung;-60,00;0,00;-60,00\n",
    ["2026-11-25|8500||2026-5011"],
  ],
  [
    "tabs and blanks around each cell",
    "EUR",
    "Datum \t Empfänger \t Zweck \t Betrag \n 25.11.2026 \t Müßig \t 2026-5012 \t 85,00 \n 24.11.2026 \t Strom \t x \t -60,00 \n",
    ["2026-11-25|8500|Müßig|2026-5012"],
  ],
  [
    "a sign of money in a column of its own",
    "GBP",
    "Date,Description,,Amount,Type\n25/11/2026,PATEL 2026-5013,£,85.00,Credit\n24/11/2026,GAS,£,60.00,Debit\n",
    ["2026-11-25|8500||2026-5013"],
  ],
  [
    "days before months by their evidence alone",
    "USD",
    "Date,Description,Amount\n25/11/2026,ROSSI 2026-5014,85.00\n02/11/2026,PARK 2026-5015,45.00\n01/11/2026,RENT,-60.00\n",
    ["2026-11-25|8500||2026-5014", "2026-11-02|4500||2026-5015"],
  ],
  [
    "an amount in words of thousands",
    "HUF",
    "Dátum;Partner;Közlemény;Összeg\n2026.11.25.;KOVÁCS;2026-5016;1 085 000 Ft\n2026.11.24.;MVM;áram;-60 000 Ft\n",
    ["2026-11-25|108500000|KOVÁCS|2026-5016"],
  ],
]

describe("credits of", () => {
  test.each([...cases, ...swift, ...iso, ...quicken, ...odd, ...mistaken, ...pages, ...further, ...tried])(
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
  fc.assert(
    fc.property(
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
        const found = readMt940(text, "EUR")
        if (!found.ok) throw new Error(found.message)
        const { entries, left, outgoing, unreadable, differenceMinor } = found
        expect(entries.length + left.length + outgoing + unreadable.length).toBe(lines.length)
        expect(sum([...entries, ...left].map(({ amountMinor }) => amountMinor))).toBe(
          sum(moved.filter((each) => each > 0)),
        )
        expect(differenceMinor).toBe(off)
      },
    ),
    { numRuns: histories(500) },
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
  ["with points", "C261101EUR1.000,00", ":62F:C261130EUR1.085,00", { balances: "unreadable" }],
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
    const read = readMt940(text, "EUR")
    if (!read.ok) throw new Error(read.message)
    expect(read.entries.map(({ amountMinor }) => amountMinor)).toEqual([8500])
    expect({ differenceMinor: read.differenceMinor, balances: read.balances }).toEqual({
      differenceMinor,
      balances,
    })
  },
)
