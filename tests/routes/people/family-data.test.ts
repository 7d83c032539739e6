import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { charges, invoiceLines, invoices } from "db/schema/money"
import { outsidePayers } from "db/schema/payers"
import { families, guardians, students } from "db/schema/people"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { listInvoices } from "~/models/money/invoice/list-invoices.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { addOutsidePayer } from "~/models/money/payer/outside-payers.server"
import { changePayers, findPayerRules } from "~/models/money/payer/payer-rules.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { gatherFamily } from "~/models/overview/family-data/family-zip.server"
import { Browser, openOffice } from "../../support/app"
import { billFamilies, openFamily, owe } from "../../support/billing"
import { testNow, testToday } from "../../support/clock"
import { addMember, openSchool } from "../../support/school"

// What a family may ask of a school: everything about it in one file, and that a person is forgotten.

let actor: Actor
let browser: Browser
let family: ReturnType<typeof openFamily>

beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
  family = openFamily(actor)
})

const eraseAddress = (noun: string, id = "") => `/families/erase?noun=${noun}&id=${id}`
const confirmed = (name: string) => ({ name, sure: "on" })

const balances = () => familyBalance(actor, family.familyId)

function invoice() {
  owe(actor, family, 5000, { description: "Amara, Piano" })
  billFamilies(actor, {
    from: "2026-11-01",
    to: "2026-11-30",
    dueOn: "2026-12-02",
    note: null,
    asDrafts: false,
    familyIds: [family.familyId],
  })
}

describe("the export of one family", () => {
  test("is a ZIP file with all of its rows and documents, and nothing of another family", async () => {
    invoice()
    const other = openFamily(actor, { name: "Rossi", children: ["Mia"] })
    const page = await browser.read(`/families/${family.familyId}/data`)
    expect(page).toContain("Download ZIP")
    const answer = await browser.submit(`/families/${family.familyId}/data.zip`, {})
    expect(answer.headers.get("Content-Type")).toBe("application/zip")
    const text = Buffer.from(await answer.arrayBuffer()).toString("latin1")
    for (const name of ["students.csv", "guardians.csv", "invoices.csv", "everything.json", "invoices/"])
      expect(text).toContain(name)
    const tables = (await gatherFamily(actor, family.familyId)) ?? []
    expect(new Set(tables.map(({ name }) => name)).size).toBe(tables.length)
    const all = JSON.stringify(tables)
    for (const id of [...family.studentIds, ...family.guardianIds]) expect(all).toContain(id)
    for (const id of [...other.studentIds, ...other.guardianIds, other.familyId])
      expect(all).not.toContain(id)
    expect(all).not.toMatch(/_hash"|password|"school_id"/)
    expect(await browser.read(`/families/${family.familyId}/activity`)).toContain(
      "exported the data of Okafor",
    )
  })
})

describe("erasing a person", () => {
  test("says what goes and what stays, asks twice, and keeps money without the name", async () => {
    invoice()
    const [studentId = ""] = family.studentIds
    db()
      .update(students)
      .set({
        medicalNotes: "Nut allergy",
        emergencyContact: "Una Roy, 555 010 0009",
        birthDate: "2015-02-01",
      })
      .where(eq(students.id, studentId))
      .run()
    const lines = () =>
      db().select().from(invoiceLines).where(eq(invoiceLines.schoolId, actor.school.id)).all()
    const before = lines()
    const address = eraseAddress("student", studentId)
    const page = await browser.read(address)
    expect(page).toContain("You can’t undo this.")
    expect(page).toContain("Tax law asks you to keep them as they were issued.")
    for (const half of [
      { name: "Amara Okafor", sure: "" },
      { name: "Someone", sure: "on" },
    ])
      expect((await browser.submit(address, half)).status).toBe(400)
    expect((await browser.submit(address, confirmed("amara okafor"))).status).toBe(303)
    expect(db().select().from(students).where(eq(students.id, studentId)).get()).toMatchObject({
      firstName: "Erased",
      lastName: "student",
      birthDate: null,
      medicalNotes: null,
      emergencyContact: null,
      status: "former",
    })
    expect(lines()).toEqual(before)
    const [charge] = db().select().from(charges).where(eq(charges.schoolId, actor.school.id)).all()
    expect(charge).toMatchObject({ amountMinor: 5000, description: "Erased student, Piano" })
    expect((await browser.visit(address)).status).toBe(404)
  })

  test("of a guardian waits until the account is settled; the family loses its name with the last of them", async () => {
    const alone = openFamily(actor, {
      name: "Bell",
      adults: [{ name: "Bo Bell", email: "bo@mail.example", payerShare: 10_000 }],
      children: ["Ned"],
    })
    owe(actor, alone, 4000)
    const [guardianId = ""] = alone.guardianIds
    const address = eraseAddress("guardian", guardianId)
    expect(await browser.read(address)).toContain("the account isn’t settled yet")
    expect((await browser.submit(address, confirmed("Bo Bell"))).status).toBe(409)
    db()
      .update(charges)
      .set({ withdrawnAt: testNow, withdrawnReason: "Gift" })
      .where(eq(charges.familyId, alone.familyId))
      .run()
    expect((await browser.submit(address, confirmed("Bo Bell"))).status).toBe(303)
    const rowOf = (id: string) => db().select().from(guardians).where(eq(guardians.id, id)).get()
    expect(rowOf(guardianId)).toBeUndefined()
    await expect(
      browser.submit(eraseAddress("student", alone.studentIds[0]), confirmed("Ned Bell")),
    ).toAnswer(303)
    expect(db().select().from(families).where(eq(families.id, alone.familyId)).get()?.name).toBe(
      "Erased family",
    )
  })

  test("of a guardian on an invoice leaves a row without a name, for the money", async () => {
    invoice()
    const [invoiced] = db().select().from(invoices).where(eq(invoices.schoolId, actor.school.id)).all()
    const [zoe = "", mateo = ""] = [family.guardianIds[1], family.guardianIds[0]]
    expect(await browser.read(eraseAddress("guardian", zoe))).toContain(
      "Give the share to someone else first.",
    )
    db().update(guardians).set({ payerShare: 0 }).where(eq(guardians.id, zoe)).run()
    db().update(guardians).set({ payerShare: 10_000 }).where(eq(guardians.id, mateo)).run()
    expect((await browser.submit(eraseAddress("guardian", zoe), confirmed("Zoë Okafor"))).status).toBe(303)
    expect(db().select().from(guardians).where(eq(guardians.id, zoe)).get()).toMatchObject({
      name: "Erased guardian",
      email: null,
      phone: null,
    })
    const after = db().select().from(invoices).where(eq(invoices.schoolId, actor.school.id)).all()
    expect(after).toEqual([invoiced])
    const page = await browser.read(`/families/${family.familyId}/data`)
    expect(page).toContain("Mateo Okafor")
    expect(page).not.toContain("Erased guardian")
  })

  test("who pays without being a guardian waits for open invoices, and keeps the family and its money", async () => {
    const facts = { address: "1 Plant Road", taxNumber: "DE 123", reference: "PO 77", endsOn: null }
    const acme = { ...facts, name: "Acme Works", email: "bills@acme.example" }
    const [one, other] = [acme, { ...acme, name: "Acme Fund" }].map((each) => {
      const added = addOutsidePayer(actor, family.familyId, each)
      return added.ok ? added.payerId : ""
    })
    const rules = findPayerRules(actor, family.familyId)
    const unchanged = { amountMinor: null, billingEmail: null, billingAddress: null }
    changePayers(actor, family.familyId, {
      shareBy: "percent",
      hasOwnInvoices: true,
      parts: {},
      guardians: family.guardianIds.map((id) => ({ ...unchanged, id, share: 2000 })),
      others: (rules?.others ?? []).map(({ id }) => ({
        id,
        share: id === one ? 6000 : 0,
        amountMinor: null,
      })),
    })
    invoice()
    const address = eraseAddress("payer", one)
    expect(await browser.read(address)).toContain(
      "This payer has part of 1 outstanding invoice. Settle or void them first.",
    )
    expect((await browser.submit(address, confirmed("Acme Works"))).status).toBe(409)
    const theirs = listInvoices(actor, { page: null }).rows.find(({ billTo }) => billTo === "Acme Works")
    const paid = { amountMinor: theirs?.totalMinor ?? 0, method: "cash" as const, receivedOn: testToday }
    recordPayment(actor, { ...paid, invoiceId: theirs?.id ?? "", payerName: "Acme Works" })
    const before = [balances(), theirs?.number]
    const page = await browser.read(address)
    expect(page).toContain("Name, email, address, tax number and reference")
    expect((await browser.submit(address, confirmed("Acme Fund"))).status).toBe(400)
    expect((await browser.submit(address, confirmed("acme works"))).status).toBe(303)
    const known = db().select().from(outsidePayers).where(eq(outsidePayers.familyId, family.familyId)).all()
    expect(known.find(({ id }) => id === one)).toMatchObject({
      ...{ name: "Erased payer", email: "", address: null, taxNumber: null, reference: null, payerShare: 0 },
    })
    // The address is the other payer's, too: what was sent to it stays.
    const sent = () =>
      db().select().from(emails).where(eq(emails.recipient, "bills@acme.example")).all().length
    expect(sent()).toBeGreaterThan(0)
    expect([
      balances(),
      listInvoices(actor, { page: null }).rows.find(({ id }) => id === theirs?.id)?.number,
    ]).toEqual(before)
    const data = await browser.read(`/families/${family.familyId}/data`)
    expect(data).toContain("Acme Fund Payer")
    expect(data).not.toContain("Erased payer")
    expect(data).toContain("Mateo Okafor")
    expect((await browser.visit(address)).status).toBe(404)
    expect((await browser.submit(eraseAddress("payer", other), confirmed("Acme Fund"))).status).toBe(303)
    expect(sent()).toBe(0)
    expect(await browser.read(`/families/${family.familyId}/activity`)).toContain("erased a payer")
    const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
    expect((await stranger.visit(eraseAddress("payer", one))).status).toBe(404)
  })

  test("by another school or a teacher is refused, as is the export", async () => {
    const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
    const teacher = await Browser.of(addMember(actor, "teacher", "Bella Rossi").userId)
    const [studentId = ""] = family.studentIds
    const erase = eraseAddress("student", studentId)
    const zip = `/families/${family.familyId}/data.zip`
    for (const path of [erase, `/families/${family.familyId}/data`, zip]) {
      expect((await stranger.visit(path)).status).toBe(404)
      expect((await teacher.visit(path)).status).toBe(302)
    }
    expect((await stranger.submit(erase, confirmed("Amara Okafor"))).status).toBe(404)
    expect((await stranger.submit(zip, {})).status).toBe(404)
    expect((await browser.visit(eraseAddress("teacher", studentId))).status).toBe(404)
    expect(db().select().from(students).where(eq(students.id, studentId)).get()?.firstName).toBe("Amara")
  })
})
