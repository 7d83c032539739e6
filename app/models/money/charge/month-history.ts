import { changedByHand } from "./charge"

// What was charged for a month, in the order in which it was: a last day that moves goes by what was charged before any end, and
// what the office decided by hand stays.

export type Settled = { amountMinor: number; withdrawnAt: number | null; withdrawnReason: string | null }

/** What stands beside a month's charge: the correction of it, and what put it up again or took more off it. */
export type Answer = {
  chargeId: string
  source: string
  amountMinor: number
  isFrozen: boolean
  creditedMinor: number
}

/** Whether the office changed only the text or the day of a charge: then it has decided nothing about the amount. */
const isReworded = (
  charge: Pick<Settled, "amountMinor" | "withdrawnReason">,
  next: { amountMinor: number } | undefined,
): boolean =>
  Boolean(charge.withdrawnReason?.startsWith(changedByHand)) && charge.amountMinor === next?.amountMinor

/**
 * The charge of a month that stands or was withdrawn last, and the one that was made before any end; undefined where the office
 * withdrew it. `ended` is why a last day withdraws one.
 */
export function readHistory<Each extends Settled>(all: readonly Each[], ended: string) {
  const last = all.at(-1)
  if (!last || (last.withdrawnAt !== null && last.withdrawnReason !== ended)) return undefined
  let first = all.length - 1
  while (wasSettled(all[first - 1], all[first], ended)) first -= 1
  return {
    last,
    original: all[first] ?? last,
    /** Whether the office changed by hand what a last day had left of it: then it has decided. */
    isByHand: wasPartChanged(all.slice(0, first + 1), ended),
    /** Whether the original is an amount that the office gave by hand. */
    isAgreed: first > 0,
    /** Whether that is because the office gave it another amount, and not because a discount reached it. */
    isSetByHand: Boolean(all[first - 1]?.withdrawnReason?.startsWith(changedByHand)),
  }
}

/** Whether a charge gave way to the next one by a last day, or only for another text. */
const wasSettled = (charge: Settled | undefined, next: Settled | undefined, ended: string): boolean =>
  charge !== undefined && (charge.withdrawnReason === ended || isReworded(charge, next))

/** Whether the office changed by hand what was left of a charge by a last day; the last of them is the one that it made. */
function wasPartChanged(earlier: readonly Settled[], ended: string): boolean {
  let whole: Settled | undefined
  for (const [at, charge] of earlier.slice(0, -1).entries()) {
    if (wasSettled(charge, earlier[at + 1], ended)) whole ??= charge
    else if (whole && charge.amountMinor < whole.amountMinor) return true
    else whole = undefined
  }
  return false
}

/** Whether the office changed or waived by hand one of the items beside a month's charge, in the order in which they were made. */
export const isDecided = (items: readonly (Settled & { createdAt: number })[], ended: string): boolean =>
  items.some(
    (item, at) =>
      item.withdrawnAt !== null &&
      item.withdrawnReason !== ended &&
      !isReworded(item, successorOf(item, items.slice(at + 1))),
  )

/** What took the place of a withdrawn item: the first that was made then, and not one that stood beside it. */
const successorOf = <Item extends { createdAt: number }>(
  { withdrawnAt }: { withdrawnAt: number | null },
  later: readonly Item[],
) => later.find(({ createdAt }) => withdrawnAt !== null && createdAt >= withdrawnAt)

type Charged = Pick<Answer, "chargeId" | "amountMinor" | "isFrozen" | "creditedMinor"> & {
  withdrawnAt: number | null
}

/**
 * What a month's charge and what stands beside it lack or have too much, where `wantedMinor` is due of the at most `wholeMinor` it may
 * cost. Undefined where they stand as they should. What credit notes took off isn't taken off again.
 */
export function settlementOf(
  charge: Charged,
  answers: readonly Answer[],
  { wantedMinor, wholeMinor }: { wantedMinor: number; wholeMinor: number },
) {
  const creditedMinor = answers.reduce(
    (sum, each) => sum + each.creditedMinor,
    charge.isFrozen ? charge.creditedMinor : 0,
  )
  const targetMinor = Math.max(0, Math.min(wantedMinor, wholeMinor - creditedMinor))
  const isStanding = charge.withdrawnAt === null
  const ownMinor = isStanding ? charge.amountMinor - (charge.isFrozen ? charge.creditedMinor : 0) : 0
  const standsMinor = answers.reduce((sum, each) => sum + leftOf(each), ownMinor)
  if (targetMinor === standsMinor) return undefined
  const loose = answers.filter(({ isFrozen }) => !isFrozen)
  const fixed = answers.filter(({ isFrozen }) => isFrozen)
  const isBilled = fixed.length > 0 || (isStanding && charge.isFrozen)
  return {
    standsMinor,
    targetMinor,
    withdraw: [...(isStanding && !isBilled ? [charge] : []), ...loose],
    /** What is added to what is billed already; null where the charge itself is replaced. */
    differenceMinor: isBilled
      ? targetMinor - fixed.reduce((sum, each) => sum + leftOf(each), ownMinor)
      : null,
    /** Whether it has its one correction already, or none can name it. */
    isCorrected: !charge.isFrozen || fixed.some(({ source }) => source === "correction"),
  }
}

const leftOf = ({ amountMinor, creditedMinor }: { amountMinor: number; creditedMinor: number }) =>
  amountMinor - creditedMinor
