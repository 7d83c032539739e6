// Money that arrived on the school's bank account, as a statement tells it. Pure.

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
}

/** What tells an entry from every other, so that it is taken once, from whichever file. The nth of the same is itself. */
export function entryKeys(entries: readonly ReadEntry[]): string[] {
  const seen = new Map<string, number>()
  return entries.map(({ bookedOn, amountMinor, payerName, reference, bankReference }) => {
    const facts = [bankReference ?? "", bookedOn, amountMinor, plain(payerName), plain(reference)].join("|")
    const nth = (seen.get(facts) ?? 0) + 1
    seen.set(facts, nth)
    return `${facts}|${nth}`
  })
}

const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")

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
  /** Sure enough to be selected at first: the number is on the transfer, or payer and amount fit one invoice alone. */
  isSure: boolean
  why: "number" | "number-other-amount" | "payer-and-amount" | "amount"
}

export const matchLabels: Record<Match["why"], string> = {
  number: "Invoice number and amount match",
  "number-other-amount": "Invoice number matches, the amount doesn’t",
  "payer-and-amount": "Payer and amount match",
  amount: "Amount matches",
}

type Incoming = Pick<ReadEntry, "amountMinor" | "payerName" | "reference">

/**
 * Finds the invoice that a transfer most likely pays, of all unpaid ones. The number on the transfer comes first, then the
 * amount together with the payer's name, then an amount that only one invoice has.
 */
export function matcher(open: readonly OpenInvoice[]): (entry: Incoming) => Match | undefined {
  const byAmount = new Map<number, OpenInvoice[]>()
  for (const invoice of open)
    byAmount.set(invoice.openMinor, [...(byAmount.get(invoice.openMinor) ?? []), invoice])
  const numbered = open
    .map((invoice) => ({ invoice, number: plain(invoice.number) }))
    .filter(({ number }) => /\d{3}/.test(number))
    .sort((a, b) => b.number.length - a.number.length)
  return (entry) => {
    const text = plain(entry.reference)
    const named = numbered.filter(({ number }) => containsNumber(text, number)).map(({ invoice }) => invoice)
    const exact = named.find(({ openMinor }) => openMinor === entry.amountMinor)
    if (exact) return { invoice: exact, isSure: true, why: "number" }
    const [first, second] = named
    if (first) return { invoice: first, isSure: !second, why: "number-other-amount" }
    const fitting = byAmount.get(entry.amountMinor) ?? []
    const payers = fitting.filter((invoice) => isFrom(invoice, `${entry.payerName} ${entry.reference}`))
    const [payer, another] = payers
    if (payer) return { invoice: payer, isSure: !another, why: "payer-and-amount" }
    const [only, more] = fitting
    return only && !more ? { invoice: only, isSure: false, why: "amount" } : undefined
  }
}

/** The number stands by itself: "20260042" isn't in "202600421". */
function containsNumber(text: string, number: string): boolean {
  const at = text.indexOf(number)
  if (at < 0) return false
  return !/\d/.test(text.charAt(at - 1)) && !/\d/.test(text.charAt(at + number.length))
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
