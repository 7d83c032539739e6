import { createServer } from "node:http"
import { afterAll, beforeAll, expect, test } from "vitest"
import { askServer } from "../../tests/support/server"
import { refuseOddTargets } from "./malformed-requests.server"

const server = createServer(refuseOddTargets((_, response) => response.end("here")))
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, () => resolve()))
  const address = server.address()
  port = typeof address === "object" ? (address?.port ?? 0) : 0
})
afterAll(() => server.close())

test("a path is read up to a number of slashes that no address of ours has", async () => {
  for (const [path, status] of [
    [`/a${"/".repeat(99)}`, 200],
    [`/a${"/".repeat(14_000)}x`, 400],
    [`/${"x".repeat(6000)}`, 200],
    [`/students?q=${"a".repeat(9000)}`, 200],
    ["//host/path", 400],
    ["*", 400],
  ] as const)
    expect((await askServer(port, path)).status, path.slice(0, 20)).toBe(status)
})
