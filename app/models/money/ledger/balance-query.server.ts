import { z } from "zod"
import { pageIn } from "~/utils/page-number"
import { balanceStates } from "./family-balances"

/** Which balances to show, as the address has it; anything unusable is left out, not refused. */
export const BalanceQuery = z.object({
  state: z.enum(balanceStates).catch("all"),
  search: z.string().trim().max(100).optional().catch(undefined),
  page: z.unknown().optional().transform(pageIn),
})
export type BalanceQuery = z.output<typeof BalanceQuery>
