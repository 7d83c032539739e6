import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { readCsv } from "~/utils/csv.server"
import { guessColumns } from "./bank-columns"
import { statementDelimiter, statementTable, statementText } from "./bank-headings"
import type { BankDateOrder } from "./bank-values"
import { readRowsHere } from "./read-statement.server"

// Each statement of tests/support/statements/layouts.txt with all that becomes of it.

const order = (currency: string): BankDateOrder =>
  currency === "USD" ? "mdy" : ["CAD", "SEK", "JPY"].includes(currency) ? "ymd" : "dmy"
const layouts = readFileSync("tests/support/statements/layouts.txt", "utf8")
  .split(/^### /m)
  .slice(1)
  .map((text) => {
    const [, name = "", currency = "", file = "", outcome = ""] =
      /^([^\n]*) ([A-Z]{3})\n(.*?\n)=>\n(.*)$/s.exec(text) ?? []
    return { name, currency, file, lines: outcome.trim().split("\n") }
  })

test.each(layouts)("$name", ({ currency, file, lines }) => {
  const text = statementText(new TextEncoder().encode(file), currency)
  const columns = guessColumns(
    statementTable(readCsv(text, statementDelimiter(text))),
    order(currency),
    currency,
  )
  if (!columns.amount) return expect(["? amount"]).toEqual(lines)
  const found = readRowsHere({ text, currency, columns })
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
  const count = (what: string, many: number) => (many ? [`- ${what}: ${many}`] : [])
  const left = (reason: string) => found.left.filter((each) => each.reason === reason).length
  expect([
    ...came,
    ...count("outgoing", found.outgoing),
    ...count("pending", left("pending")),
    ...count("other currency", left("currency")),
    ...count("failed", left("failed")),
    ...count("returned", left("returned")),
    ...count("unreadable", found.unreadable.length),
  ]).toEqual(lines)
})
