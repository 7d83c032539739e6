import { afterAll, beforeAll, beforeEach } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import { findOwnOrder } from "~/models/money/payment-order/payment-order.server"
import { settlePayment } from "~/models/money/payment-order/settle-payment.server"
import { startInvoicePayment } from "~/models/money/payment-order/start-payment.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "./app"
import { invoiceOver, openPayingFamily } from "./family"
import { startPayPal } from "./paypal"
import { openBridge } from "./webhook-bridge"

type PayPal = Awaited<ReturnType<typeof startPayPal>>

/** A sandbox PayPal for the tests of a file whose messages reach the app; `paypal()` and `drain` are for use within tests. */
export function withPayPalMessages() {
  let paypal: PayPal
  let bridge: Awaited<ReturnType<typeof openBridge>>
  beforeAll(async () => {
    paypal = await startPayPal()
    bridge = await openBridge()
    await paypal.tell(bridge.url)
    // The app is read once before the first message: PayPal waits only so long for an answer.
    await new Browser().visit("/login")
  })
  beforeEach(() => fixClock(Date.now()))
  afterAll(async () => {
    await bridge.close()
    await paypal.close()
  })
  return {
    paypal: () => paypal,
    /** Delivers PayPal's messages and runs the jobs until none is due. */
    drain: async () => {
      await paypal.deliver()
      for (let turns = 0; turns < 200; turns += 1) if (!(await runNextJob())) return
    },
  }
}

/** A family's invoice over 200.00 approved at PayPal; settled here unless the messages do that. */
export async function payInvoiceAt(paypal: PayPal, { isSettled = true } = {}) {
  const family = openPayingFamily()
  const invoiceId = invoiceOver(family.school, family, 20_000)
  const { actor } = family.guardian
  const started = await startInvoicePayment(actor, invoiceId)
  if (!started.ok) throw new Error(started.reason)
  const orderId = new URL(started.approveUrl).searchParams.get("token") ?? ""
  await paypal.press(started.approveUrl, "pay")
  const order = findOwnOrder(actor, invoiceId, orderId)
  if (isSettled && order) await settlePayment(actor, order)
  return { ...family, invoiceId, orderId }
}
