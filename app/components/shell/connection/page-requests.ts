import { pageOwnerHeader } from "~/utils/sender-header"
import { browserFetch } from "./browser-fetch"
import { type Trouble, troubleOf } from "./trouble"

// How the browser's scripts ask for pages: whether there was an answer of ours, or which trouble.

/** The browser's own fetch, for what deals with an unreachable server itself. */
export const fetchDirectly: typeof fetch = async (input, init) => {
  const answer = await browserFetch(input, init)
  // Only now are the copies on this device older than what was sent: the service worker renews them.
  if (init?.method === "POST" && !(input instanceof Request)) tellAnswered(new URL(input, location.href))
  return answer
}

function tellAnswered({ pathname }: URL) {
  // Absent on plain http.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (pathname.endsWith(".data")) workers?.controller?.postMessage({ answered: pathname })
}

/** Returns our whole answer, or else what went wrong. Aborts by the caller are thrown. */
export async function ask(url: URL | string, init: RequestInit = {}): Promise<Response | Trouble> {
  try {
    const owned = withOwner(init)
    const answer = await fetchDirectly(url, owned)
    if (owned !== init && answer.status === 401) return { kind: "refused", why: someoneElse }
    const trouble = await troubleOf(answer, init.method ?? "GET")
    if (trouble) return trouble
    // Read to its end here: a connection can be lost in the middle, too.
    const body = answer.status === 204 ? null : await answer.arrayBuffer()
    return new Response(body, answer)
  } catch (error) {
    if (init.signal?.aborted || !(error instanceof TypeError)) throw error
    return unreached()
  }
}

const someoneElse = "Another tab switched to a different login or school. Switch back there, then try again."

/** A form names the person whose page it is on: the server takes it in their name alone. */
function withOwner(init: RequestInit): RequestInit {
  if ((init.method ?? "GET") === "GET") return init
  const owner = document.querySelector<HTMLElement>("[data-kept-owner]")?.dataset.keptOwner
  if (!owner) return init
  const headers = new Headers(init.headers)
  headers.set(pageOwnerHeader, owner)
  return { ...init, headers }
}

const unreached = (): Trouble => ({ kind: navigator.onLine ? "unreachable" : "offline" })

/** A small file of every installation, fetched to learn whether a document could load. */
const sign = "/favicon.svg"

/** The trouble that would keep a document from loading, if any. */
export async function troubleAhead(): Promise<Trouble | undefined> {
  try {
    const answer = await fetchDirectly(sign, { method: "HEAD", cache: "no-store" })
    return answer.status >= 500 ? { kind: "failing" } : undefined
  } catch {
    return unreached()
  }
}

/** Fetches the files first, so that importing them can't fail for want of a connection. */
export async function fetchFiles(urls: string[]): Promise<Trouble | undefined> {
  try {
    const answers = await Promise.all(urls.map((url) => fetchDirectly(url).then(readAway)))
    return answers.some(({ status }) => status >= 500) ? { kind: "failing" } : undefined
  } catch {
    return unreached()
  }
}

async function readAway(answer: Response): Promise<Response> {
  await answer.arrayBuffer()
  return answer
}
