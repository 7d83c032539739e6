import { type BackgroundWork, readInBackground } from "~/providers/threads/background-read.server"
import { isXmlWorkbook } from "~/utils/csv"
import { readCsv } from "~/utils/csv.server"
import { type BankColumns, readByColumns } from "./bank-columns"
import type { ReadStatement, StatementRead } from "./bank-entry"
import { statementDelimiter, statementTable } from "./bank-headings"
import { isXml, readCamt } from "./camt"
import { isMt940, readMt940 } from "./mt940"
import { isOfx, readOfx } from "./ofx"

// What the text of a bank's file says. Five thousand transfers take half a second to read, so a long text is read in a thread.

/** Characters that are read in a few milliseconds. */
const short = 20_000

type Asked = { text: string; currency: string }

const inBackground = <Output>(name: string, input: Asked & { columns?: BankColumns }, here: () => Output) => {
  const work: BackgroundWork<Output> = { name, input, here, isLong: true }
  return input.text.length > short ? readInBackground(work) : here()
}

/** The formats that say themselves what each of their fields is; undefined for any other text. */
export const readFormat = async (asked: Asked): Promise<ReadStatement | undefined> =>
  inBackground("bank-format", asked, () => readFormatHere(asked))

export const readFormatHere = ({ text, currency }: Asked): ReadStatement | undefined => {
  if (isOfx(text)) return readOfx(text, currency)
  if (isXml(text)) return readCamt(text, currency)
  return isMt940(text) ? readMt940(text, currency) : undefined
}

/** Formats that aren’t read, by the first lines that only they have. */
export function otherFormat(text: string): "norma43" | "coda" | "bai2" | "xmlWorkbook" | undefined {
  const start = text.slice(0, 2000).replace(/^\uFEFF/, "")
  if (/^11\d{30}[12]\d{17}.*\r?\n(?:22[\d ]{4}\d{21}[12]|33\d{18}|88)/.test(start)) return "norma43"
  if (/^0{5}\d{6}.{117}\r?\n1[0-3]/.test(start)) return "coda"
  if (/^01,[^,\n]*,[^,\n]*,\d{6},\d{4},[^\n]*\/\s*\n02,/.test(start)) return "bai2"
  return isXmlWorkbook(start) ? "xmlWorkbook" : undefined
}

/** A CSV by the columns that were chosen for it. */
export const readRows = async (asked: Asked & { columns: BankColumns }): Promise<StatementRead> =>
  inBackground("bank-rows", asked, () => readRowsHere(asked))

export const readRowsHere = ({
  text,
  currency,
  columns,
}: Asked & { columns: BankColumns }): StatementRead => {
  const read = readCsv(text, statementDelimiter(text))
  // Where it couldn't be read to its end.
  const notRead = read.problems.flatMap(({ code, message }) => (code === "cell-count" ? [] : [message]))
  return {
    ...readByColumns(statementTable(read), columns, currency),
    ...(notRead.length > 0 ? { notRead } : {}),
  }
}
