import { deletedRecords } from "db/schema/foundation-bin"
import { files } from "db/schema/foundation-files"
import { members } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import { listEntries } from "~/models/money/bank-import/bank-import.server"
import { keepEntries } from "~/models/money/bank-import/keep-entries.server"
import { ignoreEntry, restoreEntry } from "~/models/money/bank-import/record-entry.server"
import { closeMonth } from "~/models/money/closing/closing.server"
import { listCategories } from "~/models/money/expense/expense-categories.server"
import { listExpenses } from "~/models/money/expense/expenses.server"
import { restoreDeleted } from "~/models/overview/bin/restore-deleted.server"
import { forgetUnusedFiles } from "~/models/platform/support/support-image.server"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import { Browser, locationOf, openOffice, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { inAct } from "../../support/in-act"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"

// What a school spends, as its bookkeeper enters it: without scripts.

let school: ReturnType<typeof openSchool>["actor"]
let office: Browser
let books: Browser

const listed = "/billing/expenses"
const all = { from: "2026-01-01", to: "2026-12-31" }
const memberWith = async (rights: string, name: string) => {
  const member = addMember(school, "office", name)
  changeRows(members, { id: member.memberId }, { rights })
  return Browser.of(member.userId)
}

beforeEach(async () => {
  ;({ actor: school, browser: office } = await openOffice())
  books = await memberWith("prices,payments,invoices,reports", "Bea Books")
})

const pdf = (name = "rent.pdf") =>
  new File([new TextEncoder().encode("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF")], name, { type: "text/html" })
const rent = (facts: Record<string, string | File> = {}) => ({
  intent: "save",
  spentOn: "2026-11-02",
  payee: "Arts Building",
  category: "rent",
  amount: "900.00",
  taxAmount: "",
  method: "transfer",
  note: "",
  formKey: newId(),
  ...facts,
})
const rows = () => listExpenses(school, all, null)
async function recorded(facts: Record<string, string | File> = {}) {
  const answer = await books.submit(`${listed}/new`, rent(facts))
  expect(answer.status).toBe(303)
  return locationOf(answer)
}

describe("the bookkeeper", () => {
  test("records an expense with its receipt, finds it in the list, its sum and its file", async () => {
    expect(await books.read(listed)).toContain("No expenses yet.")
    const address = await recorded({ file: pdf("../rent<1>.html"), taxAmount: "150" })
    expect(await books.read(address)).toContain("$900.00 to Arts Building recorded.")
    await recorded({ payee: "Keller Pianos", category: "instruments", amount: "95.5", spentOn: "2026-10-30" })
    const list = await books.read(listed)
    expect(list).toMatch(/Arts Building Nov 2, 2026 Rent Bank transfer Receipt of Arts Building \$900\.00/)
    expect(list).toMatch(
      /Rent, 1 \$900\.00 Instruments and repairs, 1 \$95\.50 Expenses, \$150\.00 of it tax \$995\.50/,
    )
    const csv = await books.html(`${listed}.csv?category=rent`)
    expect(csv.trim().split("\n")).toHaveLength(2)
    expect(csv).toContain("2026-11-02,Arts Building,Rent,,Bank transfer,900,150,750,USD,,rent 1 .pdf")
    const file = await books.visit(`${address}/receipt`)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringContaining("attachment"),
      "content-security-policy": "default-src 'none'; sandbox",
    })
    expect(await books.read(`${listed}?search=keller`)).not.toContain("Arts Building")
    expect(await books.read(`${listed}?search=nothing`)).toContain("No expenses match these filters.")
    expect(await books.read("/billing/month?month=2026-11")).toContain("Expenses Recorded, 1 $900.00")
    const month = await books.html("/billing/month.csv?month=2026-11")
    expect(month).toContain("2026-11,Expenses,Recorded,1,900,USD")
    expect(await books.html("/billing/month/files?month=2026-11")).toContain(
      'href="/billing/expenses.csv?from=2026-11-01&amp;to=2026-11-30"',
    )
  })

  test.each([
    ["payee", "", 400, "Enter who was paid."],
    ["category", "", 400, "Choose a category."],
    ["amount", "much", 400, "Enter an amount, like"],
    ["taxAmount", "some", 400, "or leave it blank."],
    ["taxAmount", "900", 409, "Enter less tax than the amount."],
    ["spentOn", "soon", 400, "Enter a date that exists, like Dec 31, 2026."],
    ["spentOn", "2026-11-19", 409, "Enter a date that’s today or earlier."],
    ["category", "yachts", 409, "This category is no longer offered."],
  ])(
    "is told beside the field what is wrong with %s “%s”, and keeps the rest",
    async (name, value, status, text) => {
      const answer = await books.submit(`${listed}/new`, rent({ note: "Five rooms", [name]: value }))
      const html = await answer.text()
      expect([answer.status, html]).toEqual([status, expect.stringContaining("Five rooms")])
      expect(await textOf(new Response(html))).toContain(text)
      expect(rows()).toEqual([])
    },
  )

  test("has a receipt refused that is no photo or PDF, and nothing recorded", async () => {
    const text = new File(["Paid in full"], "receipt.pdf")
    await expect(books.submit(`${listed}/new`, rent({ file: text }))).toAnswer(415, "Choose a photo or PDF.")
    expect(rows()).toEqual([])
  })

  test("corrects, copies and deletes an expense, and takes the deletion back", async () => {
    const address = await recorded({ file: pdf() })
    await books.submit(address, rent({ amount: "910", note: "Raised" }))
    expect(rows()).toMatchObject([{ amountMinor: 91_000, note: "Raised", fileName: "rent.pdf" }])
    const id = rows()[0]?.id ?? ""
    const copy = await books.html(`${listed}/new?copy=${id}`)
    expect(copy).toContain('value="Arts Building"')
    expect(copy).toContain('value="2026-11-18"')
    expect((await books.visit(`${listed}/new?copy=none`)).status).toBe(404)
    expect((await books.submit(address, { intent: "delete" })).headers.get("Location")).toBe(listed)
    expect(await books.read(listed)).toContain("Arts Building, $910.00 deleted.")
    expect(rows()).toEqual([])
    expect((await books.visit(address)).status).toBe(404)
    expect((await books.submit("/undo-deletion", { record: id, back: listed })).status).toBe(303)
    expect(rows()).toMatchObject([{ id, amountMinor: 91_000, fileName: "rent.pdf" }])
    expect((await books.visit(`${address}/receipt`)).status).toBe(200)
    await books.submit(address, { intent: "remove-receipt" })
    expect((await books.visit(`${address}/receipt`)).status).toBe(404)
    expect(await books.read(address)).toContain("removed the receipt of an expense paid to Arts Building")
  })

  test("leaves a closed month alone: nothing is added, changed, deleted or restored there", async () => {
    const address = await recorded({ spentOn: "2026-10-30" })
    const gone = await recorded({ spentOn: "2026-10-29", payee: "Typed twice" })
    await books.submit(gone, { intent: "delete" })
    closeMonth(school, "2026-10")
    const late = await books.submit(`${listed}/new`, rent({ spentOn: "2026-10-31" }))
    await expect(late).toAnswer(409, "That month is closed.")
    await expect(books.submit(address, rent())).toAnswer(409, "That month is closed.")
    await books.submit(address, { intent: "delete" })
    expect(await books.read(address)).toContain("This entry is from a closed month, so it can’t be changed.")
    await books.submit("/undo-deletion", { record: gone.split("/").pop() ?? "", back: listed })
    expect(await books.read(listed)).toContain("Its month is closed. Reopen it under Invoices, Month end")
    expect(rows().map(({ payee, spentOn }) => [payee, spentOn])).toEqual([["Arts Building", "2026-10-30"]])
  })

  test("keeps the list of categories", async () => {
    const at = `${listed}/categories`
    expect(await books.read(at)).toContain("Instruments and repairs")
    await books.submit(at, { intent: "save", name: "Insurance", account: "433" })
    expect(await books.read(at)).toContain("Insurance Account 433")
    const taken = await books.submit(at, { intent: "save", name: "rent", account: "1234" })
    expect([taken.status, await taken.text()]).toEqual([409, expect.stringContaining('value="1234"')])
    await books.submit(`${at}?edit=rent`, { intent: "save", name: "Hall", account: "469" })
    expect((await books.visit(`${at}?edit=none`)).status).toBe(404)
    await books.submit(at, { intent: "archive", category: "travel" })
    expect(await books.read(`${listed}/new`)).toContain(
      "Fees Hall Instruments and repairs Insurance Marketing Materials Other Software Amount",
    )
    await books.submit(at, { intent: "restore", category: "travel" })
    expect(await books.read(`${listed}/new`)).toContain("Software Travel Amount")
    expect((await books.submit(at, { intent: "archive", category: "none" })).status).toBe(404)
  })

  test("finds expenses in the margin's rows", async () => {
    await recorded({ taxAmount: "150" })
    expect(await office.read("/analytics/money")).toMatch(
      /No teacher \$0\.00 \$0\.00 \$750\.00 \$0\.00 −\$750\.00/,
    )
    const opened = await office.visit("/analytics/rows?card=margin&of=expenses-spent")
    expect(await textOf(opened)).toMatch(/Arts Building Nov 2, 2026 Rent \$750\.00/)
    const csv = await office.visit("/analytics/rows.csv?card=margin&of=expenses-spent")
    expect(await csv.text()).toContain("Arts Building,2026-11-02,Rent,,,,750,USD")
  })
})

describe("expenses", () => {
  test("are seen by who sees prices, entered by who takes payments, and no one else's", async () => {
    const address = await recorded({ file: pdf() })
    const reader = await memberWith("prices", "Rita Reader")
    expect(await reader.read(listed)).toContain("Arts Building")
    expect(await reader.html(address)).not.toContain("Delete expense")
    const before = rows()
    expect((await reader.visit(`${listed}/new`)).status).not.toBe(200)
    for (const form of [{ intent: "delete" }, rent({ amount: "1" })]) await reader.submit(address, form)
    await reader.submit(`${listed}/new`, rent())
    const teacher = await Browser.of(addMember(school, "teacher", "Kwame Boateng").userId)
    const guardian = await Browser.of(addMember(school, "student", "Gail Guardian").userId)
    const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
    for (const [browser, status] of [
      [teacher, 302],
      [guardian, 302],
      [stranger, 404],
    ] as const) {
      for (const path of [address, `${address}/receipt`])
        expect((await browser.visit(path)).status, path).toBe(status)
      await browser.submit(address, { intent: "delete" })
    }
    expect(await stranger.read(listed)).toContain("No expenses yet.")
    expect(rows()).toEqual(before)
  })

  test("lose their receipt only when they have left the bin", async () => {
    const address = await recorded({ file: pdf() })
    await books.submit(address, { intent: "delete" })
    const kept = () => rowsOf(files, { schoolId: school.school.id, purpose: "expense-receipt" }).length
    const twoDaysLater = async () => {
      fixClock(testNow + 2 * 86_400_000)
      await forgetUnusedFiles()
      fixClock(testNow)
    }
    await twoDaysLater()
    expect(kept()).toBe(1)
    const bin = await office.html("/settings/admin/deleted")
    const entry = /name="entry" value="([^"]+)"/.exec(bin)?.[1] ?? ""
    await office.submit("/settings/admin/deleted", { intent: "delete", entry })
    await twoDaysLater()
    expect(kept()).toBe(0)
  })
})

describe("other income", () => {
  const kind = "?kind=income"
  const grant = (facts: Record<string, string> = {}) =>
    rent({ payee: "City Arts Fund", category: "grants", amount: "150.00", ...facts })
  const bankLine = async (amountMinor = 15_000, currency = "USD") => {
    const entry = { bookedOn: "2026-11-16", amountMinor, currency, payerName: "City Arts Fund" }
    const entries = [{ ...entry, reference: `GRANT ${newId()}`, bankReference: null }]
    await keepEntries(school, { entries, left: [], outgoing: 0, unreadable: [] }, "bank.csv")
    const [open] = listEntries(school, "open", 1).rows
    return open?.id ?? ""
  }
  const income = () => listExpenses(school, { ...all, kind: "income" }, null)

  test("is recorded, corrected, removed and restored as an expense is, apart from expenses", async () => {
    expect(await books.read(`${listed}${kind}`)).toContain("No other income yet.")
    const answer = await books.submit(`${listed}/new${kind}`, grant())
    expect(answer.status).toBe(303)
    const at = locationOf(answer)
    expect(rows()).toEqual([])
    expect(income()).toMatchObject([{ payee: "City Arts Fund", categoryName: "Grants", amountMinor: 15_000 }])
    expect(await books.read(`${listed}${kind}`)).toContain("City Arts Fund")
    expect(await books.read(listed)).not.toContain("City Arts Fund")
    const text = await books.read(at)
    expect(text).toContain("Delete other income")
    expect(text).not.toContain("pay back")
    // What an expense can’t be is refused beside its field.
    const refused = await books.submit(`${listed}/new${kind}`, grant({ category: "rent", spentOn: "" }))
    await expect(refused).toAnswer(400, "Enter the date it came in.")
    expect((await books.submit(`${listed}/new${kind}`, grant({ category: "rent" }))).status).toBe(409)
    expect((await books.submit(at, grant({ amount: "160.00" }))).status).toBe(303)
    expect(income()).toMatchObject([{ amountMinor: 16_000 }])
    expect(await books.read("/billing/month?month=2026-11")).toContain("Other income Recorded, 1 $160.00")
    const file = await books.html("/billing/expenses.csv?kind=income")
    expect(file).toContain("Received from")
    expect(file).toContain("City Arts Fund")
    const gone = await books.submit(at, { intent: "delete" })
    expect(gone.headers.get("Location")).toContain("kind=income")
    expect(income()).toEqual([])
    const [deleted] = rowsOf(deletedRecords, { schoolId: school.school.id })
    expect(inAct(restoreDeleted)(school, deleted?.id ?? "").ok).toBe(true)
    expect(income()).toMatchObject([{ amountMinor: 16_000 }])
    closeMonth(school, "2026-10")
    expect((await books.submit(at, grant({ spentOn: "2026-10-31" }))).status).toBe(409)
  })

  test("is recorded from a bank transfer, once, which is open again when it is deleted", async () => {
    const transfer = await bankLine()
    const asked = `/billing/manage/bank?entry=${transfer}`
    const bank = await Browser.of(school.userId ?? "")
    expect(await bank.read(asked)).toContain("Record as other income")
    const at = `${listed}/new?kind=income&transfer=${transfer}`
    expect(await books.html(at)).toContain("City Arts Fund")
    const other = await books.submit(at, grant({ transfer, amount: "140.00" }))
    await expect(other).toAnswer(409, "Enter the amount of the bank transfer.")
    // Two people at once: one of them is first.
    const both = await Promise.all([
      books.submit(at, grant({ transfer })),
      office.submit(at, grant({ transfer })),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([303, 409])
    const [made] = income()
    expect(made).toMatchObject({ bankEntryId: transfer, amountMinor: 15_000 })
    // It stays the amount of its line, whatever else is corrected.
    const changed = await books.submit(paths.expense(made?.id ?? ""), grant({ amount: "140.00" }))
    await expect(changed).toAnswer(409, "Enter the amount of the bank transfer.")
    await expect(books.submit(paths.expense(made?.id ?? ""), grant({ payee: "City Arts" }))).toAnswer(303)
    expect(listEntries(school, "open", 1).total).toBe(0)
    expect(await bank.read("/billing/manage/bank?state=ignored")).toContain("View other income")
    // It can’t be taken for a payment as well.
    expect(inAct(restoreEntry)(school, transfer)).toBeRefused("no-entry")
    expect((await books.visit(at)).status).toBe(404)
    await books.submit(paths.expense(made?.id ?? ""), { intent: "delete" })
    expect(listEntries(school, "open", 1).total).toBe(1)
    const [deleted] = rowsOf(deletedRecords, { schoolId: school.school.id })
    const restore = () => inAct(restoreDeleted)(school, deleted?.id ?? "")
    inAct(ignoreEntry)(school, transfer)
    expect(restore()).toBeRefused("transfer-used")
    inAct(restoreEntry)(school, transfer)
    expect(restore().ok).toBe(true)
    expect([listEntries(school, "open", 1).total, income().length]).toEqual([0, 1])
    const stranger = await bankLine(9_000, "EUR")
    expect((await books.submit(at, grant({ transfer: stranger, amount: "90.00" }))).status).toBe(409)
    const elsewhere = await Browser.of(openSchool().userId)
    expect((await elsewhere.visit(`${listed}/new?kind=income&transfer=${stranger}`)).status).toBe(404)
  })

  test("has categories of its own, whose names expenses may have as well", async () => {
    expect(await books.read(`${listed}/categories${kind}`)).toContain("Room rental")
    const saved = await books.submit(`${listed}/categories${kind}`, {
      ...{ intent: "save", name: "Rent", account: "260" },
    })
    expect(saved.headers.get("Location")).toContain("kind=income")
    expect(listCategories(school, "income").map(({ name }) => name)).toContain("Rent")
    expect(listCategories(school).find(({ name }) => name === "Rent")?.account).toBeNull()
  })
})
