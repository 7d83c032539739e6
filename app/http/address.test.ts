import express from "express"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startEdge } from "../../sandbox/replication/edge"
import { freePort } from "../../tests/support/server"
import { addressAtEdge, countedAddress, networkOf, trustedHops } from "./address.server"

// Throttles count by this address: it must be the client's behind each kind of proxy, and no client may make one up.

const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
})

/** An app that answers with the address it sees. */
async function startApp(trusted: "fly" | number): Promise<string> {
  const app = express()
  app.set("trust proxy", trustedHops(trusted))
  app.get("/", (request, response) => void response.send(addressAtEdge(request, trusted)))
  const port = await freePort()
  const server = app.listen(port, "127.0.0.1")
  closing.push(() => server.close())
  return `http://127.0.0.1:${port}`
}
const seenBy = async (url: string, headers: Record<string, string> = {}) =>
  (await (await fetch(url, { headers })).text()).replace("::ffff:", "")

describe("on Fly", () => {
  let node: string
  let edge: Awaited<ReturnType<typeof startEdge>>
  beforeAll(async () => {
    node = await startApp("fly")
    edge = await startEdge({ instances: { n1: node } })
  })
  afterAll(() => edge.close())

  test("it is what the edge says, whatever the client sent along", async () => {
    expect(await seenBy(edge.url)).toBe("127.0.0.1")
    const forged = { "Fly-Client-IP": "203.0.113.9", "X-Forwarded-For": "203.0.113.9, 203.0.113.10" }
    expect(await seenBy(edge.url, forged)).toBe("127.0.0.1")
  })

  test("two clients are two addresses, although both came through our own one", async () => {
    const through = (client: string) =>
      seenBy(node, { "Fly-Client-IP": client, "X-Forwarded-For": `${client}, 198.51.100.10` })
    expect([await through("203.0.113.1"), await through("2001:db8::7")]).toEqual([
      "203.0.113.1",
      "2001:db8::7",
    ])
    expect(await through("not an address")).toBe("127.0.0.1")
  })
})

describe("elsewhere", () => {
  test("Fly's header says nothing: without a proxy, and behind one", async () => {
    expect(await seenBy(await startApp(0), { "Fly-Client-IP": "203.0.113.9" })).toBe("127.0.0.1")
    const behindOne = await startApp(1)
    expect(
      await seenBy(behindOne, { "Fly-Client-IP": "203.0.113.9", "X-Forwarded-For": "203.0.113.1" }),
    ).toBe("203.0.113.1")
  })

  test("as many hops are believed as there are proxies", async () => {
    const headers = { "X-Forwarded-For": "6.6.6.6, 203.0.113.1, 203.0.113.2" }
    expect(await seenBy(await startApp(0), headers)).toBe("127.0.0.1")
    expect(await seenBy(await startApp(1), headers)).toBe("203.0.113.2")
    expect(await seenBy(await startApp(2), headers)).toBe("203.0.113.1")
  })
})

describe("tries are counted", () => {
  test.each([
    ["2001:db8:1:2::7", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::7", "2001:db8:1:3::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::ffff:cb00:7109", "203.0.113.9"],
    ["0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9"],
    ["203.0.113.9", "203.0.113.9"],
    ["unknown", "unknown"],
  ])("%s as %s", (address, counted) => {
    expect(networkOf(address)).toBe(counted)
    const request = new Request("http://x", { headers: { "x-tutti-address": address } })
    expect(countedAddress(request)).toBe(counted)
  })
})
