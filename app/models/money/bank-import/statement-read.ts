import type { ReadEntry } from "./bank-entry"

// What a bank's file holds, whichever format it has: the credits that can be payments, and every other one with its reason.

/** Why a credit of a file isn't taken. */
export type LeftReason =
  /** The bank hasn't booked it yet. A later file has it once it is. */
  | "pending"
  /** It never came, or was taken back: declined, canceled, reverted. */
  | "failed"
  | "currency"
  /** Money that had gone out and came back, such as a returned direct debit. */
  | "returned"

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
}

export const emptyRead = (): StatementRead => ({ entries: [], left: [], outgoing: 0, unreadable: [] })

export type ReadStatement = ({ ok: true } & StatementRead) | { ok: false; message: string }

/** A text of several parts, each once: what the file has in several columns or fields. */
export const joinTexts = (parts: readonly string[]): string =>
  [...new Set(parts.map((part) => part.trim()).filter(Boolean))].join(" ")
