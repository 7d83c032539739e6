import "./matchers"
import "./quick-kinds"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, beforeEach, inject } from "vitest"
import { fixClock } from "../../app/utils/clock.server"
import { setGenericMessages } from "../../app/utils/schema-messages"
import { testNow } from "./clock"

// Files that share a process have the same folder after each other, since settings that are parsed once name it. It lies in
// the run's own, which goes with the run.
const folderAs = Symbol.for("folder of tests")
const shared = globalThis as typeof globalThis & {
  [folderAs]?: string
  tuttiClose?: () => void
  tuttiHurries?: true
}
shared[folderAs] ??= mkdtempSync(join(dirname(inject("emptyDatabase")), "process-"))
const folder = shared[folderAs]

// The history of a property test commits thousands of times, which takes a minute on a disk that syncs in 15 ms. Servers that
// tests start, threads, and drills do wait for the disk.
shared.tuttiHurries = true

// A request that was late may have opened the database again.
shared.tuttiClose?.()
removeFolder()
mkdirSync(folder)
process.env.DATABASE_PATH = join(folder, "test.db")
process.env.LOG_LEVEL = "silent"
// Whoever runs the tests may have a full disk of their own.
process.env.UPLOAD_DISK_FREE_PERCENT ??= "0"
process.env.APP_URL ??= "http://localhost:3000"
copyFileSync(inject("emptyDatabase"), process.env.DATABASE_PATH)

setGenericMessages()
// What a file prepares before its first test has the same date as its tests.
fixClock(testNow)
beforeEach(() => fixClock(testNow))

afterAll(() => {
  shared.tuttiClose?.()
  removeFolder()
})

function removeFolder() {
  rmSync(folder, { recursive: true, force: true })
}
