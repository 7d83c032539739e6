import { expect, test } from "vitest"
import { closeDatabase, sqlite } from "./client.server"

const [off, full] = [0, 2]
const synchronous = () => sqlite().pragma("synchronous", { simple: true })

test("every commit waits for the disk, except in a test process", () => {
  expect(synchronous()).toBe(off)
  closeDatabase()
  Reflect.deleteProperty(globalThis, "tuttiHurries")
  expect(synchronous()).toBe(full)
})
