import { z } from "zod"
import { pageIn } from "~/utils/page-number"
import { voucherStates } from "./voucher"

/** Which vouchers to show, as the address has it; anything unusable is left out, not refused. */
export const VoucherQuery = z.object({
  state: z.enum(voucherStates).optional().catch(undefined),
  search: z.string().trim().max(100).optional().catch(undefined),
  page: z.unknown().optional().transform(pageIn),
})
export type VoucherQuery = z.output<typeof VoucherQuery>
