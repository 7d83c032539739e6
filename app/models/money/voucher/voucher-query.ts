import { z } from "zod"
import { isDate } from "~/utils/dates"
import { pageIn } from "~/utils/page-number"
import { paymentMethods } from "../payment/payment"
import { voucherStates } from "./voucher"

const date = z.string().refine(isDate).optional().catch(undefined)

/** Which vouchers to show, as the address has it; anything unusable is left out, not refused. */
export const VoucherQuery = z.object({
  state: z.enum(voucherStates).optional().catch(undefined),
  method: z.enum(paymentMethods).optional().catch(undefined),
  from: date,
  to: date,
  search: z.string().trim().max(100).optional().catch(undefined),
  page: z.unknown().optional().transform(pageIn),
})
export type VoucherQuery = z.output<typeof VoucherQuery>
