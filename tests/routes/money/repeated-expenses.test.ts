import { members } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import { mostListed } from "~/models/foundation/name-search/name-search"
import { closeMonth } from "~/models/money/closing/closing.server"
import { enterRepeats } from "~/models/money/expense/expense-repeats.server"
import { listExpenses } from "~/models/money/expense/expenses.server"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { answerOf, Browser, locationOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { addTeacherRow } from "../../support/lessons"
import { addMember, changeRows, openSchool } from "../../support/school"

// Expenses that come each month, and those that a teacher paid: as the office enters them, without scripts.

let school: ReturnType<typeof openSchool>["actor"]
let userId: string
let office: Browser

const listed = "/billing/expenses"
const all = { from: "2026-01-01", to: "2027-12-31" }
const day = 86_400_000

beforeEach(async () => {
  const opened = openSchool()
  school = opened.actor
  userId = opened.userId
  office = await Browser.of(userId)
})
const rows = () => listExpenses(school, all, null)
const rent = (facts: Record<string, string> = {}) => ({
  ...{ intent: "save", spentOn: "2026-11-02", payee: "Arts Building", category: "rent", amount: "900.00" },
  ...{ taxAmount: "", method: "transfer", note: "", formKey: newId(), ...facts },
})
async function recorded(facts: Record<string, string> = {}) {
  const answer = await office.submit(`${listed}/new`, rent(facts))
  expect(answer.status).toBe(303)
  return locationOf(answer)
}

describe("rent", () => {
  test("is entered each month once its form says so, is on the list and in the file, and ends", async () => {
    expect(await office.read(`${listed}/new`)).toMatch(/Repeats .*How often Monthly Quarterly Yearly/)
    const refused = await office.submit(`${listed}/new`, rent({ payee: "", repeats: "on" }))
    const html = await refused.text()
    expect([refused.status, html]).toEqual([400, expect.stringContaining("Enter who was paid.")])
    expect(html).toMatch(/<input[^>]*name="repeats"[^>]*checked/)
    const address = await recorded({ repeats: "on" })
    expect(await office.read(address)).toContain("Entered again each month, next on December 2, 2026.")
    expect(await office.read(listed)).toMatch(
      /Entered automatically Arts Building , next on Dec 2, 2026 \( ?monthly\) \$900\.00/,
    )
    fixClock(testNow + 20 * day)
    expect(enterRepeats(school)).toBe(1)
    office = await Browser.of(userId)
    expect(rows().map(({ spentOn }) => spentOn)).toEqual(["2026-12-02", "2026-11-02"])
    const csv = await office.html(`${listed}.csv?to=2026-12-31`)
    expect(csv).toContain("Receipt,Repeats")
    expect(csv).toContain("2026-12-02,Arts Building,Rent,,Bank transfer,900,0,900,USD,,,Monthly")
    const newest = `${listed}/${rows()[0]?.id}`
    expect(await office.read(newest)).toContain("entered an expense paid to Arts Building, as every month")
    await office.submit(newest, { intent: "end-repeat" })
    expect(await office.read(newest)).toContain("Automatic entries ended.")
    expect(await office.read(listed)).not.toContain("Entered automatically")
    fixClock(testNow + 60 * day)
    expect(enterRepeats(school)).toBe(0)
  })

  test("is entered each quarter or year where its form or its page says so", async () => {
    const refused = await office.submit(
      `${listed}/new`,
      rent({ payee: "", repeats: "on", rhythm: "quarterly" }),
    )
    expect(await refused.text()).toMatch(/<option value="quarterly" selected/)
    const odd = await office.submit(`${listed}/new`, rent({ repeats: "on", rhythm: "hourly" }))
    await expect(odd).toAnswer(400, "Choose how often it repeats.")
    const address = await recorded({ repeats: "on", rhythm: "quarterly" })
    expect(await office.read(address)).toContain("Entered again each quarter, next on February 2, 2027.")
    const insurance = await recorded({ payee: "Insurer", spentOn: "2026-10-02" })
    await office.submit(insurance, { intent: "repeat", rhythm: "yearly" })
    expect(await office.read(insurance)).toContain("Repeats yearly, next on October 2, 2027.")
    expect(await office.read(insurance)).toContain("to repeat yearly")
    expect(await office.read(listed)).toMatch(/Insurer , next on Oct 2, 2027 \( ?yearly\)/)
    const csv = await office.html(`${listed}.csv?from=2026-01-01&to=2026-12-31`)
    expect(csv).toMatch(/Arts Building.*,Quarterly,[\s\S]*Insurer.*,Yearly,/)
  })

  test("is set to repeat on its page, but not in a closed month", async () => {
    const [present, past] = [await recorded(), await recorded({ spentOn: "2026-10-02" })]
    await office.submit(present, { intent: "repeat" })
    expect(await office.read(present)).toContain("Repeats monthly, next on December 2, 2026.")
    await office.submit(present, { intent: "repeat" })
    expect((await office.read(listed)).match(/Arts Building , next on/g)).toHaveLength(1)
    closeMonth(school, "2026-10")
    expect(await office.read(past)).not.toContain("Repeat this entry")
    await office.submit(past, { intent: "repeat" })
    expect(await office.read(past)).toContain("This entry is from a closed month")
    expect((await office.read(listed)).match(/Arts Building , next on/g)).toHaveLength(1)
  })
})

describe("an expense that a teacher paid", () => {
  test("is added to their pay, stays as it is, and is removed again", async () => {
    const teacherId = addTeacherRow(school, "Marcus Whitfield")
    const address = await recorded({ payee: "Strings & Co.", taxAmount: "150" })
    expect(await office.read(address)).toContain("Paid by a teacher")
    for (const [teacher, status, text] of [
      ["", 400, "Choose a teacher."],
      ["none", 409, "This teacher isn’t in your school. Choose another."],
    ] as const) {
      const refused = await office.submit(address, { intent: "pay-back", teacher })
      expect(await answerOf(refused)).toEqual([status, expect.stringContaining(text)])
    }
    await office.submit(address, { intent: "pay-back", teacher: teacherId })
    expect(await office.read(address)).toContain("The whole amount is in the pay of Marcus Whitfield .")
    expect(await office.read(`/teachers/${teacherId}/pay`)).toMatch(
      /Expense: Strings & Co\. .*Expense paid back \$900\.00/,
    )
    const changed = await office.submit(address, rent({ payee: "Strings & Co.", amount: "910" }))
    await expect(changed).toAnswer(409, "This amount is in a teacher’s pay. Remove it from their pay first.")
    await office.submit(address, { intent: "delete" })
    expect(await office.read(address)).toContain("This amount is in a teacher’s pay.")
    await office.submit(address, { intent: "stop-paying-back" })
    expect(await office.read(address)).toContain("Removed from Marcus Whitfield’s pay.")
    expect(await office.read(`/teachers/${teacherId}/pay`)).not.toContain("Strings & Co.")
  })

  test("is added to the pay of one of many teachers, who is found by name", async () => {
    for (let n = 0; n <= mostListed; n += 1) addTeacherRow(school, `Teacher ${n}`)
    const teacherId = addTeacherRow(school, "Marcus Whitfield")
    const address = await recorded()
    expect(await office.read(address)).toContain("Find a teacher by name")
    expect(await office.read(address)).not.toContain("Teacher 7")
    const wish = { intent: "pay-back", find: "whitf" }
    const found = await office.submit(address, { ...wish, teacher: "", findShown: "" })
    await expect(found).toAnswer(400, "Marcus Whitfield")
    await office.submit(address, { ...wish, teacher: teacherId, findShown: "whitf" })
    expect(await office.read(address)).toContain("The whole amount is in the pay of Marcus Whitfield .")
  })

  test("is paid back only by who pays teachers, in a school that has some", async () => {
    const teacherId = addTeacherRow(school, "Marcus Whitfield")
    const address = await recorded()
    const bea = addMember(school, "office", "Bea Books")
    changeRows(members, { id: bea.memberId }, { rights: "prices,payments" })
    const books = await Browser.of(bea.userId)
    expect(await books.read(address)).not.toContain("Paid by a teacher")
    expect((await books.submit(address, { intent: "pay-back", teacher: teacherId })).status).not.toBe(303)
    const stranger = openSchool({ name: "Crescendo Academy" })
    const theirs = addTeacherRow(stranger.actor, "Ann")
    expect((await office.submit(address, { intent: "pay-back", teacher: theirs })).status).toBe(409)
    const other = await Browser.of(stranger.userId)
    for (const intent of ["repeat", "end-repeat", "pay-back", "stop-paying-back"])
      expect((await other.submit(address, { intent, teacher: theirs })).status).toBe(404)
    expect(rows()).toMatchObject([{ repeatId: null }])
  })
})
