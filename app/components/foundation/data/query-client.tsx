import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import type { ReactNode } from "react"

// How the signed-in area's scripts call the JSON API (spec §7): one client with the specification's defaults. Whatever
// uses it is loaded when it is needed, never with the frame.

/** A refused call, with the server's message. */
export class CallError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

type Call = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Sent as JSON. */
  json?: unknown
  /** Sent as a form; for files. */
  form?: FormData
}

/**
 * Calls the API with the cookies, asking for JSON and no cache. A failed answer is thrown as a `CallError` with the
 * server's `message`, else its `error`, else the status text.
 */
export async function callJson<Body>(path: string, { method = "GET", json, form }: Call = {}): Promise<Body> {
  warnOfRepeats(`${method} ${path}`)
  const answer = await fetch(path, {
    method,
    credentials: "include",
    cache: "no-store",
    headers: {
      Accept: "application/json",
      ...(json === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: form ?? (json === undefined ? undefined : JSON.stringify(json)),
  })
  if (!answer.ok) throw new CallError(answer.status, await refusalOf(answer))
  return (await answer.json()) as Body
}

async function refusalOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => undefined)
  const { message, error } = (body ?? {}) as { message?: unknown; error?: unknown }
  return (
    [message, error].find((text): text is string => typeof text === "string" && text !== "") ??
    answer.statusText
  )
}

const windowMs = 3000
const mostRepeats = 3
const recent = new Map<string, number[]>()

/** More than three identical calls within three seconds are a loop, which is a bug. */
function warnOfRepeats(call: string) {
  const at = Date.now()
  const times = [...(recent.get(call) ?? []).filter((time) => time > at - windowMs), at]
  recent.set(call, times)
  if (times.length > mostRepeats) console.warn(`${call} was called ${times.length} times within 3 s.`)
}

const isSignedOut = (error: Error) =>
  (error instanceof CallError && error.status === 401) || error.message.includes("Authentication required")

const mayRetry = (times: number) => (failures: number, error: Error) =>
  failures < times && !isSignedOut(error)

/** A client with the defaults of the specification. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 0,
        gcTime: 5 * 60_000,
        refetchOnMount: true,
        refetchOnWindowFocus: true,
        retry: mayRetry(2),
        retryDelay: 1000,
      },
      mutations: { retry: mayRetry(1), retryDelay: 1000 },
    },
  })

let client: QueryClient | undefined

/** Gives what is inside the page's one client. */
export function CallsProvider({ children }: { children: ReactNode }) {
  client ??= createQueryClient()
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
