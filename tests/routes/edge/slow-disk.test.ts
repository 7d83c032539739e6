import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { startServer } from "../../support/server"

// On a slow disk a request that writes waits for its sync, and no other request does. A failed sync is an error.

const folder = mkdtempSync(join(tmpdir(), "tutti-slow-disk-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A script that Node loads before the server: a sync that begins while the disk is held goes on, or fails, once it is let go. */
function slowDisk(name: string) {
  const path = join(folder, `${name}.cjs`)
  const [held, broken] = [join(folder, `${name}.held`), join(folder, `${name}.broken`)]
  writeFileSync(
    path,
    `const fs = require("node:fs")
    const { fdatasync } = fs
    fs.fdatasync = function sync(file, done) {
      if (fs.existsSync(${JSON.stringify(held)})) setTimeout(sync, 20, file, done)
      else if (fs.existsSync(${JSON.stringify(broken)})) done(new Error("EIO"))
      else fdatasync(file, done)
    }
    require("node:module").syncBuiltinESMExports()`,
  )
  return {
    settings: { DATABASE_PATH: join(folder, `${name}.db`), NODE_OPTIONS: `--require ${path}` },
    hold: () => writeFileSync(held, ""),
    letGo: () => rmSync(held),
    break: () => writeFileSync(broken, ""),
  }
}
const wrong = { username: "nobody@example.com", password: "wrong-password" }

test("a write is answered after its sync, a read at once, and the event loop stays free", async () => {
  const disk = slowDisk("slow")
  const server = await startServer(disk.settings)
  disk.hold()
  let isAnswered = false
  const saved = server.post("/login", wrong).then(({ status }) => {
    isAnswered = true
    return status
  })
  for (let count = 0; count < 20; count += 1) expect((await server.ask("/login")).status).toBe(200)
  // By now the write has come as far as its sync.
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect((await server.ask("/login")).status).toBe(200)
  expect(isAnswered).toBe(false)
  disk.letGo()
  expect(await saved).toBe(400)
  expect(await server.stop()).toBe(0)
})

test("a failed sync is answered with an error and ends the server", async () => {
  const disk = slowDisk("broken")
  const server = await startServer(disk.settings)
  disk.hold()
  const saved = server.post("/login", wrong)
  await new Promise((resolve) => setTimeout(resolve, 400))
  disk.break()
  disk.letGo()
  expect((await saved).status).toBe(500)
  expect(await server.ended).not.toBe(0)
  expect(server.output()).toContain("stopping after the disk failed")
  // What was written is there again, and the new server saves.
  const next = await startServer({ DATABASE_PATH: disk.settings.DATABASE_PATH })
  expect((await next.post("/login", wrong)).status).toBe(400)
  expect(await next.stop()).toBe(0)
})
