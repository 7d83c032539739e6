import { untilTriedAgain } from "./held-requests"
import type { Trouble } from "./trouble"

// A form that the browser sends itself takes the page with it. The service worker keeps the page when something else than
// Tutti answers, as a proxy does, and says so here.

/** How long a service worker is waited for, in ms. */
const patienceMs = 500

let noteUnanswered: ((kind: "failing" | "unreachable") => void) | undefined

/** Sends a form's document; where no page of ours answers, once more when the person tries again. */
export async function sendDocument(send: () => void, signal: AbortSignal) {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers?.controller) return send()
  if (!noteUnanswered)
    workers.addEventListener("message", ({ data }) => {
      const { unanswered } = Object(data)
      if (unanswered) noteUnanswered?.(unanswered)
    })
  noteUnanswered = (kind) => {
    const trouble: Trouble = { kind: kind === "unreachable" && !navigator.onLine ? "offline" : kind }
    untilTriedAgain({ trouble, purpose: "form", mayHaveArrived: true }, { signal }).then(
      () => sendDocument(send, signal),
      () => undefined,
    )
  }
  await heldBy(workers.controller)
  if (!signal.aborted) send()
}

/** Waits until the service worker knows that this page sends a form. */
function heldBy(worker: ServiceWorker): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((done) => {
    port1.onmessage = () => done()
    setTimeout(done, patienceMs)
    worker.postMessage("holds form", [port2])
  })
}
