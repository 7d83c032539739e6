import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeEach, inject } from "vitest"
import { fixClock } from "../../app/utils/clock.server"
import { setGenericMessages } from "../../app/utils/schema-messages"
import { testNow } from "./clock"
import { checkReads } from "./read-check"
import { checkStates } from "./states-check"

const folder = mkdtempSync(join(tmpdir(), "tutti-file-"))
process.env.DATABASE_PATH = join(folder, "test.db")
process.env.LOG_LEVEL = "silent"
process.env.APP_URL ??= "http://localhost:3000"
copyFileSync(inject("emptyDatabase"), process.env.DATABASE_PATH)

checkReads()
checkStates()
setGenericMessages()
// What a file prepares before its first test has the same date as its tests.
fixClock(testNow)
beforeEach(() => fixClock(testNow))

const shared = globalThis as typeof globalThis & { tuttiClose?: () => void }

afterAll(() => {
  shared.tuttiClose?.()
  rmSync(folder, { recursive: true, force: true })
})
