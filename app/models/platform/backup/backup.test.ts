import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { backups } from "db/schema/platform"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { scheduleDeletion } from "~/models/accounts/school/delete-school.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { bucketStore, objectStore } from "~/providers/files/object-store.server"
import type { ObjectStore } from "~/providers/files/stored-object"
import { fixClock } from "~/utils/clock.server"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { eraseDueSchools } from "../../../../tests/support/erasing"
import { startBucket } from "../../../../tests/support/s3"
import { openSchool, removeRows, rowsOf } from "../../../../tests/support/school"
import { type BackupRecord, chooseExpired, recordKeyOf } from "./backup"
import { listBackups, noteBackup, tidyBackups } from "./backup.server"
import { findNewestSound, restoreBackup } from "./backup-records.server"
import { checkDatabase, countDueDeletions } from "./check-database.server"
import { makeBackup } from "./make-backup.server"

const folder = mkdtempSync(join(tmpdir(), "tutti-backups-"))
const live = process.env.DATABASE_PATH ?? ""
const hour = 3_600_000
const day = 24 * hour
const staff = { kind: "super" } as never

let counter = 0
let store: ObjectStore
beforeAll(() => {
  const { actor } = openSchool({ name: "Harmony School of Music" })
  const family = openFamily(actor)
  const charges = [owe(actor, family, 4500), owe(actor, family, 4500)]
  const issued = issueInvoice(actor, november(family.familyId, charges))
  if (!issued.ok) throw new Error(issued.reason)
  const paid = recordPayment(actor, {
    invoiceId: issued.invoiceId,
    amountMinor: 5000,
    method: "transfer",
    receivedOn: new Date(testNow).toISOString().slice(0, 10),
    payerName: "Mateo Okafor",
  })
  if (!paid.ok) throw new Error(paid.reason)
})
beforeEach(() => {
  counter += 1
  store = objectStore(join(folder, `store-${counter}`))
  removeRows(backups)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const installation = "tutti.school"
const make = (node = "n1") => makeBackup({ store, node, installation, from: live })
const newPath = (name: string) => join(folder, `${counter}-${name}`)

describe("a backup", () => {
  test("is fetched back and proven before it counts, and restores to the same school", async () => {
    const record = await make()
    expect(record).toMatchObject({ node: "n1", problem: null, verifiedAt: testNow, startedAt: testNow })
    expect((await store.list()).map(({ key }) => key)).toEqual([
      record.objectKey,
      recordKeyOf(record.objectKey),
    ])
    const restored = newPath("restored.db")
    await restoreBackup(store, record, restored)
    expect(checkDatabase(restored)).toEqual({ problem: null, schools: 1, invoices: 1, payments: 1 })
    expect(await findNewestSound(store, installation)).toEqual({ newest: record, others: [] })
  })

  test("lies in a bucket as well as in a folder", async () => {
    const bucket = await startBucket()
    try {
      store = bucketStore("s3://tutti/live", bucket.access)
      const record = await make()
      expect(record).toMatchObject({ place: "s3://tutti/live", problem: null, verifiedAt: testNow })
      expect(await findNewestSound(store, installation)).toEqual({ newest: record, others: [] })
    } finally {
      await bucket.close()
    }
  })

  test("is never restored over anything, nor beside what another database left", async () => {
    const record = await make()
    await expect(restoreBackup(store, record, live)).rejects.toThrow(/only ever restored to a new file/)
    const beside = newPath("other.db")
    writeFileSync(`${beside}-wal`, "")
    await expect(restoreBackup(store, record, beside)).rejects.toThrow(/other.db-wal exists/)
  })

  test("of before a school was deleted says that the school is to go again, by its own date", async () => {
    const { actor } = openSchool({ name: "Leaving School" })
    const dueAt = scheduleDeletion(actor)
    const record = await make()
    fixClock(dueAt)
    expect(await eraseDueSchools()).toBe(1)
    const restored = newPath("before.db")
    await restoreBackup(store, record, restored)
    expect([countDueDeletions(restored, dueAt - 1), countDueDeletions(restored, dueAt)]).toEqual([0, 1])
    expect(countDueDeletions(live, dueAt)).toBe(0)
    fixClock(testNow)
  })

  test("that was changed where it lies is refused, and leaves nothing behind", async () => {
    const record = await make()
    truncateSync(join(store.place, record.objectKey), 1000)
    const into = newPath("torn.db")
    await expect(restoreBackup(store, record, into)).rejects.toThrow(/checksum differs/)
    expect(existsSync(into)).toBe(false)
  })

  test("of a store that does not answer is a problem, not a crash", async () => {
    writeFileSync(newPath("file"), "in the way")
    store = objectStore(newPath("file"))
    const record = await make()
    expect(record).toMatchObject({ verifiedAt: null, bytes: null, sha256: null })
    expect(record.problem).toMatch(/ENOTDIR|EEXIST/)
    noteBackup(record)
    expect(listBackups(staff, 1)).toMatchObject({ total: 1, rows: [{ problem: record.problem }] })
  })
})

describe("books", () => {
  /** The findings of a copy in which someone did what the app never does. */
  function findingsAfter(damage: string): string | null {
    const path = newPath(`${damage.length}.db`)
    const source = new Database(live, { readonly: true })
    writeFileSync(path, source.serialize())
    source.close()
    const copy = new Database(path)
    copy.pragma("foreign_keys = OFF")
    for (const { name } of copy.prepare("select name from sqlite_master where type = 'trigger'").all() as {
      name: string
    }[])
      copy.exec(`drop trigger "${name}"`)
    copy.exec(damage)
    copy.close()
    return checkDatabase(path).problem
  }

  test.each([
    ["update invoices set total_minor = total_minor + 1", /an invoice equals the sum of its lines/],
    ["update invoice_shares set amount_minor = amount_minor - 1", /shares of an issued invoice add up/],
    ["update payments set amount_minor = 1", /no payment covers more than its amount/],
    ["update allocations set amount_minor = 9001", /no invoice is paid more than its total/],
    [
      "update invoices set state = 'void', voided_at = 1, voided_on = '2026-11-18'",
      /no payments go to draft or void/,
    ],
    ["update payments set currency = 'CHF'", /in their currency/],
    ["update invoices set sequence = 5, number = '5'", /invoice numbers have no gap/],
    ["delete from families", /\d broken references/],
  ])("that do not add up are named: %s", (damage, problem) => {
    expect(findingsAfter("select 1")).toBeNull()
    expect(findingsAfter(damage)).toMatch(problem)
  })

  test("are not even read where the file is torn", () => {
    const path = newPath("half.db")
    const source = new Database(live, { readonly: true })
    const whole = source.serialize()
    source.close()
    writeFileSync(path, whole.fill(7, whole.length / 2, whole.length / 2 + 40_000))
    expect(checkDatabase(path).problem).toMatch(/damaged|can’t be read/)
  })

  test("of a file that is no database cannot be read", () => {
    const path = newPath("text.db")
    copyFileSync("package.json", path)
    expect(checkDatabase(path).problem).toMatch(/can’t be read/)
  })
})

describe("keeping", () => {
  const at = testNow
  const made = (startedAt: number, sound = true) => ({ startedAt, verifiedAt: sound ? startedAt : null })

  test("all of two days stay, then the last sound one of each day, then nothing but the newest", () => {
    const hourly = Array.from({ length: 24 * 60 }, (_, index) => made(at - index * hour))
    const expired = new Set(chooseExpired(hourly, { at, keepDays: 35 }))
    const remaining = hourly.filter((backup) => !expired.has(backup))
    const young = remaining.filter(({ startedAt }) => at - startedAt < 2 * day)
    expect(young).toHaveLength(48)
    const days = remaining.slice(48).map(({ startedAt }) => Math.floor(startedAt / day))
    expect(days.length).toBeGreaterThanOrEqual(32)
    expect(days.length).toBeLessThanOrEqual(34)
    expect(new Set(days).size).toBe(days.length)
  })

  test("the newest sound one stays however old it is; later ones with a problem go", () => {
    const backups = [made(at - 90 * day, false), made(at - 100 * day), made(at - 101 * day)]
    expect(chooseExpired(backups, { at, keepDays: 35 })).toEqual([backups[0], backups[2]])
  })

  test("tidying notes what other nodes put there and drops what was kept long enough", async () => {
    const own: BackupRecord[] = [await make()]
    fixClock(testNow + 130 * day)
    const far = await make("n2")
    fixClock(testNow + 150 * day)
    own.push(await make())
    for (const record of own) noteBackup(record)
    // One whose maker died before the record was written.
    copyFileSync(join(store.place, far.objectKey), join(store.place, "n1/2026-01-01T00-00-00.000Z.db.gz"))
    await tidyBackups(store, { installation, keepDays: 35 })
    const left = [far.objectKey, own[1]?.objectKey]
    expect(listBackups(staff, 1).rows.map(({ objectKey }) => objectKey)).toEqual(left.reverse())
    expect((await store.list()).flatMap(({ key }) => (key.endsWith(".gz") ? key : [])).sort()).toEqual(
      left.sort(),
    )
    const before = rowsOf(backups)
    await tidyBackups(store, { installation, keepDays: 35 })
    expect(rowsOf(backups)).toEqual(before)
  })

  test("what someone took out of the store is no longer listed", async () => {
    const record = await make()
    noteBackup(record)
    noteBackup(record)
    expect(listBackups(staff, 1).total).toBe(1)
    rmSync(join(store.place, record.objectKey))
    await tidyBackups(store, { installation, keepDays: 35 })
    expect(listBackups(staff, 1).total).toBe(0)
    expect(JSON.parse(readFileSync(join(store.place, recordKeyOf(record.objectKey)), "utf8"))).toEqual(record)
  })
})
