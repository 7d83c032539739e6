import { spawnSync } from "node:child_process"
import { describe, expect } from "vitest"
import { drill, expectWhole, sum } from "./support/drill"
import { closeAfterEach, open } from "./support/opened"
import { startWriter, type Writer } from "./support/writer"

// What happens to what was answered when the machine that leads goes away, in all the ways it can.

closeAfterEach()

/** Teachers by way of one node and payments by way of another, as two people would. */
async function startBoth({ cluster, seed }: Awaited<ReturnType<typeof open>>, through = [1, 2]) {
  const teachers = startWriter(cluster, seed, { kind: "teacher", to: () => cluster.node(through[0] ?? 0) })
  const payments = startWriter(cluster, seed, {
    kind: "payment",
    to: () => cluster.node(through[1] ?? 0),
    atOnce: 1,
  })
  const both = [teachers, payments]
  await Promise.all(both.map((writer) => writer.goesOn(15)))
  return {
    teachers,
    payments,
    goOn: (more: number, withinMs?: number) =>
      Promise.all(both.map((writer) => writer.goesOn(more, withinMs))),
    stop: () => Promise.all(both.map((writer) => writer.stop())),
  }
}

const statuses = (writer: Writer) => [...new Set(writer.refused().map(({ status }) => status))]

describe("the primary goes away", () => {
  drill("kill-primary", async () => {
    const opened = await open()
    const { cluster } = opened
    const writers = await startBoth(opened)
    await cluster.node(0).kill()
    const left = [cluster.node(1), cluster.node(2)]
    const next = await cluster.primary(left)
    await writers.goOn(10, 30_000)
    await writers.stop()
    await cluster.settled(left)
    const [teachers, payments] = [writers.teachers.tally(next), writers.payments.tally(next)]
    expect(payments.lost).toBe(0)
    // A plain write is answered after half a second even when no other machine has said that it has it.
    expect(teachers.lost).toBeLessThanOrEqual(2)
    expect(teachers.repeated + payments.repeated).toBe(0)
    expectWhole(next)
    return sum(teachers, payments)
  })

  drill("app-crash", async () => {
    const opened = await open({ isSupervised: true })
    const { cluster } = opened
    const writers = await startBoth(opened)
    await cluster.node(0).killApp()
    await writers.goOn(10, 30_000)
    await writers.stop()
    await cluster.settled()
    const next = await cluster.primary()
    const [teachers, payments] = [writers.teachers.tally(next), writers.payments.tally(next)]
    expect(payments.lost).toBe(0)
    expect(teachers.lost).toBeLessThanOrEqual(2)
    expect(teachers.repeated + payments.repeated).toBe(0)
    return sum(teachers, payments)
  })

  drill("sigterm-with-drain", async () => {
    const opened = await open()
    const { cluster } = opened
    const writers = await startBoth(opened)
    expect(await cluster.node(0).stop()).toBe(0)
    expect(cluster.node(0).output()).toContain("the lead was handed over")
    const left = [cluster.node(1), cluster.node(2)]
    const next = await cluster.primary(left)
    await writers.goOn(10, 30_000)
    await writers.stop()
    await cluster.settled(left)
    const [teachers, payments] = [writers.teachers.tally(next), writers.payments.tally(next)]
    expect(teachers.lost + payments.lost).toBe(0)
    expect(teachers.repeated + payments.repeated).toBe(0)
    // Writers waited; who waited too long, on a machine as busy as this one may be, was told to try again.
    for (const status of [...statuses(writers.teachers), ...statuses(writers.payments)])
      expect(status).toBe(503)
    expect(writers.teachers.refused().length + writers.payments.refused().length).toBeLessThan(5)
    return sum(teachers, payments)
  })

  drill("promote-under-load", async () => {
    const opened = await open()
    const { cluster } = opened
    const writers = await startBoth(opened, [0, 2])
    for (const index of [1, 2, 0, 1, 2, 0]) {
      // A node that has just lost or changed its stream is refused the lead until it follows again; whoever asks, asks again.
      await expect.poll(async () => (await cluster.node(index).promote()).ok, { timeout: 10_000 }).toBe(true)
      await cluster.node(index).hasRole("primary")
      await writers.goOn(5)
    }
    await writers.stop()
    await cluster.settled()
    const node = await cluster.primary()
    const [teachers, payments] = [writers.teachers.tally(node), writers.payments.tally(node)]
    expect(teachers.lost + payments.lost).toBe(0)
    expect(teachers.repeated + payments.repeated).toBe(0)
    // Who was turned away was told to try again.
    for (const status of [...statuses(writers.teachers), ...statuses(writers.payments)])
      expect(status).toBe(503)
    const terms = node.read<{ node: string }>("select node from primary_terms order by term")
    expect(terms.map((term) => term.node)).toEqual(["n1", "n2", "n3", "n1", "n2", "n3", "n1"])
    return sum(teachers, payments)
  })
})

describe("what only the lost machine had", () => {
  drill("cookie-ahead-and-rejoin", async () => {
    const { cluster, seed } = await open({ hasRelays: true })
    const [n1, n2, n3] = [cluster.node(0), cluster.node(1), cluster.node(2)]
    const before = startWriter(cluster, seed, { kind: "payment", to: () => n1, atOnce: 1 })
    await before.goesOn(5)
    await before.stop()
    await cluster.settled()

    // The primary's transactions do not leave it any more: money is not said to be safe, and a browser sees further.
    cluster.relays.n1?.silence(true)
    const alone = startWriter(cluster, seed, { kind: "payment", to: () => n1, atOnce: 1 })
    const written = await n1.ask("/teachers/create", {
      method: "POST",
      headers: {
        Cookie: seed.cookie,
        Origin: cluster.appUrl,
        "Content-Type": "application/x-www-form-urlencoded",
      },
      body: "name=Only+There",
    })
    expect(written.status).toBe(303)
    const seen = written.headers["set-cookie"]?.find((each) => each.startsWith("seen="))?.split(";")[0] ?? ""
    await alone.until(({ answered }) => answered === "pending")
    await n1.kill()
    cluster.relays.n1?.cut(true)
    await alone.stop()
    const next = await cluster.primary([n2, n3])

    const other = next === n2 ? n3 : n2
    for (const node of [other, next]) {
      const page = await node.ask("/teachers", { headers: { Cookie: `${seed.cookie}; ${seen}` } })
      expect([page.status, page.text.includes("Only There")]).toEqual([200, false])
      expect(page.headers["set-cookie"]?.some((each) => /^seen=; Max-Age=0/.test(each))).toBe(true)
    }
    expect(next.output() + other.output()).toContain("lost transactions")

    // As the image does before LiteFS starts.
    const keep = (...words: string[]) => {
      const { stdout, stderr } = spawnSync(process.execPath, ["build/keep-data.mjs", ...words], {
        encoding: "utf8",
        env: { ...process.env, LITEFS_DATA_DIR: n1.data, LITEFS_DIR: n1.mount, NODE_NAME: "n1" },
      })
      return stdout || stderr
    }
    const { path } = JSON.parse(keep())
    cluster.relays.n1?.cut(false)
    cluster.relays.n1?.silence(false)
    n1.start()
    await n1.hasRole("replica")
    await cluster.settled()
    // LiteFS throws the difference away and says only this; the copy from before has it.
    expect(n1.output().split("-- n1 ended").at(-1)).toContain("snapshot received")
    expect(n1.read("select 1 from teachers where name = 'Only There'")).toEqual([])
    expect(keep("--compare", path)).toMatch(/^teachers {2}1 {2}\S+$/m)
    expectWhole(n1)
    const [earlier, lonely] = [before.tally(next), alone.tally(next)]
    expect(earlier.lost + lonely.lost).toBe(0)
    expect(earlier.repeated + lonely.repeated).toBe(0)
    return sum(earlier, lonely)
  })
})
