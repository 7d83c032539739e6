import { setTimeout as pause } from "node:timers/promises"
import { describe, expect } from "vitest"
import { drill, expectWhole, sum } from "./support/drill"
import type { ClusterNode } from "./support/node"
import { closeAfterEach, open } from "./support/opened"
import { startWriter } from "./support/writer"

// Who leads is decided by a lease. What happens when no one can say, or the one who has it does not move.

closeAfterEach()

describe("the lease", () => {
  drill("lease-server-down", async () => {
    const { cluster, seed } = await open()
    const writer = startWriter(cluster, seed, { to: () => cluster.node(0), everyMs: 50 })
    await writer.goesOn(15)
    const begun = Date.now()
    cluster.lease.suffer({ kind: "reset" })
    await writer.until(({ status, at }) => status === 503 && at > begun, 30_000)
    for (const node of cluster.nodes) {
      const page = await node.ask("/teachers", { headers: { Cookie: seed.cookie } })
      expect([node.name, page.status]).toEqual([node.name, 200])
      expect((await node.ask("/health")).status).toBe(503)
    }
    const call = await cluster
      .node(1)
      .ask("/api/contact", { method: "POST", headers: { Origin: cluster.appUrl } })
    expect([call.status, call.headers["retry-after"], Object.keys(JSON.parse(call.text))]).toEqual([
      503,
      "5",
      ["message"],
    ])

    cluster.lease.suffer()
    const next = await cluster.primary()
    await writer.goesOn(10)
    await writer.stop()
    await cluster.settled()
    const tally = writer.tally(next)
    expect([tally.lost, tally.repeated]).toEqual([0, 0])
    return tally
  })

  drill("frozen-primary", async () => {
    const { cluster, seed } = await open({ isSupervised: true })
    const [n1, n2, n3] = [cluster.node(0), cluster.node(1), cluster.node(2)]
    const through = (node: ClusterNode) =>
      startWriter(cluster, seed, { kind: "payment", to: () => node, atOnce: 1 })
    const [direct, relayed] = [through(n1), startWriter(cluster, seed, { to: () => n2, everyMs: 100 })]
    await Promise.all([direct.goesOn(10), relayed.goesOn(10)])
    n1.freeze()
    const next = await cluster.primary([n2, n3], 40_000)
    await relayed.goesOn(5, 40_000)
    const before = direct.acknowledged().length
    const thawedAt = Date.now()
    n1.thaw()
    // What waited in the frozen machine is not acknowledged by it.
    await pause(700)
    const early = direct.acknowledged().filter(({ at }) => at >= thawedAt)
    await n1.hasRole("replica", 30_000)
    await direct.goesOn(5)
    await Promise.all([direct.stop(), relayed.stop()])
    await cluster.settled()
    const [money, teachers] = [direct.tally(next), relayed.tally(next)]
    expect(before).toBeGreaterThanOrEqual(10)
    expect(
      early.filter(
        ({ name }) => !next.read("select 1 from payments where provider_reference = ?", name).length,
      ),
    ).toEqual([])
    expect([money.lost, money.repeated, teachers.repeated]).toEqual([0, 0, 0])
    expect(teachers.lost).toBe(0)
    for (const node of cluster.nodes) expectWhole(node)
    return sum(money, teachers)
  })
})
