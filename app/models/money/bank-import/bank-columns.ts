// Which columns of a bank's CSV hold what. Pure.
import type { CsvTable } from "~/utils/csv"
import type { ReadEntry } from "./bank-entry"
import { type BankDateOrder, bankAmount, bankDate, bankDateOrders } from "./bank-values"

export const bankFields = ["date", "amount", "payer", "reference"] as const
export type BankField = (typeof bankFields)[number]

export const fieldLabels: Record<BankField, string> = {
  date: "Date",
  amount: "Amount",
  payer: "Payer",
  reference: "Reference",
}

/** The headings as they are in the file; payer and reference may be missing. */
export type BankColumns = Record<BankField, string | null> & { dateOrder: BankDateOrder }

const synonyms: Record<BankField, RegExp> = {
  date: /^(booking date|buchungstag|buchungsdatum|date|transaction date|datum|value date|valuta|wertstellung|fecha|data|date op)/i,
  amount: /^(amount|betrag|umsatz|credit|montant|importe|importo|bedrag|haben|gutschrift|paid in|crédit)/i,
  payer:
    /(payer|name|beguenstigter|begünstigter|auftraggeber|zahlungspflichtiger|counterparty|sender|from|debtor|tiers|ordenante)/i,
  reference:
    /(reference|purpose|verwendungszweck|description|details|memo|libell|concepto|causale|mededeling|remittance|narrative|text)/i,
}

/** What the headings and the first rows suggest. */
export function guessColumns({ headers, rows }: Pick<CsvTable, "headers" | "rows">): BankColumns {
  const find = (field: BankField) => headers.find((header) => synonyms[field].test(header.trim())) ?? null
  const date = find("date")
  const index = date === null ? -1 : headers.indexOf(date)
  const sample = rows.slice(0, 50).map(({ cells }) => cells[index] ?? "")
  const fitting = bankDateOrders
    .map((order) => ({ order, fits: sample.filter((text) => bankDate(text, order)).length }))
    .sort((a, b) => b.fits - a.fits)[0]
  return {
    date,
    amount: find("amount"),
    payer: find("payer"),
    reference: find("reference"),
    dateOrder: fitting?.order ?? "dmy",
  }
}

/** Whether a file has every column that was chosen before. */
export const fitsColumns = (headers: readonly string[], columns: BankColumns): boolean =>
  columns.date !== null &&
  columns.amount !== null &&
  bankFields.every((field) => columns[field] === null || headers.includes(columns[field]))

/** The entries of a file by its columns: money that came in. Rows whose date or amount can't be read are counted. */
export function readByColumns(
  { headers, rows }: Pick<CsvTable, "headers" | "rows">,
  columns: BankColumns,
  currency: string,
): { entries: ReadEntry[]; unreadable: number[]; outgoing: number } {
  const indexOf = (field: BankField) => (columns[field] === null ? -1 : headers.indexOf(columns[field]))
  const [date, amount, payer, reference] = bankFields.map(indexOf)
  const unreadable: number[] = []
  let outgoing = 0
  const entries = rows.flatMap(({ rowNumber, cells }): ReadEntry[] => {
    const textIn = (index: number | undefined) => (cells[index ?? -1] ?? "").replace(/\p{Cc}+/gu, " ").trim()
    const bookedOn = bankDate(textIn(date), columns.dateOrder)
    const amountMinor = bankAmount(textIn(amount), currency)
    if (!bookedOn || amountMinor === undefined) {
      unreadable.push(rowNumber)
      return []
    }
    if (amountMinor <= 0) {
      outgoing += 1
      return []
    }
    return [
      {
        bookedOn,
        amountMinor,
        currency,
        payerName: textIn(payer),
        reference: textIn(reference),
        bankReference: null,
      },
    ]
  })
  return { entries, unreadable, outgoing }
}
