import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { afterEach, describe, expect, test } from "vitest"
import { type Edge, ownAddress, replayLimitBytes, startEdge } from "../../sandbox/replication/edge"
import { startTcpRelay, type TcpRelay } from "../../sandbox/replication/tcp-relay"

// The wires between nodes and the edge in front of them, each against plain servers.

type Seen = { method?: string; url?: string; headers: IncomingHttpHeaders; bytes: number }
type Node = { url: string; port: number; seen: Seen[]; server: Server }

const toClose: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close()
})

/** A node that says its name, or sends what it is asked to elsewhere. */
async function startNode(name: string, replayTo?: string): Promise<Node> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    let bytes = 0
    for await (const chunk of request) bytes += (chunk as Buffer).length
    seen.push({ method: request.method, url: request.url, headers: request.headers, bytes })
    if (replayTo) response.setHeader("fly-replay", `instance=${replayTo};state=written`)
    response
      .setHeader("Set-Cookie", ["a=1", "b=2"])
      .writeHead(replayTo ? 200 : 201)
      .end(replayTo ? "" : name)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  toClose.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, seen, server }
}

const open = async <Part extends Edge | TcpRelay>(part: Promise<Part>): Promise<Part> => {
  const opened = await part
  toClose.push(() => opened.close())
  return opened
}

describe("the edge", () => {
  test("passes a request on with the person's own host, origin and cookies, and all of the answer", async () => {
    const node = await startNode("n1")
    const edge = await open(startEdge({ instances: { n1: node.url } }))
    const answer = await fetch(`${edge.url}/students?page=2`, {
      method: "POST",
      body: "name=Mila",
      headers: {
        Origin: edge.url,
        Cookie: "tutti=abc",
        "fly-client-ip": "6.6.6.6",
        "x-forwarded-for": "7.7.7.7",
        "fly-replay-src": "instance=x",
      },
    })
    expect([answer.status, await answer.text()]).toEqual([201, "n1"])
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"])
    expect(node.seen[0]).toMatchObject({
      method: "POST",
      url: "/students?page=2",
      bytes: 9,
      headers: {
        host: `localhost:${edge.port}`,
        origin: edge.url,
        cookie: "tutti=abc",
        "x-forwarded-proto": "http",
      },
    })
    const client = node.seen[0]?.headers["fly-client-ip"]
    expect(client).toMatch(/127\.0\.0\.1$/)
    expect(node.seen[0]?.headers["x-forwarded-for"]).toBe(`7.7.7.7, ${client}, ${ownAddress}`)
    expect(node.seen[0]?.headers).not.toHaveProperty("fly-replay-src")
  })

  test("sends a request again where the answer says, body included, once", async () => {
    const primary = await startNode("n1")
    const replica = await startNode("n2", "n1")
    const edge = await open(startEdge({ instances: { n1: primary.url, n2: replica.url } }))
    edge.sendTo("n2")
    const body = "x".repeat(replayLimitBytes)
    const answer = await fetch(`${edge.url}/invoices`, { method: "POST", body })
    expect([answer.status, await answer.text(), answer.headers.get("fly-replay")]).toEqual([201, "n1", null])
    expect(primary.seen[0]).toMatchObject({ method: "POST", url: "/invoices", bytes: replayLimitBytes })
    expect(primary.seen[0]?.headers["fly-replay-src"]).toMatch(/^instance=n2;.*state=written$/)
    expect(edge.journeys).toEqual(["POST /invoices n2>n1"])
  })

  test("refuses a second replay, an unknown instance and a body too large to keep", async () => {
    const circle = await startNode("n1", "n2")
    const other = await startNode("n2", "n1")
    const lost = await startNode("n3", "n9")
    const edge = await open(startEdge({ instances: { n1: circle.url, n2: other.url, n3: lost.url } }))
    const post = async (to: string, body: string) => {
      edge.sendTo(to)
      const answer = await fetch(edge.url, { method: "POST", body })
      return [answer.status, await answer.text()]
    }
    expect(await post("n1", "a")).toEqual([502, "edge: a replayed request was asked to be replayed again\n"])
    expect(await post("n3", "a")).toEqual([502, "edge: there is no instance n9\n"])
    const large = "x".repeat(replayLimitBytes + 1)
    expect(await post("n2", large)).toEqual([502, "edge: the body is too large to be replayed\n"])
    expect(other.seen.at(-1)?.bytes).toBe(large.length)
  })

  test("leaves out an instance that is down, and answers 502 when the chosen one is", async () => {
    const up = await startNode("n1")
    const edge = await open(startEdge({ instances: { n1: up.url, n2: "http://127.0.0.1:1" } }))
    for (let visit = 0; visit < 4; visit += 1) expect((await fetch(edge.url)).status).toBe(201)
    edge.sendTo("n2")
    expect((await fetch(edge.url)).status).toBe(502)
  })
})

describe("the wire", () => {
  test("carries both ways, and later when slow, in order", async () => {
    const node = await startNode("n1")
    const relay = await open(startTcpRelay({ to: node.port }))
    const body = "x".repeat(3_000_000)
    expect(await (await fetch(relay.url, { method: "POST", body })).text()).toBe("n1")
    expect(node.seen[0]?.bytes).toBe(body.length)
    relay.delay(150)
    const begun = performance.now()
    expect(await (await fetch(relay.url, { headers: { Connection: "close" } })).text()).toBe("n1")
    expect(performance.now() - begun).toBeGreaterThanOrEqual(290)
  })

  test("while silent keeps connections open and delivers nothing; afterwards what was sent arrives", async () => {
    const node = await startNode("n1")
    const relay = await open(startTcpRelay({ to: node.port }))
    relay.silence(true)
    let answered = false
    const answer = fetch(relay.url).then((response) => {
      answered = true
      return response.text()
    })
    await pause(200)
    expect([answered, node.seen.length, relay.open]).toEqual([false, 0, 1])
    relay.silence(false)
    expect(await answer).toBe("n1")
  })

  test("when cut closes what is open and refuses what is new, until repaired", async () => {
    const node = await startNode("n1")
    const relay = await open(startTcpRelay({ to: node.port }))
    const socket = connect(relay.port, "127.0.0.1")
    await once(socket, "connect")
    socket.on("error", () => undefined)
    await pause(20)
    relay.cut(true)
    await once(socket, "close")
    await expect(fetch(relay.url)).rejects.toThrow()
    relay.cut(false)
    expect((await fetch(relay.url)).status).toBe(201)
  })
})
