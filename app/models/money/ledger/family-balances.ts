/** Which balances to show; anything unusable is left out, not refused. */
export const balanceStates = ["all", "owing", "favour", "even"] as const
export type BalanceState = (typeof balanceStates)[number]

export const balanceLabels: Record<BalanceState, string> = {
  all: "All families",
  owing: "Balance due",
  favour: "Account credit",
  even: "Paid up",
}
