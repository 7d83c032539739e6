// Why Tutti did not answer a request, and the message for the person. The page that sent it stays as it is.

export type Trouble =
  | { kind: "offline" | "unreachable" | "failing" | "intercepted" }
  /** a refusal that no page of ours can show, with the server's message */
  | { kind: "refused"; why: string }

/** What the request was for: a form's answer, the page after a form that arrived, or any other page. */
export type Purpose = "form" | "after-form" | "page"

/** A request that got no answer of ours. */
export type Unanswered = {
  trouble: Trouble
  purpose: Purpose
  /** it left this browser, so the server may have carried it out */
  mayHaveArrived: boolean
  /** this device has no room to keep it */
  isFull?: boolean
}

/** The type of a page's data; anything else comes from a proxy, a Wi-Fi login page, or our own edge. */
const dataType = "text/x-script"
const longestReason = 200

/** What is wrong with an answer to a request for a page's data; undefined when the page itself knows what to do with it. */
export async function troubleOf(answer: Response, method: string): Promise<Trouble | undefined> {
  const isOurs = answer.headers.get("Content-Type")?.startsWith(dataType) || answer.status === 204
  // A form whose action failed stays, with everything typed. A page that fails to load has an error page.
  if (answer.status >= 500 && (!isOurs || method !== "GET")) return { kind: "failing" }
  if (isOurs) return undefined
  if (answer.status < 400) return { kind: "intercepted" }
  const isText = answer.headers.get("Content-Type")?.startsWith("text/plain")
  const why = isText ? (await answer.text()).trim() : ""
  return why && why.length <= longestReason ? { kind: "refused", why } : { kind: "intercepted" }
}

const titles = {
  offline: "You’re offline.",
  unreachable: "Tutti can’t be reached.",
  failing: "Tutti is having trouble.",
  intercepted: "Another page answered instead of Tutti.",
  refused: "This wasn’t accepted.",
}

const nextSteps = {
  offline: "Try again when you’re connected.",
  unreachable: "Check your connection, then try again.",
  failing: "Your connection is fine. Wait a moment, then try again.",
  intercepted: "If this Wi-Fi asks you to log in, do that first, then try again.",
}

/** What to say, and whether the connection has come back since. */
export function messageOf({ trouble, purpose, mayHaveArrived, isFull }: Unanswered, isOnline: boolean) {
  const isBack = trouble.kind === "offline" && isOnline
  const title = isBack ? "You’re back online." : titles[trouble.kind]
  const next =
    trouble.kind === "refused" ? trouble.why : isBack ? "You can try again." : nextSteps[trouble.kind]
  const room = isFull ? "This device is full and can’t keep it, so leave this page open." : ""
  return {
    title,
    text: [positionStatus(trouble, purpose, mayHaveArrived), room, next].filter(Boolean).join(" "),
  }
}

function positionStatus({ kind }: Trouble, purpose: Purpose, mayHaveArrived: boolean): string {
  if (purpose === "after-form") return "What you sent arrived. Only the next page is missing."
  if (purpose === "page") return ""
  if (kind === "refused") return "What you typed is still here."
  return mayHaveArrived
    ? "We can’t tell whether this was saved. What you typed is still here."
    : "Nothing was sent. What you typed is still here."
}
