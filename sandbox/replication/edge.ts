import { once } from "node:events"
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

// What Fly's edge does for us, on one port of this machine: it sends a request to one instance, and when that answers with
// `fly-replay: instance=<name>` it sends the same request to the named one. Bodies up to 1 MB can be sent twice; larger ones
// pass through once.

export const replayLimitBytes = 1_000_000

export type Edge = {
  url: string
  port: number
  /** All requests go to this instance from now on; undefined takes them in turn, leaving out those that do not answer. */
  sendTo(instance: string | undefined): void
  /** Where each request went, oldest first: `POST /path n2>n1` was replayed from n2 to n1. */
  journeys: string[]
  close(): Promise<void>
}

type Reply = { answer: IncomingMessage; instance: string }

/** The app's own address at the edge, which Fly puts at the end of `X-Forwarded-For` (a documentation address). */
export const ownAddress = "198.51.100.10"

/** Headers that belong to one connection, not to the message. */
const hopHeaders = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade"]

/**
 * Starts the edge.
 *
 * @param instances the address of each instance by its name
 * @param port 0 or absent for any free one
 */
export async function startEdge({
  instances,
  port = 0,
}: {
  instances: Record<string, string>
  port?: number
}): Promise<Edge> {
  const names = Object.keys(instances)
  const journeys: string[] = []
  let chosen: string | undefined
  let turn = 0

  /** Sends the message to one instance; the answer's body is not read yet. */
  function send(
    request: IncomingMessage,
    instance: string,
    body: Buffer | undefined,
    replay: Record<string, string>,
  ): Promise<Reply> {
    const { hostname, port: instancePort } = new URL(instances[instance] ?? "")
    const headers: IncomingMessage["headers"] = { ...request.headers, ...replay }
    for (const name of hopHeaders) delete headers[name]
    const client = request.socket.remoteAddress ?? ""
    headers["fly-client-ip"] = client
    headers["x-forwarded-for"] = [request.headers["x-forwarded-for"], client, ownAddress]
      .filter(Boolean)
      .join(", ")
    headers["x-forwarded-proto"] ??= "http"
    headers["fly-forwarded-port"] = String(bound)
    headers["fly-region"] = "lo"
    return new Promise((resolve, reject) => {
      const onward = httpRequest(
        { hostname, port: instancePort, path: request.url, method: request.method, headers, agent: false },
        (answer) => resolve({ answer, instance }),
      )
      onward.on("error", reject)
      if (body) onward.end(body)
      else request.pipe(onward)
    })
  }

  /** The instances in the order they are tried. */
  function order(): string[] {
    if (chosen) return [chosen]
    turn += 1
    return names.map((_, index) => names[(index + turn) % names.length] ?? "")
  }

  async function reach(request: IncomingMessage, body: Buffer | undefined): Promise<Reply> {
    let refusal: unknown
    for (const instance of order())
      try {
        return await send(request, instance, body, {})
      } catch (error) {
        refusal = error
        // What was sent in part, or may have been carried out, is not sent again.
        if (!body || (error as NodeJS.ErrnoException).code !== "ECONNREFUSED") break
      }
    throw refusal
  }

  async function pass(request: IncomingMessage, response: ServerResponse) {
    // No one outside may speak as the edge does.
    for (const name of Object.keys(request.headers)) if (name.startsWith("fly-")) delete request.headers[name]
    const body = await readUpTo(replayLimitBytes, request)
    const first = await reach(request, body)
    const target = replayTarget(first.answer)
    const journey = `${request.method} ${request.url} ${first.instance}`
    if (target === undefined) {
      journeys.push(journey)
      return deliver(first.answer, response)
    }
    first.answer.resume()
    journeys.push(`${journey}>${target.instance}`)
    if (!body) return refuse(response, 502, "the body is too large to be replayed")
    if (!(target.instance in instances))
      return refuse(response, 502, `there is no instance ${target.instance}`)
    const second = await send(request, target.instance, body, {
      "fly-replay-src": `instance=${first.instance};region=lo;t=${Date.now() * 1000};state=${target.state}`,
    })
    if (replayTarget(second.answer)) {
      second.answer.resume()
      return refuse(response, 502, "a replayed request was asked to be replayed again")
    }
    deliver(second.answer, response)
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else refuse(response, 502, "the instance did not answer")
    })
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  const bound = (server.address() as AddressInfo).port

  return {
    url: `http://localhost:${bound}`,
    port: bound,
    journeys,
    sendTo(instance) {
      chosen = instance
    },
    async close() {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** The whole body when it fits; else undefined, and what was read is put back to be passed on. */
async function readUpTo(limit: number, request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > limit) return undefined
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const settle = (body: Buffer | undefined) => {
      request.off("data", take).off("end", finish)
      resolve(body)
    }
    const finish = () => settle(Buffer.concat(chunks))
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size <= limit) return
      request.pause()
      settle(undefined)
      request.unshift(Buffer.concat(chunks))
    }
    request.on("data", take).on("end", finish).once("error", reject)
  })
}

/** Which instance an answer asks for, as in `fly-replay: instance=n1;state=x`. */
function replayTarget(answer: IncomingMessage): { instance: string; state: string } | undefined {
  const header = answer.headers["fly-replay"]
  if (header === undefined) return undefined
  const fields = new URLSearchParams(String(header).replaceAll(";", "&"))
  return { instance: fields.get("instance") ?? "", state: fields.get("state") ?? "" }
}

function deliver(answer: IncomingMessage, response: ServerResponse) {
  const headers = { ...answer.headers }
  for (const name of hopHeaders) delete headers[name]
  response.writeHead(answer.statusCode ?? 502, headers)
  answer.on("error", () => response.destroy()).pipe(response)
}

function refuse(response: ServerResponse, status: number, reason: string) {
  response.writeHead(status, { "Content-Type": "text/plain" }).end(`edge: ${reason}\n`)
}
