import { jobs } from "db/schema/foundation"
import { backups } from "db/schema/platform"
import { beforeAll, expect, test } from "vitest"
import { noteBackup } from "~/models/platform/backup/backup.server"
import { Browser, openOffice } from "../../support/app"
import { testNow } from "../../support/clock"
import { changeRows, removeRows, rowsOf } from "../../support/school"
import { addStaff } from "../../support/support-chat"

const hour = 3_600_000
const page = "/super-admin/backups"

let staff: Browser
beforeAll(async () => {
  staff = await Browser.of(addStaff().userId)
})

const backup = (startedAt: number, problem: string | null = null) => ({
  node: "ams-1",
  place: "s3://tutti-backups/live",
  objectKey: `ams-1/${new Date(startedAt).toISOString().replaceAll(":", "-")}.db.gz`,
  startedAt,
  verifiedAt: problem ? null : startedAt + 900,
  problem,
  bytes: 3_500_000,
  sha256: "ab".repeat(32),
  tookMs: 1234,
})

test("staff see when the last sound backup was made, each with what was wrong, and are warned when it is late", async () => {
  const none = await staff.read(page)
  expect(none).toContain("There’s no verified backup.")
  expect(none).toContain("The first runs on the hour.")
  noteBackup(backup(testNow - 5 * hour))
  const late = await staff.read(page)
  expect(late).toMatch(/The last verified backup is from .* too long ago\./)
  noteBackup(backup(testNow - 2 * hour))
  noteBackup(backup(testNow - hour, "1 exception to “an invoice equals the sum of its lines”"))
  const text = await staff.read(page)
  expect(text).not.toContain("too long ago")
  expect(text).toContain("1 exception to “an invoice equals the sum of its lines”")
  expect(text).toMatch(/sound ams-1 s3:\/\/tutti-backups\/live\/ams-1\/\S+\.db\.gz 1\.2 s 3\.3 MB/)
  expect(text).toContain("1–3 of 3")
  expect((await staff.visit(`${page}?page=9`)).headers.get("Location")).toBe(`${page}?page=1`)
  expect((await staff.visit(`${page}?page=x'<b>`)).status).toBe(200)
})

test("one that was dropped is not listed", async () => {
  changeRows(backups, undefined, { droppedAt: testNow })
  expect(await staff.read(page)).toContain("There’s no verified backup.")
})

test("asking for one twice makes one", async () => {
  for (let asked = 0; asked < 2; asked += 1) {
    await expect(staff.submit(page, { intent: "back-up" })).toLead(303, page)
  }
  expect(await staff.read(page)).toContain("Backup started.")
  expect(rowsOf(jobs, { uniqueKey: "back-up@asked" })).toHaveLength(1)
})

test("no one else is let in or can ask", async () => {
  const { browser: admin } = await openOffice()
  removeRows(jobs)
  expect((await admin.visit(page)).headers.get("Location")).toBe("/dashboard")
  await admin.submit(page, { intent: "back-up" })
  expect((await staff.submit(page, { intent: "drop" })).status).toBe(404)
  expect(rowsOf(jobs, { kind: "back-up" })).toHaveLength(0)
})
