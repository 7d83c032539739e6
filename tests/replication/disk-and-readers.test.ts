import { rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import Database from "better-sqlite3"
import { describe, expect } from "vitest"
import { drill, expectWhole, sum } from "./support/drill"
import { closeAfterEach, open } from "./support/opened"
import { startWriter } from "./support/writer"

// What one machine does to itself and to the others: its disk is full, or somebody reads for too long.

closeAfterEach()

/** Fills the disk under a folder, as forgotten logs do; answers how to free it. */
function fillDisk(folder: string): () => void {
  const path = join(folder, "forgotten.log")
  for (let chunk = 1 << 20; chunk >= 1024; chunk >>= 1)
    try {
      for (;;) writeFileSync(path, Buffer.alloc(chunk), { flag: "a" })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error
    }
  expect(statSync(path).size).toBeGreaterThan(0)
  return () => rmSync(path)
}

describe("a machine in trouble", () => {
  drill("disk-full", async () => {
    const { cluster, seed } = await open({ diskMegabytes: 48 })
    const [n1, n2] = [cluster.node(0), cluster.node(1)]
    const writer = startWriter(cluster, seed, { to: () => n1, atOnce: 1, everyMs: 20 })
    await writer.goesOn(15)

    const free = fillDisk(n1.data)
    const filledAt = Date.now()
    await writer.until(({ answered, at }) => answered === "refused" && at > filledAt, 20_000)
    const refusals = () => writer.refused().filter(({ at }) => at > filledAt)
    await pause(1500)
    // A page that says so, not a broken connection; what is there can be read; the machine lives.
    expect(refusals().every(({ status }) => status === 500 || status === 503)).toBe(true)
    expect(writer.writes.filter(({ answered }) => answered === "unknown")).toEqual([])
    const page = await n1.ask("/teachers", { headers: { Cookie: seed.cookie } })
    expect(page.status).toBe(200)
    expect((await n1.info()).isPrimary).toBe(true)
    expect(n1.starts()).toBe(1)

    free()
    await writer.goesOn(10)
    await writer.stop()
    await cluster.settled()
    const tally = writer.tally(n2)
    expect([tally.lost, tally.repeated]).toEqual([0, 0])
    expectWhole(n1)
    expectWhole(n2)
    return tally
  })

  drill("long-reader", async () => {
    const { cluster, seed } = await open()
    const [n1, n2, n3] = [cluster.node(0), cluster.node(1), cluster.node(2)]
    const writers = [
      startWriter(cluster, seed, { kind: "teacher", to: () => n1, everyMs: 50 }),
      startWriter(cluster, seed, { kind: "payment", to: () => n3, atOnce: 1, everyMs: 50 }),
    ] as const
    await Promise.all(writers.map((writer) => writer.goesOn(10)))

    // Somebody looks into a replica's database and forgets to finish.
    const reader = new Database(join(n2.mount, "app.db"), { readonly: true })
    reader.exec("begin")
    reader.prepare("select count(*) from teachers").get()
    const stalledAt = n2.position()
    const readAt = Date.now()
    await writers[0].goesOn(20)
    // That copy stands still; the others go on. It may come to lead, so money waits for it, and is not called saved.
    await writers[1].until(({ answered, at }) => answered === "pending" && at > readAt)
    expect(n2.position()).toBe(stalledAt)
    await n2.until("an alarm", async () => (await n2.health()).status !== "ok", 14_000)
    expect((await n2.health()).reason).toMatch(/behind/)
    expect((await n3.health()).status).toBe("ok")
    reader.exec("commit")
    reader.close()

    await n2.isUp()
    await Promise.all(writers.map((writer) => writer.goesOn(10)))
    await Promise.all(writers.map((writer) => writer.stop()))
    await cluster.settled()
    const tallies = writers.map((writer) => writer.tally(n2))
    for (const tally of tallies) expect([tally.lost, tally.repeated]).toEqual([0, 0])
    expectWhole(n2)
    return sum(...tallies)
  })
})
