import { invoices } from "db/schema/money"
import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { removeFilter, saveFilter } from "~/models/foundation/saved-filter/saved-filter.server"
import { holdFamily } from "~/models/money/auto-invoicing/auto-invoicing.server"
import { type Browser, openOffice, textOf } from "../../support/app"
import { openFamily, owe } from "../../support/billing"
import { addClassRow, addEnrollmentRow, addSessionRow } from "../../support/lessons"
import { addMember, rowsOf } from "../../support/school"

// What the page says before a run is sent: how the invoices reach families, and which lessons wait for a price.

const at = "/billing/unbilled"
let actor: Actor
let browser: Browser

beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
})

function addFamily(name: string, child: string, email?: string) {
  return openFamily(actor, {
    name,
    adults: [{ name: `Parent of ${child}`, payerShare: 10_000, ...(email ? { email } : {}) }],
    children: [child],
  })
}

test("the button and what is confirmed say how many invoices go by email and how many are to print", async () => {
  const [mia, otto] = [addFamily("Novak", "Mia", "iva@example.com"), addFamily("Silent", "Otto")]
  owe(actor, mia, 2000)
  expect(await browser.read(at)).toMatch(/1 selected ?, 1 by email/)
  owe(actor, otto, 700)
  expect(await browser.read(at)).toMatch(/2 selected ?, 1 by email, 1 to print/)
  const run = { from: "2026-11-01", to: "2026-11-30", dueOn: "2026-12-02", intent: "check" }
  const both = await browser.submit(at, { ...run, "family[]": [mia.familyId, otto.familyId] })
  expect(await textOf(both)).toContain("1 by email, 1 to print, due December 2, 2026.")
  const one = await browser.submit(at, { ...run, "family[]": mia.familyId })
  expect(await textOf(one)).toContain("1 by email, due December 2, 2026. You can’t edit")
})

test("a family that is held back from the automatic invoices is looked at first, with the reason", async () => {
  const [mia, otto] = [
    addFamily("Adler", "Mia", "iva@example.com"),
    addFamily("Silent", "Otto", "otto@example.com"),
  ]
  for (const family of [mia, otto]) owe(actor, family, 2000)
  expect(holdFamily(actor, { family: otto.familyId, reason: "moves away" }).ok).toBe(true)
  const text = await browser.read(at)
  expect(text).toContain("On hold . Left out of automatic invoices: moves away. View holds")
  expect(text.indexOf("Silent")).toBeLessThan(text.indexOf("Adler"))
})

test("lessons without a price are named with their families, also those with nothing else to invoice; the price is set from there and the way leads back", async () => {
  const [mia, ida] = [
    addFamily("Novak", "Mia", "iva@example.com"),
    addFamily("Novak", "Ida", "jan@example.com"),
  ]
  const drums = addClassRow(actor, { name: "Drums", kind: "group", instrument: "Drums", capacity: 4 })
  const studentIds = [mia, ida].map((family) => family.studentIds[0] ?? "")
  for (const id of studentIds) addEnrollmentRow(actor, drums, id, { startsOn: "2026-10-01" })
  const teach = (date: string, codes: ("present" | "excused")[]) =>
    takeRegister(actor, addSessionRow(actor, drums, date), {
      marks: studentIds.map((studentId, index) => ({ studentId, code: codes[index] ?? "excused" })),
    })
  expect(teach("2026-10-14", ["present", "excused"]).ok).toBe(true)
  expect(teach("2026-11-04", ["present", "present"]).ok).toBe(true)

  const html = await browser.html(at)
  const text = await browser.read(at)
  expect(text).toMatch(/Drums ?Novak \(Ida\) 1 ?, Novak \(Mia\) 2/)
  expect(text).toContain("3 lessons since Oct 14")
  expect(html).toContain(`/billing/new-invoice?family=${ida.familyId}&amp;back=ready`)
  const edit = `/classes/${drums}/edit?from=2026-10-14&back=ready`
  expect(html).toContain(`href="${edit.replace("&", "&amp;")}#price-title"`)

  const form = await browser.html(edit)
  expect(form).toContain(">Ready to invoice</")
  expect(form).toMatch(/name="fromDate"[^>]*value="2026-10-14"|value="2026-10-14"[^>]*name="fromDate"/)
  const price = { command: "price", billing: "per_session", amount: "20", fromDate: "2026-10-14" }
  const set = await browser.submit(edit, { ...price, intent: "price" })
  expect([set.status, set.headers.get("location")]).toEqual([303, at])

  const invoice = await browser.html(`/billing/new-invoice?family=${ida.familyId}&back=ready`)
  expect(invoice).toMatch(/href="\/billing\/unbilled"[^>]*>Ready to invoice</)
  const there = `/billing/new-invoice?family=${ida.familyId}&back=ready`
  const again = await browser.submit(there, { intent: "recalculate", dueOn: "2026-12-07" })
  expect(again.headers.get("location")).toContain("back=ready")
})

test("a saved filter that is gone, of another list or someone else’s lists no families and sends nothing", async () => {
  const mia = addFamily("Novak", "Mia", "iva@example.com")
  owe(actor, mia, 2000)
  const kept = (noun: "families" | "teachers", by = actor) => {
    const saved = saveFilter(by, { noun, name: `Some ${noun}`, query: "state=all", isShared: false })
    return saved.ok ? saved.filterId : ""
  }
  const [own, ofTeachers] = [kept("families"), kept("teachers")]
  const foreign = kept("families", addMember(actor, "admin", "Helena Novak").actor)
  expect(await browser.read(`${at}?filter=${own}`)).toContain("Novak")
  removeFilter(actor, own)
  const run = { from: "2026-11-01", to: "2026-11-30", dueOn: "2026-12-02", others: "yes", shown: "" }
  for (const filter of [own, ofTeachers, foreign, "nonsense"]) {
    const text = await browser.read(`${at}?filter=${filter}`)
    expect(text).toContain("This saved filter is gone. Choose other families.")
    expect(text).toContain("The saved filter is gone, so no families are listed.")
    expect(text).not.toContain("Novak")
    for (const intent of ["send", "check", "draft"]) {
      const answer = await browser.submit(`${at}?filter=${filter}`, {
        ...run,
        intent,
        filter,
        "family[]": mia.familyId,
      })
      await expect(answer).toAnswer(400, "This saved filter is gone. Choose other families.")
    }
  }
  expect(rowsOf(invoices, { schoolId: actor.school.id })).toEqual([])
  expect(await browser.read(`/messaging/new?to=filter:${own}`)).toContain(
    "This saved filter is gone. Choose other recipients.",
  )
})
