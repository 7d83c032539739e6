import { setTimeout as pause } from "node:timers/promises"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { type FakeLitefs, startFakeLitefs } from "../../../tests/support/fake-litefs"
import { type Litefs, type Role, watchLitefs } from "./litefs.server"

let fake: FakeLitefs
let node: Litefs | undefined
let ends: string[]
let prepared: Role[]

beforeEach(async () => {
  fake = await startFakeLitefs()
  ends = []
  prepared = []
})
afterEach(async () => {
  node?.close()
  await fake.close()
})

function watch({ leaseMs = 10_000, prepare = (role: Role) => void prepared.push(role) } = {}) {
  node = watchLitefs(
    {
      dir: fake.dir,
      url: fake.url,
      databasePath: fake.path,
      leaseMs,
      exit: (reason) => void ends.push(reason),
    },
    prepare,
  )
  return node
}

const known = ({ part }: Role) => part !== "unknown"

describe("the role of a node", () => {
  test("is unknown until LiteFS says it: that there is no primary does not make one of this node", async () => {
    const litefs = watch()
    expect(await litefs.waitForRole(known, 300)).toEqual({ part: "unknown" })
    fake.follow("n2")
    expect(await litefs.waitForRole(known, 2000)).toEqual({ part: "replica", of: "n2" })
    fake.lead()
    expect(await litefs.waitForRole(({ part }) => part === "primary", 2000)).toEqual({ part: "primary" })
    fake.lose()
    expect(await litefs.waitForRole((role) => !known(role), 2000)).toEqual({ part: "unknown" })
    expect(prepared).toEqual([{ part: "replica", of: "n2" }, { part: "primary" }, { part: "unknown" }])
  })

  test("counts only once the app is ready for it, which is tried again", async () => {
    let tries = 0
    fake.lead()
    const litefs = watch({
      prepare() {
        tries += 1
        if (tries < 2) throw new Error("the lease was lost again")
      },
    })
    expect((await litefs.waitForRole(known, 3000)).part).toBe("primary")
    expect(tries).toBe(2)
  })

  test("does not flicker when the stream of events is cut", async () => {
    fake.lead()
    const litefs = watch()
    await litefs.waitForRole(known, 2000)
    fake.hangUp()
    await pause(400)
    expect(litefs.role()).toEqual({ part: "primary" })
    fake.follow("n3")
    expect(await litefs.waitForRole(({ part }) => part === "replica", 2000)).toEqual({
      part: "replica",
      of: "n3",
    })
    expect(prepared).toHaveLength(2)
  })

  test("is unknown again when LiteFS is silent, and the process ends when that lasts longer than the lease", async () => {
    fake.lead()
    const litefs = watch({ leaseMs: 5000 })
    await litefs.waitForRole(known, 2000)
    fake.freeze()
    expect((await litefs.waitForRole((role) => !known(role), 6000)).part).toBe("unknown")
    await vi.waitFor(() => expect(ends[0]).toMatch(/has not answered/), 6000)
  }, 15_000)
})

describe("the position of a node", () => {
  test("is waited for, not longer than asked", async () => {
    const litefs = watch()
    const hex = (9).toString(16).padStart(16, "0")
    expect(await litefs.waitForPosition(hex, 100)).toBe(false)
    setTimeout(() => fake.setPosition(10), 100)
    expect(await litefs.waitForPosition(hex, 2000)).toBe(true)
    expect(litefs.positionNow()).toBe("000000000000000a")
  })
})

describe("the watchdog", () => {
  test("ends a replica whose primary hangs, so that another can lead", async () => {
    fake.follow("n2")
    fake.setLag(15_500)
    watch()
    await vi.waitFor(() => expect(ends[0]).toMatch(/the primary n2 has sent nothing for 16 s/), 4000)
  })

  test("leaves one alone that has no primary: it goes on answering reads", async () => {
    fake.setLag(60_000)
    watch()
    await pause(2500)
    expect(ends).toEqual([])
  })

  test("ends a process that hung longer than the lease, and believes nothing it says before", async () => {
    fake.lead()
    const litefs = watch({ leaseMs: 800 })
    await litefs.waitForRole(known, 2000)
    expect(litefs.isFenced()).toBe(false)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200)
    expect(litefs.isFenced()).toBe(true)
    await vi.waitFor(() => expect(ends[0]).toMatch(/stood still/), 2000)
  })
})
