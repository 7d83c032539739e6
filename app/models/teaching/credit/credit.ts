// A make-up credit is one lesson owed to a student, earned by an absence notice or a mark, or granted by the office. It is open until it
// is used, revoked by a withdrawn notice or a correction, or past its last day. Issued = open + used + expired + revoked.

export const creditStates = ["open", "used", "expired", "revoked"] as const
export type CreditState = (typeof creditStates)[number]

/** What the list of credits can be narrowed to; "expiring" are open ones whose last day is near. */
export const creditFilters = ["open", "expiring", "used", "expired", "revoked"] as const
export type CreditFilterState = (typeof creditFilters)[number]

/** The state on a day (`YYYY-MM-DD` in the school's zone); the last day itself still counts. */
export function creditState(
  credit: { usedAt: number | null; revokedAt: number | null; expiresOn: string },
  today: string,
): CreditState {
  if (credit.revokedAt !== null) return "revoked"
  if (credit.usedAt !== null) return "used"
  return credit.expiresOn < today ? "expired" : "open"
}

/** A credit with where it came from and what became of it. */
export type CreditRow = {
  creditId: string
  studentId: string
  studentName: string
  state: CreditState
  minutes: number
  /** The missed lesson and its day; null of a credit that the office granted. */
  originSessionId: string | null
  originClassName: string
  originDate: string | null
  expiresOn: string
  usedSessionId: string | null
  usedOn: string | null
  usedTime: string | null
  /** Whether the make-up lesson hasn't begun. */
  isAhead: boolean
  /** Whether an absence is reported for it. */
  isMissed: boolean
  revokedReason: string | null
}

/** Why no credit is used for a spot. */
export type CreditRefusal = "seat-unknown" | "not-a-make-up" | "already-paid" | "no-open-credit"
