import { spawnSync } from "node:child_process"
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { logTo } from "./log.server"

/** Runs a script of the log with its output on a device that has no room for a byte, as a file on a full disk has none. */
function onFullDisk(script: string) {
  const full = openSync("/dev/full", "w")
  try {
    return spawnSync(process.execPath, ["--import", "tsx", "-e", script], {
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
      timeout: 50_000,
      env: { ...process.env, LOG_LEVEL: "info", VITEST: "" },
    })
  } finally {
    closeSync(full)
  }
}

test("a log that has no room loses its lines, and the process goes on and ends by itself", () => {
  const { status, signal, stderr } = onFullDisk(`
    import("./app/utils/log.server.ts").then(({ log }) => {
      for (let n = 0; n < 100; n += 1) log.info({ n }, "a line")
      log.fatal({ err: new Error("the last one") }, "stopping after an error")
      process.stderr.write("went on")
      process.exit(3)
    })`)
  expect([status, signal, stderr]).toEqual([3, null, "went on"])
}, 60_000)

test("once there is room, the log says how many lines were lost, each line on its own", () => {
  const path = join(mkdtempSync(join(tmpdir(), "tutti-log-")), "log")
  const full = openSync("/dev/full", "w")
  const log = logTo(full)
  log.write("one\n")
  log.write("two\n")
  closeSync(full)
  const room = openSync(path, "w")
  // The same file has room again.
  expect(room).toBe(full)
  log.write("three\n")
  log.write("four\n")
  closeSync(room)
  const [loss = "", ...lines] = readFileSync(path, "utf8").trim().split("\n")
  expect([JSON.parse(loss), lines]).toEqual([
    { level: 40, time: expect.any(Number), pid: process.pid, lines: 2, msg: "log lines were lost" },
    ["three", "four"],
  ])
  rmSync(dirname(path), { recursive: true })
})
