import { db } from "db/client.server"
import { charges } from "db/schema/money"
import { packages } from "db/schema/money-packages"
import { payments } from "db/schema/money-payments"
import { guardians, students } from "db/schema/people"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { recordPayment } from "~/models/money/payment/payment.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf, openOffice, textOf } from "../../support/app"
import { openFamily, owe } from "../../support/billing"
import { testNow } from "../../support/clock"
import { invoiceOver, signedIn } from "../../support/family"
import { rowOf } from "../../support/school"

// A family that was merged into another: its page says so and offers nothing, lists and pickers leave it out, and nothing is
// entered for it any more.

let actor: Actor
let browser: Browser
let keep: string
let gone: string
let task: string
let count = 0

beforeEach(async () => {
  count += 1
  fixClock(testNow)
  ;({ actor, browser } = await openOffice())
  const family = (name: string, adult: string, child: string) => {
    const opened = openFamily(actor, {
      name,
      adults: [{ name: adult, email: `${child.toLowerCase()}${count}@mail.example`, payerShare: 10_000 }],
      children: [child],
    })
    owe(actor, opened, 2000)
    invoiceOver(actor, opened, 5000)
    return opened.familyId
  }
  keep = family("Haddad", "Nora Haddad", "Sami")
  gone = family("Lindqvist", "Omar Haddad", "Lina")
  const merged = await browser.submit(`/students/duplicates/families?keep=${keep}&gone=${gone}`, {
    keep,
    gone,
    key: "one",
  })
  task = locationOf(merged)
})

const guardianOf = (familyId: string, name: string) => rowOf(guardians, { familyId, name })?.id ?? ""

const ways = [
  "New invoice",
  "Take payment",
  "Add student",
  "Sell package",
  "Record a payment",
  "Sell a package",
]

test("its pages say where it went and when, and offer no way to add to it", async () => {
  for (const path of [`/families/${gone}`, `/billing/families/${gone}`, `/families/${gone}/activity`]) {
    const text = await browser.read(path)
    expect(text, path).toContain("Merged into Haddad on Nov 18, 2026.")
    for (const way of ways) expect(text, path).not.toContain(way)
  }
  expect(await browser.read(`/families/${keep}`)).not.toContain("Merged into")
})

test("where both were booked on since, it says why the merge can’t be undone", async () => {
  const cash = { method: "cash" as const, receivedOn: "2026-11-18", payerName: "Nora Haddad" }
  expect(recordPayment(actor, { familyId: keep, amountMinor: 8000, ...cash }).ok).toBe(true)
  const text = await browser.read(`/families/${gone}`)
  expect(text).toContain("have changed, so this merge can’t be undone.")
  expect(text).not.toContain("Undo merge")
})

test("the merge is undone from there", async () => {
  expect(await browser.read(`/families/${gone}`)).toContain("Undo merge")
  await expect(browser.submit(task, { intent: "undo" })).toAnswer(303)
  const text = await browser.read(`/families/${gone}`)
  expect(text).not.toContain("Merged into")
  expect(text).toContain("New invoice")
})

test("what is sent for it all the same is refused", async () => {
  const counts = () =>
    [payments, packages, charges, students].map(
      (table) => db().select().from(table).where(eq(table.schoolId, actor.school.id)).all().length,
    )
  const before = counts()
  const own = `/families/${gone}`
  const at = {
    payment: [
      `/billing/families/${gone}`,
      { intent: "pay", amount: "50", method: "cash", receivedOn: "2026-11-18", payerName: "Omar Haddad" },
    ],
    sale: [
      `/billing/packages/new?family=${gone}`,
      { offer: "five", holder: "family", soldOn: "2026-11-18", formKey: "k" },
    ],
    invoice: [`/billing/new-invoice?family=${gone}`, { intent: "send", dueOn: "2026-12-01" }],
  } as const
  for (const [what, [path, form]] of Object.entries(at)) {
    const answer = await browser.submit(path, form)
    expect([what, answer.status, answer.headers.get("Location")]).toEqual([what, 303, own])
  }
  for (const path of [
    `/billing/new-invoice?family=${gone}`,
    `/billing/packages/new?family=${gone}`,
    `/billing/payments/new?family=${gone}`,
    `/billing/families/${gone}/payers`,
  ])
    expect((await browser.visit(path)).headers.get("Location"), path).toBe(own)
  const added = await browser.submit("/students/create", {
    firstName: "Ines",
    lastName: "Haddad",
    status: "active",
    family: gone,
  })
  expect(added.status).toBe(400)
  expect(counts()).toEqual(before)
})

test("lists and pickers leave it out; a filter of its own lists it", async () => {
  for (const path of [
    "/families?state=all",
    "/billing/manage",
    "/billing/payments/new",
    "/billing/new-invoice",
  ])
    expect(await browser.read(path), path).not.toContain("Lindqvist")
  expect(await browser.read("/search?q=Lindqvist")).toContain("Lindqvist merged into another family")
  expect(await browser.read("/families?state=merged")).toContain("Lindqvist")
  const found = await browser.submit("/students/create", { familySearch: "Lindqvist", firstName: "Ines" })
  expect(await textOf(found)).not.toContain("Lindqvist Lina")
})

test("a guardian of the merged family logs in to the one account, and to no one else’s money", async () => {
  const omar = signedIn(actor, "guardian", guardianOf(keep, "Omar Haddad"))
  const family = await Browser.of(omar.userId)
  const other = openFamily(actor, {
    name: "Okafor",
    adults: [{ name: "Mateo Okafor", email: "mateo@mail.example", payerShare: 10_000 }],
    children: ["Amara"],
  })
  const foreign = invoiceOver(actor, other, 7777)
  recordPayment(actor, {
    ...{ familyId: keep, amountMinor: 1500, method: "transfer", receivedOn: "2026-11-18" },
    ...{ payerName: "Nora Haddad", payerId: guardianOf(keep, "Nora Haddad") },
  })
  const seen = new Map<string, string>()
  for (const path of [
    "/dashboard/student",
    "/student/home",
    "/student",
    "/student/invoices",
    "/student/statement",
  ]) {
    const answer = await family.visit(path)
    if (answer.status === 200) seen.set(path, await textOf(answer))
  }
  expect([...seen.keys()]).toContain("/student/statement")
  const invoices = seen.get("/student/invoices") ?? ""
  expect(invoices.match(/\$50\.00/g)?.length).toBeGreaterThanOrEqual(1)
  expect(seen.get("/student/statement")).toContain("$85.00")
  expect(seen.get("/student/statement")).toContain("Payment from another payer")
  for (const text of seen.values()) {
    expect(text).not.toContain("$77.77")
    expect(text).not.toContain("Amara")
    expect(text).not.toMatch(/Nora Haddad.*transfer/)
  }
  for (const path of [`/student/invoices/${foreign}`, `/billing/families/${keep}`, `/families/${gone}`])
    expect((await family.visit(path)).status).not.toBe(200)
})

test("a login given since the merge is the guardian’s once it is undone, and shows their own family alone", async () => {
  const omar = signedIn(actor, "guardian", guardianOf(keep, "Omar Haddad"))
  const family = await Browser.of(omar.userId)
  expect(await family.read("/student/invoices")).toContain("guardian of Lina and Sami")
  await browser.submit(task, { intent: "undo" })
  const back = await family.read("/student/invoices")
  expect(back).toContain("guardian of Lina Support")
  expect(back).toContain("$50.00")
})
