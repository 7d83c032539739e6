import { setTimeout as pause } from "node:timers/promises"
import { describe, expect } from "vitest"
import { drill, expectWhole, sum } from "./support/drill"
import { closeAfterEach, open } from "./support/opened"
import { startWriter } from "./support/writer"

// The wire between machines is silent for a while, or a machine was away for longer than transactions are kept for it.

closeAfterEach()

describe("the network", () => {
  drill("partition", async () => {
    const { cluster, seed } = await open({ hasRelays: true })
    const [n1, n2, n3] = [cluster.node(0), cluster.node(1), cluster.node(2)]
    const writers = [
      startWriter(cluster, seed, { kind: "teacher", to: () => n1, everyMs: 50 }),
      startWriter(cluster, seed, { kind: "payment", to: () => n1, atOnce: 1, everyMs: 50 }),
    ] as const
    await Promise.all(writers.map((writer) => writer.goesOn(10)))

    // Packets between the primary and the others vanish; neither side is told, and the lease is untouched.
    cluster.relays.n1?.silence(true)
    const silentAt = Date.now()
    await writers[0].goesOn(20)
    for (const node of [n2, n3]) {
      const page = await node.ask("/teachers", { headers: { Cookie: seed.cookie } })
      expect([node.name, page.status]).toEqual([node.name, 200])
    }
    await n2.until(
      "lag",
      async () => ((await n2.health()).lagMs ?? 0) > 3000 || (await n2.health()).status !== "ok",
    )
    // Nobody else has what was paid meanwhile: it is not called saved.
    const paidAlone = writers[1].writes.filter(
      ({ at, answered }) => at > silentAt + 2000 && answered === "acknowledged",
    )
    expect(paidAlone).toEqual([])
    expect(writers[1].writes.some(({ answered }) => answered === "pending")).toBe(true)

    cluster.relays.n1?.silence(false)
    await Promise.all([n2.isUp(), n3.isUp()])
    await Promise.all(writers.map((writer) => writer.goesOn(10)))
    await Promise.all(writers.map((writer) => writer.stop()))
    await cluster.settled()
    const tallies = writers.map((writer) => writer.tally(n3))
    for (const tally of tallies) expect([tally.lost, tally.repeated]).toEqual([0, 0])
    expect(cluster.nodes.map((node) => node.starts())).toEqual([1, 1, 1])
    expectWhole(n3)
    return sum(...tallies)
  })

  drill("lease-server-silent", async () => {
    const { cluster, seed } = await open({ isSupervised: true, hasWitness: true })
    const n1 = cluster.node(0)
    const writers = [
      startWriter(cluster, seed, { kind: "teacher", to: () => n1, atOnce: 1, everyMs: 50 }),
      startWriter(cluster, seed, { kind: "payment", to: () => n1, atOnce: 1, everyMs: 50 }),
    ] as const
    await Promise.all(writers.map((writer) => writer.goesOn(5)))
    // LiteFS waits without end for an answer that never comes, and goes on leading with a lease that has ended.
    cluster.lease.suffer({ kind: "silence" })
    const silentAt = Date.now()
    await writers[0].until(({ at, answered }) => at > silentAt && answered !== "acknowledged", 25_000)
    const fencedAt = Date.now()
    await pause(3000)
    for (const writer of writers)
      expect(writer.acknowledged().filter(({ at }) => at > fencedAt + 1000)).toEqual([])
    cluster.lease.suffer()
    const next = await cluster.primary()
    await Promise.all(writers.map((writer) => writer.goesOn(5, 40_000)))
    await Promise.all(writers.map((writer) => writer.stop()))
    await cluster.settled()
    const tallies = writers.map((writer) => writer.tally(next))
    for (const tally of tallies) expect([tally.lost, tally.repeated]).toEqual([0, 0])
    return sum(...tallies)
  })

  drill("away-past-retention", async () => {
    const { cluster, seed } = await open({ retention: "2s" })
    const [n1, n3] = [cluster.node(0), cluster.node(2)]
    const writer = startWriter(cluster, seed, { to: () => n1, everyMs: 20 })
    await writer.goesOn(10)
    await n3.hasCopy()
    const before = n3.position()
    await n3.kill()
    await writer.goesOn(20)
    await pause(5000)
    await writer.goesOn(5)
    n3.start()
    await n3.isUp()
    await writer.goesOn(10)
    await writer.stop()
    await cluster.settled()
    // What it missed is kept no longer, so it was sent the whole database.
    expect(n3.position()).not.toBe(before)
    expect(`${n1.output()}${n3.output()}`).toMatch(/snapshot/i)
    const tally = writer.tally(n3)
    expect([tally.lost, tally.repeated]).toEqual([0, 0])
    expectWhole(n3)
    return tally
  })
})
