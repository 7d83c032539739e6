import type { PlanInterval, PlanKey } from "~/models/accounts/plan/plan-catalogue"

// What recurring revenue did: new, more, less, ended, back again. Counted from the history of each school's subscription,
// so that one that ended and came back keeps both. Pure; instants are UTC ms, months `YYYY-MM` in UTC, amounts minor units
// of USD a month.

/** A subscription as it was from an instant on. */
export type Step = {
  at: number
  status: string
  plan: PlanKey | null
  interval: PlanInterval | null
  /** What the plan costs in each of its periods; 0 without one. */
  priceMinor: number
  /** What a coupon takes off each payment, until an instant. */
  discount?: { amountMinor: number; until: number } | null
}

export const moveKinds = ["new", "reactivation", "expansion", "contraction", "churn"] as const
export type MoveKind = (typeof moveKinds)[number]

export const moveLabels: Record<MoveKind, string> = {
  new: "New",
  reactivation: "Reactivated",
  expansion: "Expansion",
  contraction: "Contraction",
  churn: "Churn",
}

/** One change of what a school brings in a month; negative for less. */
export type Move = { at: number; kind: MoveKind; amountMinor: number; plan: PlanKey | null }

/** What a step brings in a month: a year's price counts for a twelfth, only what renews counts, and less its discount. */
export function monthlyOf({ status, interval, priceMinor, discount }: Omit<Step, "at">): number {
  if (status !== "active" || !interval) return 0
  const amountMinor = Math.max(0, priceMinor - (discount?.amountMinor ?? 0))
  return interval === "yearly" ? amountMinor / 12 : amountMinor
}

/** The same steps with one more where a discount ran out before `at`: from then on payments are the plan's own price. */
export const withDiscountEnds = (steps: readonly Step[], at: number): Step[] =>
  steps.flatMap((step, index) => {
    const until = step.discount?.until
    const next = steps[index + 1]?.at ?? at
    return until !== undefined && until < next ? [step, { ...step, at: until, discount: null }] : [step]
  })

/** The changes of one school, oldest first. Their sum is what it brings in now. */
export function movesOf(steps: readonly Step[]): Move[] {
  const moves: Move[] = []
  let [before, plan, hasPaid]: [number, PlanKey | null, boolean] = [0, null, false]
  for (const step of steps) {
    const after = monthlyOf(step)
    if (after !== before) {
      const kind = kindOf(before, after, hasPaid)
      // What ended is counted with the plan it had.
      moves.push({ at: step.at, kind, amountMinor: after - before, plan: after === 0 ? plan : step.plan })
    }
    hasPaid ||= after > 0
    if (after > 0) plan = step.plan
    before = after
  }
  return moves
}

function kindOf(before: number, after: number, hasPaid: boolean): MoveKind {
  if (before === 0) return hasPaid ? "reactivation" : "new"
  if (after === 0) return "churn"
  return after > before ? "expansion" : "contraction"
}

/** Between which instants a school that came back was closed. */
export function gapsOf(steps: readonly Step[]): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = []
  let from: number | null = null
  for (const { at, status } of steps) {
    if (status === "expired") from ??= at
    else if (status === "active" && from !== null) {
      gaps.push({ from, to: at })
      from = null
    }
  }
  return gaps
}

export type RevenueMonth = Record<MoveKind, number> & {
  month: string
  /** What came in a month at its beginning and at its end. */
  start: number
  end: number
  /** Of the start, what is left at the end from the same schools, in whole percent; null without a start. */
  netRetention: number | null
  /** Of the schools paying at the start, how many ended, in whole percent. */
  churnRate: number | null
}

const endOf = (month: string): number => {
  const [year = 0, number = 1] = month.split("-").map(Number)
  return Date.UTC(year, number, 1)
}
const startOf = (month: string): number => Date.parse(`${month}-01T00:00:00Z`)
const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 100))

/** Each month's changes. `schools` holds the changes of every school; `until` cuts the last month off at that instant. */
export function revenueByMonth(
  schools: readonly (readonly Move[])[],
  months: readonly string[],
  until: number,
): RevenueMonth[] {
  return months.map((month) =>
    revenueBetween(schools, month, startOf(month), Math.min(endOf(month), until + 1)),
  )
}

/** The changes from an instant (included) to another (excluded). */
export function revenueBetween(
  schools: readonly (readonly Move[])[],
  month: string,
  from: number,
  to: number,
): RevenueMonth {
  const moves = schools.flat()
  const within = moves.filter(({ at }) => at >= from && at < to)
  const of = (kind: MoveKind) =>
    sum(within.filter((move) => move.kind === kind).map(({ amountMinor }) => amountMinor))
  const start = sum(moves.filter(({ at }) => at < from).map(({ amountMinor }) => amountMinor))
  // Of the schools that paid at the start: what they pay at the end, and which of them pay nothing then.
  const paying = schools
    .map((each) => ({
      before: sum(each.filter(({ at }) => at < from).map(({ amountMinor }) => amountMinor)),
      after: sum(each.filter(({ at }) => at < to).map(({ amountMinor }) => amountMinor)),
    }))
    .filter(({ before }) => before > 0)
  return {
    month,
    start,
    new: of("new"),
    reactivation: of("reactivation"),
    expansion: of("expansion"),
    contraction: of("contraction"),
    churn: of("churn"),
    end: start + sum(within.map(({ amountMinor }) => amountMinor)),
    netRetention: percent(sum(paying.map(({ after }) => after)), start),
    churnRate: percent(paying.filter(({ after }) => after <= 0).length, paying.length),
  }
}
