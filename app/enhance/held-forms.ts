// A form that the browser sends itself replaces its page, also by a proxy's error page. A page that says so first stays
// instead, with everything typed.

/** How long after it said so a page sends its form, in ms. */
const soonMs = 5_000
/** From here on a status is a proxy's, in place of a server that it can't reach. Answers of ours carry the id of their request. */
const proxyTrouble = 502
const ownHeader = "X-Request-Id"

/** Whether a proxy says with an answer that it can't reach Tutti. */
export const isOfProxy = ({ status, headers }: Response) => status >= proxyTrouble && !headers.has(ownHeader)

type Holder = { postMessage(message: unknown): void }

let held: { by: Holder; at: number } | undefined

/** The page that sends a form next. */
export function holdForm(by: Holder) {
  held = { by, at: Date.now() }
}

/** The page that holds the form which is being sent now, if one does. */
export function takeHolder(): Holder | undefined {
  const found = held && Date.now() - held.at < soonMs ? held.by : undefined
  held = undefined
  return found
}

/** Sends a form; without an answer of ours its page is told, and the browser stays on it. */
export async function sendHeld(request: Request, holder: Holder): Promise<Response> {
  const answer = await fetch(request).catch(() => undefined)
  if (answer && !isOfProxy(answer)) return answer
  holder.postMessage({ unanswered: answer ? "failing" : "unreachable" })
  return new Response(null, { status: 204 })
}
