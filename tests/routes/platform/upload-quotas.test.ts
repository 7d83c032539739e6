import { schools } from "db/schema/accounts-schools"
import { bankEntries } from "db/schema/money-bank"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { findQuotas } from "~/models/accounts/quota/quota.server"
import type { Actor } from "~/models/foundation/access/actor"
import { limits } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { now } from "~/utils/clock.server"
import { answerOf, Browser, textOf } from "../../support/app"
import { changeRows, openSchool, rowsOf } from "../../support/school"
import { withSettings } from "../../support/settings"

// What anyone may bring: a live demo little, a school much each hour, and no one anything once the disk is nearly full.

let school: Actor
let office: Browser

beforeEach(async () => {
  school = openSchool().actor
  office = await Browser.of(school.userId ?? "")
})
afterEach(() => withSettings({ UPLOAD_DISK_FREE_PERCENT: "0" }))

const asDemo = () => changeRows(schools, { id: school.school.id }, { demoUntil: now() + 86_400_000 })

const roster = (students: number, note = "") =>
  new File(
    [
      [
        "First name,Last name,Notes",
        ...Array.from({ length: students }, (_, n) => `Ada,No${n},${note}`),
      ].join("\n"),
    ],
    "roster.csv",
    { type: "text/csv" },
  )
const statement = (transfers: number, begin = 0) => {
  const { currency } = school.school
  const entries = Array.from(
    { length: transfers },
    (_, n) =>
      `<Ntry><Amt Ccy="${currency}">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-17</Dt></BookgDt><AcctSvcrRef>B${begin + n}</AcctSvcrRef></Ntry>`,
  )
  return new File(
    [`<Document><BkToCstmrStmt><Stmt>${entries.join("")}</Stmt></BkToCstmrStmt></Document>`],
    "camt.xml",
  )
}
const bringRoster = (file: File) => office.submit("/students/import", { file })
const bringStatement = (file: File) => office.submit("/billing/manage/bank", { file })
const countEntries = () => rowsOf(bankEntries, { schoolId: school.school.id }).length

describe("a live demo", () => {
  beforeEach(asDemo)

  test("takes three files in its day, of whatever kind, and says why not a fourth", async () => {
    expect((await bringRoster(roster(2))).status).toBe(303)
    expect((await bringStatement(statement(2))).status).toBe(303)
    expect((await bringRoster(roster(3))).status).toBe(303)
    const refused = await bringRoster(roster(4))
    await expect(refused).toAnswer(409, "A live demo takes three files. Register your school to upload more.")
    const other = await bringStatement(statement(3, 10))
    expect([other.status, countEntries()]).toEqual([409, 2])
  })

  test("takes rosters and statements of 500 rows, also when a file is read again in another way", async () => {
    await expect(bringRoster(roster(501))).toAnswer(400, "The file has 501 rows, more than the limit of 500.")
    const long = await bringStatement(statement(501))
    await expect(long).toAnswer(400, "This file has more than 500 transfers. Choose a shorter period.")
    expect(countEntries()).toBe(0)
    const hidden = new File([`First name;Last name\n${"Ada;No\n".repeat(501)}`], "semi.csv", {
      type: "text/csv",
    })
    await expect(bringRoster(hidden)).toAnswer(400)
  })

  test("holds 20 MB, rosters and bank files among them", async () => {
    const { storage } = findQuotas(school)
    expect(storage).toEqual({ used: 0, limit: 20 * 2 ** 20 })
    const large = () => roster(400, "x".repeat(11_000))
    expect((await bringRoster(large())).status).toBe(303)
    const { used } = findQuotas(school).storage
    expect(used).toBe(large().size)
    expect(used).toBeGreaterThan(4 * 2 ** 20)
  })

  test("opens so many reports and files in an hour, and says so; other pages stay open", async () => {
    const { points } = limits["demo-reads"]
    for (let read = 0; read < points; read += 1)
      expect([read, (await office.visit("/students.csv")).status]).toEqual([read, 200])
    const refused = await office.visit("/students.csv")
    expect([refused.status, Number(refused.headers.get("Retry-After")) > 0, await refused.text()]).toEqual([
      429,
      true,
      expect.stringContaining("This demo has opened a lot of reports and files in the last hour."),
    ])
    await expect(office.visit("/analytics")).toAnswer(429, "Too many reports in an hour")
    expect((await office.visit("/students")).status).toBe(200)
  })
})

test("a live demo that asks for more pages than a person reads waits for some seconds; a school doesn't", async () => {
  const ask = async () => {
    const answers = new Map<number, number>()
    for (let page = 0; page < limits["demo-pages"].points + 5; page += 1) {
      const { status } = await office.visit("/families")
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
    return [...answers]
  }
  expect(await ask()).toEqual([[200, 85]])
  asDemo()
  expect(await ask()).toEqual([
    [200, 80],
    [429, 5],
  ])
  const refused = await office.visit("/families")
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0)
  expect(await textOf(refused)).toMatch(/Too many pages at once.*Try again in a moment/)
  await expect(office.submit("/families", { intent: "none" })).toAnswer(429)
})

describe("a school", () => {
  test("reads as many reports as it wants", async () => {
    for (let read = 0; read <= limits["demo-reads"].points; read += 1)
      expect((await office.visit("/students.csv")).status).toBe(200)
  })

  test("that has brought too many files in an hour is asked to wait, each kind by itself", async () => {
    const use = async (limit: "school-rosters" | "school-bank-files") => {
      for (let count = 0; count < limits[limit].points; count += 1) await countTry(limit, school.school.id)
    }
    await use("school-rosters")
    const refused = await bringRoster(roster(2))
    expect([refused.status, refused.headers.get("Retry-After"), await textOf(refused)]).toEqual([
      429,
      "3600",
      expect.stringContaining("Your school has uploaded a lot in the last hour. Try again in an hour."),
    ])
    expect((await bringStatement(statement(2))).status).toBe(303)
    await use("school-bank-files")
    expect([(await bringStatement(statement(2, 10))).status, countEntries()]).toEqual([429, 2])
  })

  test("a nearly full disk takes no file: the message that carries one is kept as it was typed", async () => {
    withSettings({ UPLOAD_DISK_FREE_PERCENT: "100" })
    for (const refused of [await bringRoster(roster(2)), await bringStatement(statement(2))])
      expect(await answerOf(refused)).toEqual([
        507,
        expect.stringContaining("We can’t take files right now."),
      ])
    const receipt = await office.submit("/billing/expenses/new", {
      description: "Strings for the cello",
      amount: "24.50",
      spentOn: "2026-11-02",
      file: new File(["%PDF-1.7\n"], "receipt.pdf", { type: "application/pdf" }),
    })
    const html = await receipt.text()
    expect(receipt.status).not.toBe(303)
    expect(html).toContain("Strings for the cello")
  })

  test("transfers of a long statement are all kept, each once", async () => {
    expect((await bringStatement(statement(700))).status).toBe(303)
    expect((await bringStatement(statement(710))).status).toBe(303)
    expect(countEntries()).toBe(710)
  })
})
