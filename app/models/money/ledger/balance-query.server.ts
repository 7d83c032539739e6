import { z } from "zod"
import { balanceStates } from "./family-balances"

/** Which balances to show, as the address has it; anything unusable is left out, not refused. */
export const BalanceQuery = z.object({
  state: z.enum(balanceStates).catch("all"),
  search: z.string().trim().max(100).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})
export type BalanceQuery = z.output<typeof BalanceQuery>
