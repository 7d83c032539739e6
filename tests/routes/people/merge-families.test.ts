import { db } from "db/client.server"
import { invoices } from "db/schema/money"
import { guardians, students } from "db/schema/people"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addDiscountRule } from "~/models/money/discount/discount-rules.server"
import { addOutsidePayer } from "~/models/money/payer/outside-payers.server"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { Browser, locationOf, openOffice } from "../../support/app"
import { billFamilies, openFamily, owe } from "../../support/billing"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"

// Two families that are one: found, compared, merged and taken apart again, as a browser without scripts does it.

let actor: Actor
let browser: Browser

beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
})

function openPair() {
  const family = (name: string, child: string, phone: string) => {
    const { familyId } = addFamily(actor, {
      name,
      guardians: [
        { name: "Mateo Okafor", email: `${name.toLowerCase()}@mail.example`, phone, payerShare: 10_000 },
      ],
    })
    const added = addStudent(actor, {
      familyId,
      firstName: child,
      lastName: "Okafor",
      status: "active",
      fromDate: "2026-09-01",
    })
    if (!added.ok) throw new Error(added.reason)
    return { familyId, studentId: added.studentId }
  }
  return {
    keep: family("Okafor", "Amara", "(212) 555-0100"),
    gone: family("Okafors", "Freya", "212-555-0100"),
  }
}

const familyOf = (studentId: string) =>
  db().select({ id: students.familyId }).from(students).where(eq(students.id, studentId)).get()?.id

const adultsOf = (familyId: string) =>
  rowsOf(guardians, { schoolId: actor.school.id, familyId }, { only: ["name", "payerShare"], by: "position" })

const addressOf = (keep: string, gone: string) => `/students/duplicates/families?keep=${keep}&gone=${gone}`

describe("merging two families", () => {
  test("is offered with its reasons, compared, done once, and undone", async () => {
    const { keep, gone } = openPair()
    const list = await browser.read("/students/duplicates")
    expect(list).toContain("1 pair of families")
    expect(list).toContain("Same phone number. Same guardian’s name")
    const address = addressOf(keep.familyId, gone.familyId)
    const compared = await browser.read(address)
    expect(compared).toContain("Keep: Okafor Remove: Okafors")
    const sent = { keep: keep.familyId, gone: gone.familyId, key: "one" }
    const task = locationOf(await browser.submit(address, sent))
    expect(await browser.read(task)).toContain("1 family merged.")
    expect(familyOf(gone.studentId)).toBe(keep.familyId)
    expect(adultsOf(keep.familyId)).toEqual([
      { name: "Mateo Okafor", payerShare: 10_000 },
      { name: "Mateo Okafor", payerShare: 0 },
    ])
    expect(locationOf(await browser.submit(address, sent))).toBe(task)
    await browser.submit(task, { intent: "undo" })
    expect(familyOf(gone.studentId)).toBe(gone.familyId)
    expect(adultsOf(keep.familyId)).toHaveLength(1)
    expect(adultsOf(gone.familyId)).toEqual([{ name: "Mateo Okafor", payerShare: 10_000 }])
  })

  test("says who pays from then on, and who paid before", async () => {
    const { keep, gone } = openPair()
    changeRows(guardians, { familyId: gone.familyId }, { name: "Mei Okafor" })
    const compared = await browser.read(addressOf(keep.familyId, gone.familyId))
    expect(compared).toContain("(212) 555-0100, pays 100%")
    expect(compared).toContain(
      "Mateo Okafor pays the new invoices of all students from now on. Mei Okafor paid for Freya Okafor and pays nothing of new invoices until you say so under Payers .",
    )
  })

  test("says what becomes of a payer who isn’t a guardian, and moves them there and back", async () => {
    const { keep, gone } = openPair()
    const facts = { name: "Acme Works", email: "bills@acme.example", address: null, taxNumber: null }
    expect(addOutsidePayer(actor, gone.familyId, { ...facts, reference: null, endsOn: null }).ok).toBe(true)
    const address = addressOf(keep.familyId, gone.familyId)
    const compared = await browser.read(address)
    expect(compared).toContain("Acme Works, bills@acme.example")
    expect(compared).toContain("Acme Works joins the payers of Okafor and pays nothing of new invoices until")
    const payersAt = (familyId: string) => browser.read(`/billing/families/${familyId}/payers`)
    const task = locationOf(
      await browser.submit(address, { keep: keep.familyId, gone: gone.familyId, key: "k" }),
    )
    expect(await payersAt(keep.familyId)).toContain("Acme Works")
    expect(await payersAt(gone.familyId)).not.toContain("Acme Works")
    await browser.submit(task, { intent: "undo" })
    expect(await payersAt(keep.familyId)).not.toContain("Acme Works")
    expect(await payersAt(gone.familyId)).toContain("Acme Works")
  })

  test("moves what isn't invoiced, what is due and drafts, and says so before", async () => {
    const { keep } = openPair()
    const adults = [{ name: "Ada Rossi", email: "ada@mail.example", payerShare: 10_000 }]
    const owing = openFamily(actor, { name: "Rossi family", adults, children: ["Mia"] })
    owe(actor, owing, 5000)
    const address = addressOf(keep.familyId, owing.familyId)
    await browser.submit(address, { keep: keep.familyId, gone: owing.familyId })
    expect(await browser.read(`/billing/families/${keep.familyId}`)).toContain("$50.00")
    const invoiced = openFamily(actor, {
      name: "Bell family",
      adults: [{ name: "Bo Bell", email: "bo@mail.example", payerShare: 10_000 }],
      children: ["Ned"],
    })
    owe(actor, invoiced, 4000)
    const november = { from: "2026-11-01", to: "2026-11-30", dueOn: "2026-12-02", note: null }
    billFamilies(actor, { ...november, asDrafts: false, familyIds: [invoiced.familyId] })
    const due = addressOf(keep.familyId, invoiced.familyId)
    const preview = await browser.read(due)
    expect(preview).toContain("The balances of $0.00 and $40.00 become one of $40.00.")
    expect(preview).toContain("1 unpaid invoice of the family you remove joins, with $40.00 due.")
    const drafted = openFamily(actor, { name: "Cole family", children: ["Lea"] })
    owe(actor, drafted, 3000)
    billFamilies(actor, { ...november, asDrafts: true, familyIds: [drafted.familyId] })
    const joining = addressOf(keep.familyId, drafted.familyId)
    expect(await browser.read(joining)).toContain(
      "1 draft invoice of the family you remove joins, addressed to the payers of the family you keep.",
    )
    await browser.submit(joining, { keep: keep.familyId, gone: drafted.familyId })
    expect(await browser.read(`/billing/families/${keep.familyId}`)).toContain("Okafor")
    const task = locationOf(await browser.submit(due, { keep: keep.familyId, gone: invoiced.familyId }))
    expect(await browser.read(`/billing/families/${keep.familyId}`)).toContain("Invoice 2026-0001")
    expect(await browser.read(`/billing/families/${invoiced.familyId}`)).toContain(
      "This family was merged into Okafor . Its invoices and payments are there.",
    )
    const [invoice] = rowsOf(invoices, { familyId: keep.familyId })
    const paper = await browser.read(`/billing/invoices/${invoice?.id}`)
    expect(paper).toContain("On the account of Bell family until the families were merged on")
    await browser.submit(task, { intent: "undo" })
    expect(await browser.read(`/billing/invoices/${invoice?.id}`)).not.toContain("On the account of")
    expect(await browser.read(`/billing/families/${invoiced.familyId}`)).toContain("$40.00")
  })

  test("asks whose discount stays where both have one, and says whose is for all where one has", async () => {
    const { keep, gone } = openPair()
    const address = addressOf(keep.familyId, gone.familyId)
    const sent = { keep: keep.familyId, gone: gone.familyId, key: "discounts" }
    const add = (name: string, family: string, rate: number) =>
      addDiscountRule(actor, {
        ...{ name, kind: "family", family, fromNth: 1, target: "all", off: { rate, amountMinor: null } },
      })
    add("Staff child", gone.familyId, 10_000)
    expect(await browser.read(address)).toContain(
      "A discount of the family you remove is then for all students: Staff child, 10% off lessons and tuition.",
    )
    add("Loyal", keep.familyId, 5000)
    const compared = await browser.read(address)
    expect(compared).toContain("Loyal, 5% off lessons and tuition (Okafor)")
    expect(compared).toContain("Staff child, 10% off lessons and tuition (Okafors)")
    const wrong: Record<string, string>[] = [sent, { ...sent, discount: "neither" }]
    for (const choice of wrong) {
      await expect(browser.submit(address, choice)).toAnswer(400, "Choose whose discount stays.")
    }
    const task = locationOf(await browser.submit(address, { ...sent, discount: "gone" }))
    const rules = () => browser.read("/billing/prices/discounts")
    expect(await rules()).toMatch(/Ended discounts.* Loyal 5% off lessons and tuition, for Okafor, ended/)
    expect(await rules()).toContain("10% off lessons and tuition, for Okafor Apply to charges")
    expect(await browser.read(`/families/${keep.familyId}/activity`)).toContain(
      "merged Okafors into Okafor, with the discount Staff child; ended the discount Loyal",
    )
    await browser.submit(task, { intent: "undo" })
    expect(await rules()).toContain("Loyal")
    expect(await rules()).toContain("10% off lessons and tuition, for Okafors Apply to charges")
  })

  test("of another school, with oneself, or by a teacher is refused", async () => {
    const { keep, gone } = openPair()
    const elsewhere = openSchool({ name: "Crescendo Academy" })
    const stranger = await Browser.of(elsewhere.userId)
    const address = addressOf(keep.familyId, gone.familyId)
    expect((await stranger.visit(address)).status).toBe(404)
    const sent = { keep: keep.familyId, gone: gone.familyId }
    expect((await stranger.submit(address, sent)).status).toBe(404)
    const { familyId: own } = addFamily(elsewhere.actor, {
      name: "Bell",
      guardians: [{ name: "Bo Bell", email: "bo@mail.example", payerShare: 10_000 }],
    })
    for (const mixed of [
      { keep: own, gone: gone.familyId },
      { keep: keep.familyId, gone: own },
    ]) {
      expect((await stranger.visit(addressOf(mixed.keep, mixed.gone))).status).toBe(404)
      expect((await stranger.submit(addressOf(own, own), mixed)).status).toBe(404)
    }
    expect((await browser.visit(addressOf(keep.familyId, keep.familyId))).status).toBe(404)
    const self = { keep: keep.familyId, gone: keep.familyId }
    expect((await browser.submit(address, self)).status).toBe(409)
    const teacher = await Browser.of(addMember(actor, "teacher", "Bella Rossi").userId)
    expect((await teacher.visit(address)).status).toBe(302)
    expect(familyOf(gone.studentId)).toBe(gone.familyId)
  })
})
