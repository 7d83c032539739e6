import type { PaymentMethod } from "../payment/payment"

// Gift vouchers: their states and the code. Safe in the browser.

/** A sale as the office enters it: the amount in minor units, days as `YYYY-MM-DD`. */
export type VoucherSale = {
  amount: number
  method: PaymentMethod
  soldOn: string
  reference?: string
  buyerName: string
  buyerEmail?: string
  recipientName?: string
  recipientEmail?: string
  message?: string
  /** Left out, the school's rule says it, counted from the sale. */
  expiresOn?: string
  neverExpires?: boolean
  formKey: string
}

export const voucherStates = ["open", "expired", "redeemed", "canceled", "income"] as const
/** `income`: expired, and what was left became other income. */
export type VoucherState = (typeof voucherStates)[number]

export const voucherStateLabels = {
  open: { word: "Open", head: "on", tone: "ok" },
  expired: { word: "Expired", head: "half", tone: "warn" },
  redeemed: { word: "Redeemed", head: "x", tone: "dim" },
  canceled: { word: "Canceled", head: "rest", tone: "dim" },
  income: { word: "Other income", head: "rest", tone: "dim" },
} as const satisfies Record<VoucherState, { word: string; head: string; tone: string | undefined }>

type Facts = { endKind: "canceled" | "income" | null; restMinor: number; expiresOn: string | null }

/** What a voucher is on a day. Its last day is one on which it can be redeemed. */
export function voucherState({ endKind, restMinor, expiresOn }: Facts, day: string): VoucherState {
  if (endKind) return endKind
  if (restMinor === 0) return "redeemed"
  return expiresOn !== null && expiresOn < day ? "expired" : "open"
}

/** 32 letters and figures that no one mixes up: no I, L, O or U. */
export const codeLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** A code as it is kept, of what someone typed: small letters, spaces, dashes and look-alikes are understood. */
export const codeOf = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1")
    .replace(/[^0-9A-Z]/g, "")

/** A code as people read it: K7QM-2XRT-9PLD-4WZB. */
export const codeText = (code: string): string => code.match(/.{1,4}/g)?.join("-") ?? code

/** A month's vouchers; minor units. Opening, sold, redeemed, canceled and income add up to closing. */
export type VoucherSums = Record<
  "opening" | "sold" | "redeemed" | "canceled" | "income" | "closing",
  number
> & {
  /** By payment method: what came in with sales, and what was paid back. */
  methods: { method: PaymentMethod; receivedMinor: number; refundedMinor: number }[]
}
