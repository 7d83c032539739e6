import { db } from "db/client.server"
import { invoiceLines, invoices } from "db/schema/money"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { saveDraft } from "~/models/money/invoice/draft-invoice.server"
import { type BilledSchool, openBilledSchool } from "../../support/billed-school"
import { november, owe } from "../../support/billing"
import { type State, stateOf } from "../../support/changed-forms"
import { formsOf, type PageForm } from "../../support/forms"

// Two people of an office have the same draft invoice open, and both save.

let school: BilledSchool
let book: string
let strings: string
let page: string
let draftId: string

beforeEach(async () => {
  school = await openBilledSchool()
  book = owe(school.actor, school.family, 1000)
  strings = owe(school.actor, school.family, 2000)
  const saved = saveDraft(school.actor, november(school.family.familyId, [book, strings]))
  draftId = saved.ok ? saved.invoiceId : ""
  page = `/billing/new-invoice?draft=${draftId}`
})

const formOf = (html: string, at: string) => {
  const form = formsOf(html, at).find(({ fields }) => fields.some(({ name }) => name === "note"))
  if (!form) throw new Error("The draft’s form isn’t there.")
  return form
}
const open = async (at = page) => formOf(await (await school.browser.visit(at)).text(), at)
const send = (form: PageForm, changes: State, intent = "draft") =>
  school.browser.submit(form.action, { ...stateOf(form), ...changes, intent: [intent] } as Record<
    string,
    string[]
  >)

const draft = () => {
  const row = db().select().from(invoices).where(eq(invoices.id, draftId)).get()
  const lines = db().select().from(invoiceLines).where(eq(invoiceLines.invoiceId, draftId)).all()
  return { dueOn: row?.dueOn, note: row?.note, items: lines.map(({ chargeId }) => chargeId) }
}

describe("two people who save one draft", () => {
  test("keep what each of them changed: a note, an item that was left out, a due date", async () => {
    const [first, second] = [await open(), await open()]
    expect((await send(first, { note: ["Thank you, Ann"], "charge[]": [strings] })).status).toBe(303)
    expect((await send(second, { dueOn: ["2026-12-20"] })).status).toBe(303)
    expect(draft()).toEqual({ dueOn: "2026-12-20", note: "Thank you, Ann", items: [strings] })
  })

  test("are asked where both changed the note, also by a button that only calculates", async () => {
    const [first, second] = [await open(), await open()]
    await send(first, { note: ["Thank you, Ann"] })
    for (const intent of ["draft", "send", "recalculate"]) {
      const answer = await send(second, { note: ["Mine"] }, intent)
      expect([intent, answer.status]).toEqual([intent, 409])
      expect(await answer.text()).toContain(
        "Someone changed this while you were editing: Thank you, Ann. Yours: Mine.",
      )
    }
    expect(draft().note).toBe("Thank you, Ann")
  })

  test("are told of each other after a step that carried the page on, and may then replace it", async () => {
    const began = await send(await open(), { note: ["Mine"] }, "recalculate")
    const later = began.headers.get("Location") ?? ""
    const mine = await open(later)
    await send(await open(), { dueOn: ["2026-12-20"] })
    for (const intent of ["draft", "send"]) {
      const answer = await send(mine, {}, intent)
      expect([intent, answer.status]).toEqual([intent, 409])
    }
    const told = await (await send(mine, {})).text()
    expect(told).toContain(
      "Someone else changed this draft while you were editing. They saved: due Dec 20, 2 items, $30.00, no note.",
    )
    expect(draft()).toMatchObject({ dueOn: "2026-12-20", note: null })
    expect((await send(formOf(told, later), {})).status).toBe(303)
    expect(draft()).toMatchObject({ dueOn: "2026-12-02", note: "Mine" })
  })
})
