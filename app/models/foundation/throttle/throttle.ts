/** Tries and the window in seconds; after it is used up, the wait. */
export const limits = {
  /** Per person: a password asked for again before something that matters. */
  "password-again": { points: 10, duration: 15 * 60 },
  /** Codes of the second factor, and the own password asked again while signed in; per user. */
  "second-factor-account": { points: 10, duration: 15 * 60 },
  "own-password": { points: 10, duration: 15 * 60 },
  "register-address": { points: 20, duration: 60 * 60 },
  /** Registering with one address that has an account, from anywhere. */
  "register-email": { points: 5, duration: 60 * 60 },
  /** Mail to confirm one's own address; per person. */
  "confirmation-mail": { points: 1, duration: 2 * 60 },
  "confirmation-mail-day": { points: 5, duration: 24 * 60 * 60 },
  "invitation-address": { points: 30, duration: 15 * 60 },
  /** Asking for a link to choose a new password; per address typed, so that no one's mailbox is flooded. */
  "password-reset-account": { points: 5, duration: 60 * 60 },
  "password-reset-address": { points: 30, duration: 60 * 60 },
  /** Using such a link. */
  "new-password-address": { points: 30, duration: 15 * 60 },
  /** Contact messages and demo requests. */
  "visitor-email": { points: 5, duration: 60 * 60 },
  "visitor-address": { points: 20, duration: 60 * 60 },
  /**
   * Inquiries on a school's public page: from one address, to one mailbox by all schools, and all of one school. The first is so far below the
   * last that no one address uses a school's up.
   */
  "inquiry-address": { points: 10, duration: 60 * 60 },
  "inquiry-email": { points: 5, duration: 24 * 60 * 60 },
  "inquiry-school": { points: 200, duration: 60 * 60 },
  /** Forms that look for open times of a trial lesson, whatever else is wrong with them. */
  "trial-times": { points: 60, duration: 60 * 60 },
  /** Live demos made from one address. */
  "demo-address": { points: 6, duration: 60 * 60 },
  /** Of a live demo, per demo: pages and forms of any kind; reports and files of whole lists; files that it takes in its day, of any kind. */
  "demo-pages": { points: 80, duration: 20 },
  "demo-reads": { points: 60, duration: 60 * 60 },
  "demo-uploads": { points: 3, duration: 24 * 60 * 60 },
  /** Per school: files of the library, of messages and of expenses, photos; rosters; bank files. */
  "school-files": { points: 300, duration: 60 * 60 },
  "school-rosters": { points: 60, duration: 60 * 60 },
  "school-bank-files": { points: 60, duration: 60 * 60 },
  /** Paying an invoice by its link: per link, and per address. */
  "invoice-link": { points: 20, duration: 15 * 60 },
  "invoice-link-address": { points: 40, duration: 15 * 60 },
  /** Answering an offer by its link: per link, and per address; asking for another time: per offer. */
  "offer-link": { points: 20, duration: 15 * 60 },
  "offer-wish": { points: 3, duration: 24 * 60 * 60 },
  "offer-link-address": { points: 40, duration: 15 * 60 },
  /** Messages to the support chat; questions to the assistant, which may cost money. Per person. */
  "support-send": { points: 40, duration: 5 * 60 },
  "support-question": { points: 60, duration: 60 * 60 },
  "support-image": { points: 20, duration: 10 * 60 },
  /** Per school: codes we do not know. */
  "coupon-code": { points: 20, duration: 60 * 60 },
  /** Codes of gift vouchers that the school didn’t sell; per person. */
  "voucher-code": { points: 10, duration: 60 * 60 },
  /** Per school: asking the provider again by hand. */
  "manual-activation": { points: 1, duration: 5 },
  /** Codes and tests by text message: per person or school, and per number, which each cost money. */
  "text-code": { points: 5, duration: 60 * 60 },
  "text-code-number": { points: 5, duration: 24 * 60 * 60 },
  /** Messages from the provider that are not the provider's. */
  "forged-event-address": { points: 20, duration: 60 },
} as const

export type Limit = keyof typeof limits

/** Also wrong passwords, which are counted elsewhere (sign-in-tries.server.ts). */
export type AnyLimit = Limit | `password-${"pair" | "device" | "account" | "address"}`

/** The refusal of too many attempts. `seconds` is the wait from `countTry`. */
export const tooManyTries = (seconds: number, otherwise = ""): string =>
  `Too many tries. Wait ${waitText(seconds)}, then try again${otherwise}.`

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? "a minute" : `${minutes} minutes`
}
