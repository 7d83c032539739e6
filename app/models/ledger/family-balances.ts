import { z } from "zod"

/** Which balances to show; anything unusable is left out, not refused. */
export const balanceStates = ["all", "owing", "favour", "even"] as const
export type BalanceState = (typeof balanceStates)[number]

export const balanceWords: Record<BalanceState, string> = {
  all: "All families",
  owing: "Owing",
  favour: "In their favour",
  even: "Even",
}

export const BalanceQuery = z.object({
  state: z.enum(balanceStates).catch("all"),
  search: z.string().trim().max(100).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})
export type BalanceQuery = z.output<typeof BalanceQuery>
