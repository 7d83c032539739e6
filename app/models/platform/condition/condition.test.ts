import { db } from "db/client.server"
import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { backups } from "db/schema/platform"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { notePresence } from "~/providers/replication/replicated.server"
import { machineState, noteFailedRequest } from "~/utils/machine-state.server"
import { noteRequest } from "~/utils/request-metrics.server"
import { testNow } from "../../../../tests/support/clock"
import { addRows } from "../../../../tests/support/school"
import { noteBackup } from "../backup/backup.server"
import { ageText, type ConditionKey } from "./condition"
import { watchCondition } from "./condition.server"

const minute = 60_000
const hour = 60 * minute

beforeEach(() => {
  for (const table of [jobs, emails, backups]) db().delete(table).run()
})
afterEach(
  () =>
    void Object.assign(globalThis, {
      tuttiMachine: undefined,
      tuttiRequests: undefined,
      tuttiNode: undefined,
    }),
)

const troubles = (key: ConditionKey) =>
  watchCondition()
    .troubles.filter((trouble) => trouble.key === key)
    .map(({ tone, what }) => `${tone}: ${what}`)
const fact = (label: string) => watchCondition().facts.find((each) => each.label === label)?.value

const backup = (startedAt: number) => ({
  node: "here",
  place: "s3://elsewhere",
  objectKey: `here/${new Date(startedAt).toISOString().replaceAll(":", "-")}.db.gz`,
  startedAt,
  verifiedAt: startedAt,
  problem: null,
  bytes: 1,
  sha256: "ab".repeat(32),
  tookMs: 1,
})
let serial = 0
const mail = (more: Partial<typeof emails.$inferInsert>) => {
  serial += 1
  addRows(emails, {
    id: `mail-${serial}`,
    template: "password-reset",
    recipient: "a@b.example",
    lane: "urgent",
    data: "{}",
    state: "queued",
    dueAt: testNow,
    createdAt: testNow,
    ...more,
  })
}
const job = (more: Partial<typeof jobs.$inferInsert>) => {
  serial += 1
  addRows(jobs, {
    id: `job-${serial}`,
    kind: "tidy-up",
    payload: "{}",
    state: "queued",
    dueAt: testNow,
    createdAt: testNow,
    ...more,
  })
}

describe("the condition of the installation", () => {
  test("names the age of the last proven backup, and a trouble when it is late", () => {
    expect([fact("Last backup"), troubles("backup")]).toEqual(["none yet", []])
    noteBackup(backup(testNow - 5 * hour))
    expect([fact("Last backup"), troubles("backup")]).toEqual([
      "5 h ago",
      ["bad: The last proven backup is 5 h old."],
    ])
    noteBackup(backup(testNow - 12 * minute))
    expect([fact("Last backup"), troubles("backup")]).toEqual(["12 min ago", []])
  })

  test("says that backups beside the database are lost with it", () => {
    expect(troubles("backup-place")).toEqual([
      "note: Backups are on the same disk as the database: one fault takes both.",
    ])
  })

  test("tells a provider that refuses us from a mailbox that does not exist", () => {
    mail({ attempts: 2, dueAt: testNow + hour })
    mail({ attempts: 3, dueAt: testNow + hour })
    mail({ state: "failed" })
    expect(troubles("mail")).toEqual(["warn: 1 email was given up in the last 24 hours."])
    mail({ attempts: 2, dueAt: testNow + hour })
    expect(troubles("mail")).toEqual(["bad: 3 emails keep failing."])
    expect(fact("Failed emails")).toBe("4")
  })

  test("says that the provider's quota is used up, although no mail fails or is late then", () => {
    mail({ dueAt: testNow + hour, lastError: "daily_quota_exceeded" })
    expect(troubles("mail")).toEqual(["bad: The email provider’s quota is used up: 1 email waits."])
  })

  test("forgets mail that was given up long ago, and notices mail that no one sends", () => {
    mail({ state: "dead", dueAt: testNow - 25 * hour })
    expect(troubles("mail")).toEqual([])
    mail({ dueAt: testNow - 20 * minute })
    expect(troubles("mail")).toEqual(["warn: 1 email has been waiting for more than 15 min."])
  })

  test("notices jobs that are given up, and above all jobs that no one does", () => {
    job({ state: "dead" })
    expect(troubles("jobs")).toEqual(["warn: 1 job was given up in the last 24 hours."])
    job({ dueAt: testNow - 20 * minute })
    expect(troubles("jobs")).toEqual(["bad: 1 job is more than 15 min late."])
  })

  test("counts failed requests against the limit of the settings", () => {
    for (let n = 0; n < 19; n += 1) noteFailedRequest()
    expect([fact("Errors this hour"), troubles("errors")]).toEqual(["19", []])
    noteFailedRequest()
    expect(troubles("errors")).toEqual(["bad: 20 requests failed within the last hour."])
  })

  test("tells what the health address tells, with what to do", () => {
    machineState().damage = "database disk image is malformed"
    expect(troubles("database")).toEqual(["bad: The database file is damaged."])
  })

  test("names pages that are slow, and disks of other machines that are nearly full", () => {
    for (let n = 0; n < 30; n += 1) noteRequest("routes/students/students", 200, 4000)
    expect(troubles("slow")).toEqual([
      "warn: 1 page is slow for one visitor in twenty: routes/students/students (up to 5 s).",
    ])
    expect(fact("Slow pages")).toBe("1")
    notePresence("n2", true, 62.5)
    expect(troubles("replica-disk")).toEqual([])
    notePresence("n3", false, 3.9)
    expect(troubles("replica-disk")).toEqual(["bad: The disk of n3 has 3% free."])
  })

  test("writes a time in its largest unit", () => {
    expect([ageText(30_000), ageText(59 * minute), ageText(5 * hour), ageText(72 * hour)]).toEqual([
      "1 min",
      "59 min",
      "5 h",
      "3 days",
    ])
  })
})
