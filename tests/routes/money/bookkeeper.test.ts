import { sqlite } from "db/client.server"
import { beforeAll, describe, expect, test } from "vitest"
import { type Browser, locationOf } from "../../support/app"
import { testToday } from "../../support/clock"
import { browserOf, fingerprint, useSeededDatabase } from "../../support/demo"

// A bookkeeper's day in the demo: money, and nothing else of the school.

let books: Browser
const ofHarmony = "school_id = (select id from schools where name = 'Harmony School of Music')"
const oneOf = (sql: string) => sqlite().prepare(sql).pluck().get() as string
const paymentsOf = () => Number(oneOf(`select count(*) from payments where ${ofHarmony}`))

beforeAll(async () => {
  useSeededDatabase()
  books = await browserOf("books@harmony.example")
})

describe("a bookkeeper", () => {
  test("lands on a dashboard of money, with a menu of money", async () => {
    const html = await books.html("/dashboard")
    expect(html).toContain("Total to collect")
    expect(html).not.toContain("without attendance")
    expect(html).not.toContain("Import a roster")
    expect(html).toContain('href="/billing"')
    expect(html).toContain('href="/analytics"')
    for (const closed of [
      "/students",
      "/schedule",
      "/classes",
      "/teachers",
      "/settings/school",
      "/settings/team",
    ])
      expect(html, closed).not.toContain(`href="${closed}"`)
  })

  test("records a payment, once", async () => {
    const invoiceId = oneOf(
      `select i.id from invoices i where i.${ofHarmony} and i.number is not null and i.voided_at is null and not exists (select 1 from allocations a where a.school_id = i.school_id and a.invoice_id = i.id) limit 1`,
    )
    const at = `/billing/invoices/${invoiceId}`
    expect(await books.read(at)).toContain("Record a payment")
    const before = paymentsOf()
    const form = {
      intent: "pay",
      amount: "1.00",
      method: "cash",
      receivedOn: testToday,
      payer: "Ada Rossi",
      formKey: "bookkeeper-day",
    }
    for (const _ of [1, 2]) await books.submit(at, form)
    expect(paymentsOf()).toBe(before + 1)
  })

  test("reads the list of invoices and acts on it, and on no other list", async () => {
    const html = await books.html("/billing")
    expect(html.match(/href="\/billing\/invoices\/[0-9a-z]{13}"/g)?.length).toBeGreaterThan(10)
    const list = { list: "status=draft", scope: "all", act: "export" }
    const made = await books.submit("/selections", { ...list, noun: "invoices" })
    const at = locationOf(made)
    expect(at).toMatch(/^\/selections\//)
    expect((await books.visit(at)).status).toBe(200)
    expect(await books.html(`${at.split("?")[0]}/file.csv`)).toContain("Draft")
    const before = fingerprint()
    for (const noun of ["students", "classes", "families", "people"])
      expect((await books.submit("/selections", { ...list, noun })).status, noun).toBe(404)
    expect(fingerprint()).toBe(before)
  })

  test("sees names of families in the lists, and no link to their records", async () => {
    const html = await books.html("/billing/manage")
    expect(html).toContain('href="/billing/families/')
    expect(html).not.toMatch(/href="\/(students|families|classes)/)
  })

  test("is refused the rest with a text, and nothing changes", async () => {
    const studentId = oneOf(`select id from students where ${ofHarmony} limit 1`)
    const before = fingerprint()
    for (const at of [
      `/students/${studentId}/edit`,
      "/classes/create",
      "/schedule/new-session",
      "/settings/school",
    ]) {
      expect((await books.visit(at)).headers.get("Location"), at).toBe("/dashboard")
      const answer = await books.submit(at, {})
      expect(answer.status, at).toBe(403)
      expect(await answer.text(), at).toContain("Nothing was changed. This needs the right")
    }
    const teacherPay = await books.submit("/teachers/pay", {})
    expect(await teacherPay.text()).toContain("Only your school’s administrator can do this.")
    expect(fingerprint()).toBe(before)
  })

  test("without the right to take payments, a payment is refused, an invoice’s page stays readable", async () => {
    sqlite().prepare("update members set rights = 'prices' where role = 'office'").run()
    const invoiceId = oneOf(`select id from invoices where ${ofHarmony} and number is not null limit 1`)
    const at = `/billing/invoices/${invoiceId}`
    const html = await books.html(at)
    expect(html).not.toContain('value="pay"')
    expect(html).not.toContain("Void invoice")
    const answer = await books.submit(at, { intent: "pay", amount: "1.00" })
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain("Take payments")
  })
})
