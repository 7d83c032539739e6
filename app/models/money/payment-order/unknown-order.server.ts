import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ProviderError } from "~/providers/payment-provider"
import { now } from "~/utils/clock.server"
import { findProvider } from "../payment-provider/payment-provider.server"
import { moveOrder, type PaymentOrder } from "./payment-order.server"
import { tellOfficeOfOrder } from "./tell-office.server"

// A try whose provider can't say what became of it, now or later: it has forgotten the order, or the school took its account away.
// It doesn't stay under way, or its invoice could be neither paid online nor reminded of.

/** Within a day a provider may be wrong about what it has, and an account that was taken away comes back. */
const patienceMs = 24 * 3_600_000

/** A bank debit takes several days, and its key may come back meanwhile. */
const debitMs = 14 * 24 * 3_600_000

/** Whether a debit that is on its way while there is no key may still arrive, so that it isn't taken as gone. */
export const waitsForKey = ({ state, createdAt }: Pick<PaymentOrder, "state" | "createdAt">): boolean =>
  state === "pending" && createdAt > now() - debitMs

/**
 * Closes a try that the provider no longer knows, asked twice, or can't be asked about; not within its first day, and one that
 * is under way not for two weeks while there is no key. The office is told of one whose money may have been taken. Whether it is closed.
 */
export async function closeUnknown(
  actor: Actor,
  order: PaymentOrder,
  error: ProviderError,
): Promise<boolean> {
  if (order.createdAt > now() - patienceMs) return false
  const provider = findProvider(actor, order)
  if (
    provider &&
    !(error.status === 404 && (await isUnknown(() => provider.show(order.providerOrderId ?? ""))))
  )
    return false
  // An automatic charge without a key is given up with its reason (carry-out-charge.server.ts).
  if (!provider && (order.autoChargeId !== null || waitsForKey(order))) return false
  const why = provider ? "unknown" : "no-key"
  transact(() => {
    const wasUnderWay = order.state === "pending"
    moveOrder(actor, order, "cancelled", { because: texts[why] })
    if (wasUnderWay) tellOfficeOfOrder(actor, order, why)
  })
  return true
}

const texts = {
  unknown: "the provider no longer knows it",
  "no-key": "the school’s key is gone",
}

const isUnknown = (ask: () => Promise<unknown>): Promise<boolean> =>
  ask().then(
    () => false,
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      return error.status === 404
    },
  )
