import { z } from "zod"
import { isDate } from "~/utils/dates"
import { paymentMethods } from "../payment/payment"

// The money history's filter as it stands in the address. Anything unusable is left out, not refused.

export const eventKinds = ["invoice", "void", "payment", "refund"] as const
export type EventKind = (typeof eventKinds)[number]

export const kindWords: Record<EventKind, string> = {
  invoice: "Invoices sent",
  void: "Invoices voided",
  payment: "Payments received",
  refund: "Payments that went back",
}

const day = z.string().refine(isDate).optional().catch(undefined)

export const HistoryQuery = z.object({
  kind: z.enum(eventKinds).optional().catch(undefined),
  method: z.enum(paymentMethods).optional().catch(undefined),
  search: z.string().trim().max(100).optional().catch(undefined),
  from: day,
  to: day,
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})
export type HistoryQuery = z.output<typeof HistoryQuery>
