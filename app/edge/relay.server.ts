import { Agent, request as ask, type IncomingMessage } from "node:http"
import type { Request } from "express"
import { isSigned, signed } from "~/providers/replication/node-calls.server"
import { env } from "~/utils/env.server"
import type { BareResponse } from "./bare-response"

// Relays a request to the primary over the private network unchanged: method, address, Host, Origin, cookies and body.
// A signed proof header carries the client's address and the number of hops.

const proofHeader = "x-tutti-relay"
const mostHops = 2
/** Long enough for a slow provider behind the primary; a primary that hangs is given up. */
const answerWithinMs = 25_000
const hopByHop = new Set([
  "connection",
  "expect",
  "keep-alive",
  "proxy-connection",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
])

const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: 60_000 })

export type Relayed = { hops: number; address: string }

/** Removes the proof header and returns what another node reports of the request; undefined when it came directly. */
export function takeRelayProof(request: Request): Relayed | undefined {
  const proof = request.headers[proofHeader]
  delete request.headers[proofHeader]
  if (typeof proof !== "string") return undefined
  const [hops = "", address = "", ...signature] = proof.split(".")
  const parts = [request.method, request.originalUrl, hops, address]
  if (!isSigned(signature.join("."), parts)) return undefined
  return { hops: Number(hops), address: Buffer.from(address, "base64url").toString() }
}

function proofOf(request: Request, { hops, address }: Relayed): string {
  const facts = [String(hops), Buffer.from(address).toString("base64url")]
  return [...facts, signed([request.method, request.originalUrl, ...facts])].join(".")
}

/**
 * @Relays the request to a node and streams its answer back without storing either.
 * @returns "sent" once the answer has begun; "refused" when nothing was sent, so that another node may be tried; "too-
 * far" after too many hops; "lost" when it was sent and no answer came
 */
export function relay(
  request: Request,
  response: BareResponse,
  node: string,
  { hops, address }: Relayed,
): Promise<"sent" | "refused" | "too-far" | "lost"> {
  const base = env().NODE_URLS?.(node)
  if (!base) return Promise.resolve("refused")
  if (hops >= mostHops) return Promise.resolve("too-far")
  const { hostname, port } = new URL(base)
  return new Promise((resolve) => {
    let hasConnected = false
    const onward = ask({
      hostname,
      port,
      agent,
      method: request.method,
      path: request.originalUrl,
      headers: [
        ...ownHeaders(request.rawHeaders, [proofHeader]),
        proofHeader,
        proofOf(request, { hops: hops + 1, address }),
      ],
      timeout: answerWithinMs,
    })
    onward.on("socket", (socket) => {
      if (!socket.connecting) hasConnected = true
      else socket.once("connect", () => (hasConnected = true))
    })
    onward.on("timeout", () => onward.destroy(new Error("No answer came in time")))
    onward.on("error", () => resolve(hasConnected ? "lost" : "refused"))
    onward.on("response", (answer) => {
      passOn(answer, response)
      resolve("sent")
    })
    // Reads none of the body before the other side is connected, so that a refused request can go elsewhere.
    if (request.readableEnded || !hasBody(request)) onward.end()
    else onward.once("socket", (socket) => (socket.connecting ? socket.once("connect", send) : send()))
    function send() {
      request.pipe(onward)
    }
    request.once("aborted", () => onward.destroy())
  })
}

const hasBody = (request: Request) =>
  request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0

/** Headers in their order and spelling, without those of the connection. */
function ownHeaders(raw: readonly string[], without: readonly string[]): string[] {
  const own: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? ""
    if (!hopByHop.has(name) && !without.includes(name)) own.push(raw[at] ?? "", raw[at + 1] ?? "")
  }
  return own
}

async function passOn(answer: IncomingMessage, response: BareResponse) {
  const grouped = new Map<string, string[]>()
  const raw = ownHeaders(answer.rawHeaders, [])
  for (let at = 0; at < raw.length; at += 2)
    grouped.set(raw[at] ?? "", [...(grouped.get(raw[at] ?? "") ?? []), raw[at + 1] ?? ""])
  for (const [name, values] of grouped)
    response.setHeader(name, values.length > 1 ? values : (values[0] ?? ""))
  response.writeHead(answer.statusCode ?? 502)
  try {
    for await (const bytes of answer) if (!response.write(bytes)) await response.drained()
    response.end()
  } catch {
    response.destroy()
  }
}
