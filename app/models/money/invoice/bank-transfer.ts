// A bank transfer for an invoice: the account, the amount, what to write on it, and the same as a code that banking apps
// read. Safe in the browser.
import { formatIban } from "~/utils/iban"

/** The account as the invoice says it. */
export type BankFacts = { bankHolder: string | null; bankIban: string | null; bankBic: string | null }

export type BankTransfer = {
  holder: string
  /** In groups of four. */
  iban: string
  bic: string | null
  /** What the payer writes on the transfer, so that the school finds the invoice. */
  reference: string
  /** The text of the code that banking apps read; null where they can't, such as in another currency. */
  code: string | null
}

type Owed = BankFacts & { number: string | null; currency: string }

/** How to transfer this amount (minor units) for an invoice; null without an account. */
export function bankTransfer(invoice: Owed, amountMinor: number): BankTransfer | null {
  const { bankHolder: holder, bankIban: iban, bankBic: bic, number } = invoice
  if (!holder || !iban || !number || amountMinor <= 0) return null
  const code =
    invoice.currency === "EUR" ? transferCode({ holder, iban, bic, reference: number, amountMinor }) : null
  return { holder, iban: formatIban(iban), bic, reference: number, code }
}

const most = { holder: 70, reference: 140, bytes: 331, amountMinor: 99_999_999_999 }

/**
 * The text of a SEPA transfer's code, by EPC069-12 version 2: UTF-8, one field a line. Null when it would not fit.
 */
export function transferCode(transfer: {
  holder: string
  iban: string
  bic: string | null
  reference: string
  amountMinor: number
}): string | null {
  const { holder, iban, bic, reference, amountMinor } = transfer
  if (amountMinor < 1 || amountMinor > most.amountMinor) return null
  const oneLine = (text: string, length: number) =>
    [...text.replace(/\s+/gu, " ").trim()].slice(0, length).join("")
  const euros = `EUR${Math.trunc(amountMinor / 100)}.${String(amountMinor % 100).padStart(2, "0")}`
  const text = [
    "BCD",
    "002",
    "1",
    "SCT",
    bic ?? "",
    oneLine(holder, most.holder),
    iban,
    euros,
    "",
    "",
    oneLine(reference, most.reference),
  ].join("\n")
  return new TextEncoder().encode(text).length <= most.bytes ? text : null
}
