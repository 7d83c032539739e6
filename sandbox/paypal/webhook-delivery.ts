import type { Collection } from "../database"
import { type Delivery, describeEvent, type EventState } from "./webhook-events"
import { type Falsification, type SignatureState, signatureHeaders } from "./webhook-signature"

/** What a delivery uses of the state. */
type DeliveryState = EventState &
  SignatureState & {
    deliveryFaults: Collection<DeliveryFault>
    deliverySettings: { isPaused: boolean; speed: number }
  }

// Telling: at once, then again with growing pauses until someone answers 2xx, 25 times at most.

const mostAttempts = 25
const second = 1000
/** Pauses before the second, third … try; the last one repeats. Together about three days, as PayPal has it. */
const pauses = [10, 60, 300, 900, 1800, 3600, 7200, 14_400].map((seconds) => seconds * second)
const lookEveryMs = 250
const answerWithinMs = 5000

/** How a coming delivery goes wrong, for tests. `late` holds it back, the others change what arrives. */
export const deliveryFaults = [
  "late",
  "duplicate",
  "out-of-order",
  "forged",
  "old-certificate",
  "foreign-certificate",
] as const
export type DeliveryFault = { id: string; kind: (typeof deliveryFaults)[number]; times: number; ms: number }

/** Tells automatically, until stopped. */
export function keepDelivering(state: DeliveryState) {
  let isBusy = false
  const timer = setInterval(async () => {
    if (isBusy || state.deliverySettings.isPaused) return
    isBusy = true
    await deliverDue(state).catch((error) => console.error("PayPal sandbox, webhooks:", error))
    isBusy = false
  }, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Makes every delivery that is due, in order. Answers how many were made. */
export async function deliverDue(state: DeliveryState): Promise<number> {
  let due = state.deliveries
    .list()
    .filter((delivery) => delivery.state === "waiting" && delivery.dueAt <= state.clock.now())
  if (due.length > 1 && spendFault(state, "out-of-order")) due = due.reverse()
  for (const delivery of due) await deliver(state, delivery)
  return due.length
}

async function deliver(state: DeliveryState, delivery: Delivery) {
  const late = delivery.attempts === 0 ? spendFault(state, "late") : undefined
  if (late) return void state.deliveries.save({ ...delivery, dueAt: state.clock.now() + late.ms })
  const falsification = (["forged", "old-certificate", "foreign-certificate"] as const).find((kind) =>
    spendFault(state, kind),
  )
  const lastStatus = await tell(state, delivery, falsification)
  if (spendFault(state, "duplicate")) await tell(state, delivery)
  const attempts = delivery.attempts + 1
  const pause = (pauses[delivery.attempts] ?? pauses.at(-1) ?? 0) / state.deliverySettings.speed
  const isTaken = lastStatus !== null && lastStatus >= 200 && lastStatus < 300
  state.deliveries.save({
    ...delivery,
    attempts,
    lastStatus,
    state: isTaken ? "delivered" : attempts >= mostAttempts ? "given-up" : "waiting",
    dueAt: state.clock.now() + pause,
  })
}

/** The status of the answer, or null when none came. */
async function tell(
  state: DeliveryState,
  delivery: Delivery,
  falsification?: Falsification,
): Promise<number | null> {
  const webhook = state.webhooks.find(delivery.webhookId)
  const event = state.webhookEvents.find(delivery.eventId)
  if (!webhook || !event) return 200
  const raw = JSON.stringify(describeEvent(state, event))
  try {
    const answer = await fetch(webhook.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...signatureHeaders(state, webhook.id, raw, falsification),
      },
      body: raw,
      redirect: "manual",
      signal: AbortSignal.timeout(answerWithinMs),
    })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return null
  }
}

function spendFault(state: DeliveryState, kind: DeliveryFault["kind"]): DeliveryFault | undefined {
  const fault = state.deliveryFaults.list().find((each) => each.kind === kind && each.times > 0)
  if (fault) state.deliveryFaults.save({ ...fault, times: fault.times - 1 })
  return fault
}
