import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { startServer } from "../../support/server"

// On a slow disk a request that writes waits for its sync, and no other request does. A failed sync is an error.

const folder = mkdtempSync(join(tmpdir(), "tutti-slow-disk-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const diskMs = 2_000
/** A script that Node loads before the server: every sync takes that long, and fails once the disk is broken. */
function slowDisk(name: string) {
  const path = join(folder, `${name}.cjs`)
  const broken = join(folder, `${name}.broken`)
  writeFileSync(
    path,
    `const fs = require("node:fs")
    const { fdatasync } = fs
    fs.fdatasync = (file, done) =>
      setTimeout(() => fs.existsSync(${JSON.stringify(broken)}) ? done(new Error("EIO")) : fdatasync(file, done), ${diskMs})
    require("node:module").syncBuiltinESMExports()`,
  )
  return {
    settings: { DATABASE_PATH: join(folder, `${name}.db`), NODE_OPTIONS: `--require ${path}` },
    break: () => writeFileSync(broken, ""),
  }
}
const wrong = { username: "nobody@example.com", password: "wrong-password" }

test("a write is answered after its sync, a read at once, and the event loop stays free", async () => {
  const server = await startServer(slowDisk("slow").settings)
  const begun = performance.now()
  const saved = server.post("/login", wrong).then(({ status }) => [status, performance.now() - begun])
  const read: number[] = []
  while (performance.now() - begun < diskMs / 2) {
    const asked = performance.now()
    expect((await server.ask("/login")).status).toBe(200)
    read.push(performance.now() - asked)
  }
  const [status, savedMs = 0] = await saved
  expect(status).toBe(400)
  expect(savedMs).toBeGreaterThanOrEqual(diskMs)
  expect(Math.max(...read)).toBeLessThan(diskMs / 2)
  expect(await server.stop()).toBe(0)
})

test("a failed sync is answered with an error and ends the server", async () => {
  const disk = slowDisk("broken")
  const server = await startServer(disk.settings)
  const saved = server.post("/login", wrong)
  await new Promise((resolve) => setTimeout(resolve, diskMs / 5))
  disk.break()
  expect((await saved).status).toBe(500)
  expect(await server.ended).not.toBe(0)
  expect(server.output()).toContain("stopping after the disk failed")
  // What was written is there again, and the new server saves.
  const next = await startServer({ DATABASE_PATH: disk.settings.DATABASE_PATH })
  expect((await next.post("/login", wrong)).status).toBe(400)
  expect(await next.stop()).toBe(0)
})
