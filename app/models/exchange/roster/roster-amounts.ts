// What a roster says of money that has no place: it never goes into the notes, which people without prices read.
import { parseAmount } from "~/utils/money"
import { fold } from "~/utils/names"
import { shorten } from "./roster-text"

/** Whether a cell of a field says what something costs: “Per lesson” alone doesn’t. */
export const isAmount = (field: string | null, text: string): boolean =>
  field === "price" || (field === "billing" && /\d/.test(text))

const enough = 50

/** Cells with a currency’s sign or code, whatever their heading is: “$45.00”, “Fr. 60”. Or plain numbers under one of money. */
export function holdsAmounts(header: string, rows: readonly (readonly string[])[], column: number): boolean {
  const isOfMoney = moneyWords.test(fold(header))
  const cells = rows.flatMap((row) => (row[column] ?? "").trim() || []).slice(0, enough)
  const amounts = cells.filter((cell) => written.test(cell) || (isOfMoney && parseAmount(cell) !== null))
  return cells.length > 0 && amounts.length >= cells.length * 0.8
}

const moneyWords =
  /\b(price|rate|fees?|tuition|cost|amount|balance|owed|owes|paid|discount|preis|gebuhr|honorar|kosten|betrag|saldo|prix|tarif|montant|solde|precio|tarifa|importe|cuota)\b/
const sign = String.raw`(?:\p{Sc}|\b(?:USD|CAD|AUD|NZD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|JPY|Fr|SFr|kr)\b\.?)`
const written = new RegExp(`^[-−(]?[A-Z]{0,2}${sign}\\s?[-−]?\\d|^[-−(]?\\d[\\d.,'’\\s-]*${sign}`, "iu")

/** That a column of amounts is left out, and why. */
export const leftOutText = (header: string) =>
  `“${shorten(header, 80)}” has amounts of money that belong to no lesson. The column isn’t imported, because people who don’t see prices read the students’ notes.`
