// Money that arrived on the school's bank account, as a statement tells it. Pure.
import { plain } from "./bank-values"

export type ReadEntry = {
  /** `YYYY-MM-DD` */
  bookedOn: string
  /** Minor units, more than 0. */
  amountMinor: number
  currency: string
  payerName: string
  /** What the payer wrote on the transfer. */
  reference: string
  /** The bank's own number of the entry, where the file has one. */
  bankReference: string | null
  /** Of a part of a collective entry, the bank's number of the whole: another file may have that alone. */
  partOf?: string
}

export type OpenInvoice = {
  invoiceId: string
  familyId: string
  familyName: string
  number: string
  openMinor: number
  /** Who pays it. */
  payers: string[]
}

export type Match = {
  invoice: OpenInvoice
  /** The family's other invoices whose numbers are on the transfer, too. */
  also: OpenInvoice[]
  /** Sure enough to be selected at first: number and amount fit, or payer and amount fit one invoice alone. */
  isSure: boolean
  why: "number" | "numbers" | "number-other-amount" | "numbers-other-amount" | "payer-and-amount" | "amount"
}

export const matchLabels: Record<Match["why"], string> = {
  number: "Invoice number and amount match",
  numbers: "Invoice numbers and amount match",
  "number-other-amount": "Invoice number matches, the amount doesn’t",
  "numbers-other-amount": "Invoice numbers match, the amount doesn’t",
  "payer-and-amount": "Payer and amount match",
  amount: "Amount matches",
}

type Incoming = Pick<ReadEntry, "amountMinor" | "payerName" | "reference">

/**
 * Finds the invoice that a transfer most likely pays, of all unpaid ones. The number on the transfer comes first, then the
 * amount together with the payer's name, then an amount that only one invoice has, unless the transfer quotes a number like ours
 * that isn't open: it may have been paid before.
 */
export function matcher(open: readonly OpenInvoice[]): (entry: Incoming) => Match | undefined {
  const byAmount = new Map<number, OpenInvoice[]>()
  for (const invoice of open)
    byAmount.set(invoice.openMinor, [...(byAmount.get(invoice.openMinor) ?? []), invoice])
  const numbered = open
    .map((invoice) => ({ invoice, number: plain(invoice.number) }))
    .filter(({ number }) => /\d{3}/.test(number))
    .sort((a, b) => b.number.length - a.number.length)
  const shapes = [...new Set(numbered.map(({ number }) => number.replaceAll(/\d/g, "0")))]
  return (entry) => {
    const text = lettersOf(entry.reference)
    const named = numbered.filter(({ number }) => containsNumber(text, number)).map(({ invoice }) => invoice)
    const exact = named.find(({ openMinor }) => openMinor === entry.amountMinor)
    if (exact) return { invoice: exact, also: [], isSure: true, why: "number" }
    const [first, second] = named
    if (first && second && named.every(({ familyId }) => familyId === first.familyId))
      return ofSeveral(named, entry.amountMinor)
    if (first) return { invoice: first, also: [], isSure: false, why: "number-other-amount" }
    const fitting = byAmount.get(entry.amountMinor) ?? []
    const payers = fitting.filter((invoice) => isFrom(invoice, `${entry.payerName} ${entry.reference}`))
    const [payer, another] = payers
    if (payer) return { invoice: payer, also: [], isSure: !another, why: "payer-and-amount" }
    const [only, more] = fitting
    if (!only || more || shapes.some((shape) => containsShape(text, shape))) return undefined
    return { invoice: only, also: [], isSure: false, why: "amount" }
  }
}

/** A transfer that quotes several invoices of a family pays them in the order of their numbers. */
function ofSeveral(named: readonly OpenInvoice[], amountMinor: number): Match | undefined {
  const [invoice, ...also] = [...named].sort((a, b) => a.number.localeCompare(b.number))
  const openMinor = named.reduce((sum, each) => sum + each.openMinor, 0)
  const fits = openMinor === amountMinor
  return invoice && { invoice, also, isSure: fits, why: fits ? "numbers" : "numbers-other-amount" }
}

/** All invoices that a match pays. */
export const invoicesOf = ({ invoice, also }: Pick<Match, "invoice" | "also">): OpenInvoice[] => [
  invoice,
  ...also,
]

/** The letters and digits of a text, and where each of them stands. */
function lettersOf(text: string) {
  const whole = text.normalize("NFKC").toLowerCase()
  const found = [...whole.matchAll(/[\p{L}\p{N}]/gu)]
  return {
    whole,
    letters: plain(whole),
    at: found.flatMap(({ 0: { length }, index }) => Array.from({ length }, (_, nth) => index + nth)),
  }
}

/** Whether a number of this shape, such as "00000000" for "2026-0042", stands in it by itself. */
const containsShape = ({ letters, ...text }: ReturnType<typeof lettersOf>, shape: string): boolean =>
  containsNumber({ ...text, letters: letters.replaceAll(/\d/g, "0") }, shape)

/** The number stands by itself: "20260042" isn't in "202600421", but it is in "2026-0042, 2026-0043". */
function containsNumber({ whole, letters, at }: ReturnType<typeof lettersOf>, number: string): boolean {
  for (let from = letters.indexOf(number); from >= 0; from = letters.indexOf(number, from + 1)) {
    const [first = 0, last = 0] = [at[from], at[from + number.length - 1]]
    if (!/\d/.test(whole.charAt(first - 1)) && !/\d/.test(whole.charAt(last + 1))) return true
  }
  return false
}

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2)

/** Whether the family's name, or a payer's whole name, is on the transfer. */
function isFrom({ payers, familyName }: OpenInvoice, text: string): boolean {
  const words = new Set(wordsOf(text))
  const isWhole = (name: string) => {
    const parts = wordsOf(name)
    return parts.length > 0 && parts.every((part) => words.has(part))
  }
  return isWhole(familyName) || payers.some(isWhole)
}

// What a bank's file holds, whichever format it has: the credits that can be payments, and every other one with its reason.

/** Why a credit of a file isn't taken. */
export type LeftReason =
  /** The bank hasn't booked it yet. A later file has it once it is. */
  | "pending"
  /** It never came, or was taken back: declined, canceled, reverted. */
  | "failed"
  | "currency"
  /** Money that had gone out and came back, such as a transfer that was returned, or a shop's refund. */
  | "returned"
  /** The account's own: a payout, a hold that was released, an exchange, or what its owner put in. */
  | "own"

export type LeftCredit = { reason: LeftReason; amountMinor: number; currency: string }

export type StatementRead = {
  entries: ReadEntry[]
  left: LeftCredit[]
  /** How many rows are money that went out. */
  outgoing: number
  /** Rows, by their numbers in the file, whose date or amount can't be read. */
  unreadable: number[]
  /** By how much the file's own balances differ from its entries, where it has any. */
  differenceMinor?: number
  /** Why its balances don't show whether it is whole: it ends without the closing one, or they can't be read. */
  balances?: "missing" | "unreadable"
  /** In sentences, what of a file is no statement, or couldn't be read. */
  notRead?: string[]
}

export const emptyRead = (): StatementRead => ({ entries: [], left: [], outgoing: 0, unreadable: [] })

export type ReadStatement = ({ ok: true } & StatementRead) | { ok: false; message: string }

/** A text of several parts, each once: what the file has in several columns or fields. */
export const joinTexts = (parts: readonly string[]): string =>
  [...new Set(parts.map((part) => part.trim()).filter(Boolean))].join(" ")
