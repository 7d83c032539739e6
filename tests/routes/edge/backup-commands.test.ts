import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { scheduleDeletion } from "~/models/accounts/school/delete-school.server"
import type { BackupRecord } from "~/models/platform/backup/backup"
import { recordKeyOf } from "~/models/platform/backup/backup"
import { fixClock } from "~/utils/clock.server"
import { buildWhenStale } from "../../../scripts/build-when-stale.mjs"
import { testNow } from "../../support/clock"
import { openSchool } from "../../support/school"

// Backing up and restoring as an operator does it: two installations with one store, a backup that is too old, a school
// whose deletion was due.

const folder = mkdtempSync(join(tmpdir(), "tutti-backup-commands-"))
const store = join(folder, "store")
const day = 86_400_000

beforeAll(() => {
  buildWhenStale()
  fixClock(testNow - 60 * day)
  scheduleDeletion(openSchool({ name: "Leaving School" }).actor)
  fixClock(testNow)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (installation: string, command: string, ...words: string[]) =>
  new Promise<{ code: number; said: string }>((done) =>
    execFile(
      process.execPath,
      [`build/${command}.mjs`, ...words],
      { env: { ...process.env, VITEST: "", BACKUP_TO: store, INSTALLATION: installation } },
      (error, out, err) => done({ code: Number(error?.code ?? 0), said: `${out}${err}` }),
    ),
  )

test("staging's backup is never taken for the live one, an old one fails the rehearsal, and nothing is overwritten", async () => {
  const made = await run("staging.tutti-school.org", "backup")
  expect([made.code, made.said]).toEqual([0, expect.stringContaining('"problem":null')])
  const record = JSON.parse(made.said) as BackupRecord
  const recordPath = join(store, recordKeyOf(record.objectKey))
  for (const path of [recordPath, join(store, record.objectKey)]) expect(statSync(path).mode & 0o077).toBe(0)

  const live = "live.tutti-school.org"
  const other = await run(live, "restore", "--rehearsal")
  expect([other.code, other.said]).toEqual([
    1,
    expect.stringMatching(
      /There’s no sound backup of live\.tutti-school\.org .* There are some of staging\.tutti-school\.org: name one with --from\./,
    ),
  ])
  const named = await run(live, "restore", "--rehearsal", "--key", record.objectKey)
  expect([named.code, named.said]).toEqual([1, expect.stringContaining("--from staging.tutti-school.org")])

  const into = join(folder, "restored.db")
  const restored = await run("staging.tutti-school.org", "restore", "--to", into)
  expect(restored.said).toMatch(/Sound .*/)
  expect(restored.said).toContain("Deletion  due for 1 school: the app deletes it within a day of its start")
  expect([restored.code, statSync(into).mode & 0o077]).toEqual([0, 0])
  const again = await run("staging.tutti-school.org", "restore", "--to", into)
  expect([again.code, again.said]).toEqual([1, expect.stringContaining("only ever restored to a new file")])

  const stored = JSON.parse(readFileSync(recordPath, "utf8")) as BackupRecord
  writeFileSync(recordPath, JSON.stringify({ ...stored, startedAt: Date.now() - 5 * 3_600_000 }))
  const old = await run("staging.tutti-school.org", "restore", "--rehearsal")
  expect([old.code, old.said]).toEqual([1, expect.stringMatching(/Age +5 h.*Sound.*Too old/s)])
})
