import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { statementRefusals } from "~/texts/money/refusals"
import { readCsv } from "~/utils/csv.server"
import { guessColumns } from "./bank-columns"
import { statementDelimiter, statementTable, statementText } from "./bank-headings"
import type { BankDateOrder } from "./bank-values"
import { otherFormat, readFormatHere, readRowsHere } from "./read-statement.server"

// Each statement of tests/support/statements/layouts.txt with all that becomes of it.

const order = (currency: string): BankDateOrder =>
  currency === "USD" ? "mdy" : ["CAD", "SEK", "HUF", "JPY"].includes(currency) ? "ymd" : "dmy"
const layouts = readFileSync("tests/support/statements/layouts.txt", "utf8")
  .split(/^### /m)
  .slice(1)
  .map((text) => {
    const [, name = "", currency = "", file = "", outcome = ""] =
      /^([^\n]*) ([A-Z]{3})\n(.*?\n)=>\n(.*)$/s.exec(text) ?? []
    return { name, currency, file, lines: outcome.trim().split("\n") }
  })

const leftAs = {
  pending: "pending",
  currency: "other currency",
  failed: "failed",
  returned: "returned",
  own: "own",
}

test.each(layouts)("$name", ({ currency, file, lines }) => {
  const text = statementText(new TextEncoder().encode(file), currency)
  const read = readFormatHere({ text, currency })
  if (read?.ok === false) return expect(["? refused"]).toEqual(lines)
  const columns = guessColumns(
    statementTable(readCsv(text, statementDelimiter(text))),
    order(currency),
    currency,
  )
  if (!read && !columns.amount) return expect(["? amount"]).toEqual(lines)
  const found = read ?? readRowsHere({ text, currency, columns })
  const wanted = lines.filter((line) => !line.startsWith("- ")).map((line) => line.split("|"))
  const came = found.entries.map(({ bookedOn, amountMinor, payerName, reference }, index) => {
    const [, , payer = "", purpose = ""] = wanted[index] ?? []
    const isTold = purpose.split("+").every((word) => reference.includes(word))
    return [
      bookedOn,
      amountMinor,
      payerName.includes(payer) ? payer : payerName,
      isTold ? purpose : reference,
    ].join("|")
  })
  expect([
    ...came,
    ...(found.outgoing > 0 ? [`- outgoing: ${found.outgoing}`] : []),
    ...found.left.map(({ reason, amountMinor }) => `- ${leftAs[reason]}: ${amountMinor}`),
    ...(found.unreadable.length > 0 ? [`- unreadable: ${found.unreadable.join(", ")}`] : []),
  ]).toEqual(lines)
})

test.each([
  [
    "Norma 43",
    "11210004180200051332261101261130200000000010000097831HARMONY                      \n22    0418261125261125022072000000000185000000000000000000000000ANNA ROSSI 2026-0411    \n",
  ],
  ["CODA", `${"0000027112672505        00123456  HARMONY".padEnd(128)}\n${"10001".padEnd(128)}\n`],
  [
    "BAI2",
    "01,121000358,12345,261125,1200,1,,,2/\n02,12345,121000358,1,261124,,USD,2/\n03,975312468,USD,010,500000,,/\n",
  ],
  [
    "Excel file of 2003",
    `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet/></Workbook>`,
  ],
])("a %s is refused by its name", (name, text) => {
  const found = otherFormat(text)
  expect(found && statementRefusals[found]).toContain(name)
})

test.each([
  ["agree", "185.00", "", 0],
  ["differ by an entry that is missing", "255.00", "", 7000],
  [
    "are of one page of several",
    "255.00",
    "<StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>",
    undefined,
  ],
])("CAMT’s balances %s", (_, closing, page, differenceMinor) => {
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
  const entry = (amount: string, sign: string, state: string) =>
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>${state}</Sts><BookgDt><Dt>2026-11-25</Dt></BookgDt></Ntry>`
  const text = `<Document><BkToCstmrStmt><Stmt>${page}${balance("PRCD", "60.00")}${balance("CLBD", closing)}${entry("185.00", "CRDT", "BOOK")}${entry("60.00", "DBIT", "BOOK")}${entry("70.00", "CRDT", "PDNG")}</Stmt></BkToCstmrStmt></Document>`
  expect(readFormatHere({ text, currency: "EUR" })).toMatchObject({ ok: true, outgoing: 1 })
  expect((readFormatHere({ text, currency: "EUR" }) as { differenceMinor?: number }).differenceMinor).toBe(
    differenceMinor,
  )
})
