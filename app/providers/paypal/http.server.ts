import { z } from "zod"
import { now } from "~/utils/clock.server"
import { type Env, env } from "~/utils/env.server"
import { isReturnedForm } from "~/utils/form-in-hand.server"
import { hasPlatformProvider } from "~/utils/payment-providers"
import { untilSaved } from "~/utils/until-saved.server"
import { ProviderError } from "../payment-provider"

// The only client of PayPal's REST API. PayPal's SDK can't reach the sandbox, and we need few calls.

const usualTimeoutMs = 8_000
/** A token is renewed this long before it ends, so that none ends on the way. */
const renewBeforeMs = 60_000

type Link = { rel: string; href: string }

/** PayPal refused, or could not be understood or reached. */
export class PayPalError extends ProviderError {
  /** What PayPal's support asks for. */
  readonly debugId: string | null
  readonly links: Link[]

  constructor(facts: {
    status: number
    code: string
    issue?: string | null
    debugId?: string | null
    links?: Link[]
    call: string
  }) {
    const { status, code, issue = null, debugId = null, links = [], call } = facts
    const message = `PayPal ${call}: ${status} ${code}${issue ? ` ${issue}` : ""}${debugId ? ` (${debugId})` : ""}`
    super({ status, code, issue, message })
    this.name = "PayPalError"
    this.debugId = debugId
    this.links = links
  }
}

const Links = z.array(z.object({ rel: z.string(), href: z.string() })).default([])

const ErrorBody = z.object({
  name: z.string().optional(),
  error: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
  links: Links.catch([]),
})

const TokenBody = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

export type PayPalCall<Answer> = {
  method: "GET" | "POST" | "DELETE"
  /** Below the API's base, such as "/v2/checkout/orders". */
  path: string
  body?: unknown
  /** Sent as PayPal-Request-Id: a repeat changes nothing and gets the first call's result. */
  requestId?: string
  /** The account whose money it is, when that isn't ours: its owner has allowed it at PayPal. */
  onBehalfOf?: string
  answer: z.ZodType<Answer>
  timeoutMs?: number
}

/** Makes one call and reads its answer. Throws a PayPalError for everything that is not that answer. */
export async function callPayPal<Answer>(call: PayPalCall<Answer>): Promise<Answer> {
  const first = await send(call, await bearer())
  if (first.status !== 401) return read(call, first)
  token = undefined
  return read(call, await send(call, await bearer()))
}

type Received = { status: number; text: string }

async function send(call: PayPalCall<unknown>, accessToken: string): Promise<Received> {
  const headers: Record<string, string> = {
    Authorization: `Bearer ${accessToken}`,
    Accept: "application/json",
    "Content-Type": "application/json",
    Prefer: "return=representation",
  }
  if (call.requestId) headers["PayPal-Request-Id"] = call.requestId
  if (call.onBehalfOf) headers["PayPal-Auth-Assertion"] = assertionOf(call.onBehalfOf)
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  return receive(call, { method: call.method, headers, body })
}

/** PayPal takes it unsigned: the access token already proves who asks. */
function assertionOf(email: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  return `${part({ alg: "none" })}.${part({ iss: env().PAYPAL_CLIENT_ID, email })}.`
}

async function receive(
  { method, path, timeoutMs = usualTimeoutMs }: { method: string; path: string; timeoutMs?: number },
  request: RequestInit,
): Promise<Received> {
  if (!hasPlatformProvider())
    throw new PayPalError({ status: 0, code: "UNREACHABLE", call: `${method} ${path}` })
  if (isReturnedForm()) throw new Error("A form that is only shown again calls no one.")
  // The call acts on a row: after a power cut PayPal must not know more than we do.
  await untilSaved()
  try {
    const response = await fetch(`${env().PAYPAL_API_BASE}${path}`, {
      ...request,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    const issue = error instanceof Error && error.name === "TimeoutError" ? "TIMEOUT" : "NETWORK"
    throw new PayPalError({ status: 0, code: "UNREACHABLE", issue, call: `${method} ${path}` })
  }
}

function read<Answer>({ method, path, answer }: PayPalCall<Answer>, { status, text }: Received): Answer {
  const call = `${method} ${path}`
  const body = parseJson(text)
  if (status >= 200 && status < 300) {
    const parsed = answer.safeParse(body)
    if (parsed.success) return parsed.data
    throw new PayPalError({ status: 0, code: "UNREADABLE", call })
  }
  const { data } = ErrorBody.safeParse(body)
  throw new PayPalError({
    status,
    code: data?.name ?? data?.error ?? "UNKNOWN",
    issue: data?.details?.[0]?.issue,
    debugId: data?.debug_id,
    links: data?.links,
    call,
  })
}

function parseJson(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null
  } catch {
    return undefined
  }
}

/** With the settings of the account that it is for. */
type Token = { value: string; expiresAt: number; settings: Env }
let token: Token | undefined
let renewal: Promise<Token> | undefined

/** The access token, requested once however many calls wait for it. */
async function bearer(): Promise<string> {
  if (token && token.settings === env() && token.expiresAt - renewBeforeMs > now()) return token.value
  renewal ??= requestToken().finally(() => {
    renewal = undefined
  })
  token = await renewal
  return token.value
}

async function requestToken(): Promise<Token> {
  const settings = env()
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = settings
  const call = { method: "POST", path: "/v1/oauth2/token", answer: TokenBody } as const
  const received = await receive(call, {
    method: "POST",
    headers: {
      Authorization: `Basic ${Buffer.from(`${PAYPAL_CLIENT_ID}:${PAYPAL_CLIENT_SECRET}`).toString("base64")}`,
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  })
  const { access_token, expires_in } = read(call, received)
  return { value: access_token, expiresAt: now() + expires_in * 1000, settings }
}
