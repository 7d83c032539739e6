import { expect, test } from "vitest"
import { closeDatabase, sqlite } from "./client.server"

const full = 2
const synchronous = () => sqlite().pragma("synchronous", { simple: true })

test("a commit waits until the disk has it, but in tests", () => {
  expect(synchronous()).toBe(0)
  closeDatabase()
  Reflect.deleteProperty(globalThis, "tuttiHurries")
  expect(synchronous()).toBe(full)
})
