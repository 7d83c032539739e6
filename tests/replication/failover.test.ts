import { afterEach, describe, expect } from "vitest"
import { type Cluster, type ClusterOptions, startCluster } from "./support/cluster"
import { drill, expectWhole, sum } from "./support/drill"
import { seedSchool } from "./support/seed"
import { startWriter } from "./support/writer"

// What happens to what was answered when the machine that leads goes away, in all the ways it can.

let cluster: Cluster | undefined
afterEach(async () => {
  await cluster?.close()
  cluster = undefined
}, 30_000)

async function open(options: ClusterOptions = {}) {
  const seed = await seedSchool()
  cluster = await startCluster({ seed: seed.path, ...options })
  return { cluster, seed }
}

describe("the primary goes away", () => {
  drill("kill-primary", async () => {
    const { cluster, seed } = await open()
    const [n1, n2, n3] = [cluster.node(0), cluster.node(1), cluster.node(2)]
    const writers = [
      startWriter(cluster, seed, { kind: "teacher", to: () => n2 }),
      startWriter(cluster, seed, { kind: "payment", to: () => n3, atOnce: 1 }),
    ] as const
    await Promise.all(writers.map((writer) => writer.goesOn(20)))
    await n1.kill()
    const next = await cluster.primary([n2, n3])
    await Promise.all(writers.map((writer) => writer.goesOn(10)))
    await Promise.all(writers.map((writer) => writer.stop()))
    await cluster.settled([n2, n3])

    const [teachers, payments] = [writers[0].tally(next), writers[1].tally(next)]
    expect(payments.lost).toBe(0)
    expect(teachers.lost).toBeLessThanOrEqual(2)
    expect(teachers.repeated + payments.repeated).toBe(0)
    expectWhole(next)
    return sum(teachers, payments)
  })
})
