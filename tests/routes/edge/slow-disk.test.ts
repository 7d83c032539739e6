import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { startServer } from "../../support/server"

// A disk that takes long for what it's given, or fails: who saves waits for it, and nobody else does.

const folder = mkdtempSync(join(tmpdir(), "tutti-slow-disk-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const diskMs = 2_000
/** Loaded before the server: its disk is that slow, and broken while there is a file that says so. */
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

test("who saves is answered once the disk has it, who reads at once, and the server isn't held", async () => {
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

test("a disk that fails is answered with an error, and the server ends, so that it begins with what there is", async () => {
  const disk = slowDisk("broken")
  const server = await startServer(disk.settings)
  const saved = server.post("/login", wrong)
  await new Promise((resolve) => setTimeout(resolve, diskMs / 5))
  disk.break()
  expect((await saved).status).toBe(500)
  expect(await server.ended).not.toBe(0)
  expect(server.output()).toContain("stopping after an error")
})
