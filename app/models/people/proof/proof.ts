import { proofAudiences, type proofStates } from "db/schema/choices"
import { addDays } from "~/utils/dates"

// Documents that a school requires of its teachers or students, such as a background check or an insurance. Safe in the browser.

export { proofAudiences }
export type ProofAudience = (typeof proofAudiences)[number]
export type ProofState = (typeof proofStates)[number]

export const mostKinds = 20
export const longestKind = 60
export const longestNote = 200

/** A teacher or a student whose document it is. */
export type Bearer = { noun: ProofAudience; id: string }

/** How someone stands with a kind: `expiring` is still valid, the others but `valid` lack it. */
export const coverStates = ["missing", "expired", "expiring", "valid"] as const
export type CoverState = (typeof coverStates)[number]
export type Cover = { state: CoverState; validUntil: string | null; proofId: string | null }

/** Missing or expired, with none handed in that waits for a check. */
export const isLacking = ({ state, isWaiting }: { state: CoverState; isWaiting: boolean }): boolean =>
  (state === "missing" || state === "expired") && !isWaiting

/** Handed in and not answered; one that has expired since waits for nothing. */
export const isToCheck = ({ state, validUntil }: Omit<Dated, "id">, day: string): boolean =>
  state === "asked" && (validUntil === null || validUntil >= day)

type Dated = { id: string; state: ProofState; validUntil: string | null }

/** Of someone's documents of one kind the one that is valid longest, and how that leaves them on a day. */
export function coverOf(proofs: readonly Dated[], remindDays: number, day: string): Cover {
  const endOf = (proof: Dated) => proof.validUntil ?? "9999-12-31"
  const best = proofs
    .filter(({ state }) => state === "valid")
    .reduce<Dated | undefined>(
      (longest, each) => (longest && endOf(longest) >= endOf(each) ? longest : each),
      undefined,
    )
  if (!best) return { state: "missing", validUntil: null, proofId: null }
  const { id: proofId, validUntil } = best
  const state =
    validUntil === null || validUntil > addDays(day, remindDays)
      ? "valid"
      : validUntil < day
        ? "expired"
        : "expiring"
  return { state, validUntil, proofId }
}
