import { invoiceLines, invoices } from "db/schema/money"
import { beforeEach, describe, expect, test } from "vitest"
import { saveDraft } from "~/models/money/invoice/draft-invoice.server"
import { changePayerShares } from "~/models/people/family/payer-shares.server"
import { locationOf } from "../../support/app"
import { type BilledSchool, openBilledSchool } from "../../support/billed-school"
import { november, owe } from "../../support/billing"
import { type State, stateOf } from "../../support/changed-forms"
import { formsOf, type PageForm } from "../../support/forms"
import { rowOf, rowsOf } from "../../support/school"

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
  const row = rowOf(invoices, { id: draftId })
  const lines = rowsOf(invoiceLines, { invoiceId: draftId })
  return { dueOn: row?.dueOn, note: row?.note, items: lines.map(({ chargeId }) => chargeId) }
}
const period = () => {
  const row = rowOf(invoices, { id: draftId })
  return [row?.periodFrom, row?.periodTo]
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

  test("keep what each of them changed after steps that carried a page on", async () => {
    const began = await send(await open(), { note: ["Mine"], "charge[]": [strings] }, "recalculate")
    const added = await send(
      await open(String(began.headers.get("Location"))),
      { lineDescription: ["Mouthpiece"], lineAmount: ["5"] },
      "add-line",
    )
    const mine = await open(String(added.headers.get("Location")))
    expect(stateOf(mine)["charge[]"]).not.toContain(book)
    await send(await open(), { dueOn: ["2026-12-20"] })
    expect((await send(mine, {})).status).toBe(303)
    const { items, ...rest } = draft()
    expect(rest).toEqual({ dueOn: "2026-12-20", note: "Mine" })
    expect(items).toHaveLength(2)
    expect(items).toContain(strings)
  })

  test("are asked after a step where both changed the note, whenever the other one saved", async () => {
    for (const isBefore of [true, false]) {
      const from = await open()
      const other = await open()
      const theirs = `Theirs ${isBefore}`
      const began = await send(from, { note: [`Mine ${isBefore}`] }, "recalculate")
      const later = String(began.headers.get("Location"))
      const opened = isBefore ? undefined : await open(later)
      await send(other, { note: [theirs] })
      const mine = opened ?? (await open(later))
      for (const intent of ["draft", "send", "recalculate"]) {
        const answer = await send(mine, {}, intent)
        expect([isBefore, intent, answer.status]).toEqual([isBefore, intent, 409])
        expect(await answer.text()).toContain(
          `Someone changed this while you were editing: ${theirs}. Yours: Mine ${isBefore}.`,
        )
      }
      const again = formOf(await (await send(mine, {})).text(), later)
      expect((await send(again, { "keptOf.note": ["theirs"] })).status).toBe(303)
      expect(draft()).toMatchObject({ dueOn: "2026-12-02", note: theirs })
    }
  })

  test("leave after a step what only the other one changed: a note, an item, a longer period", async () => {
    const began = await send(await open(), { dueOn: ["2026-12-20"] }, "recalculate")
    const later = String(began.headers.get("Location"))
    const earlier = owe(school.actor, school.family, 3000, { occurredOn: "2026-10-12" })
    const longer = await open(`${page}&from=2026-10-01&to=2026-11-30`)
    await send(longer, { note: ["Theirs"], "charge[]": [strings, earlier] })
    expect((await send(await open(later), {})).status).toBe(303)
    expect(draft()).toMatchObject({ dueOn: "2026-12-20", note: "Theirs" })
    expect(new Set(draft().items)).toEqual(new Set([strings, earlier]))
  })

  test("leave after a step the shorter period and the fewer items of the other one", async () => {
    const late = owe(school.actor, school.family, 3000, { occurredOn: "2026-11-20" })
    await send(await open(), { "charge[]": [book, strings, late] })
    expect(draft().items).toHaveLength(3)
    const began = await send(await open(), {}, "recalculate")
    const opened = await open(String(began.headers.get("Location")))
    await send(await open(`${page}&from=2026-11-01&to=2026-11-15`), { "charge[]": [book, strings] })
    expect(period()).toEqual(["2026-11-01", "2026-11-15"])
    expect((await send(opened, { note: ["Mine"] })).status).toBe(303)
    expect(period()).toEqual(["2026-11-01", "2026-11-15"])
    expect(draft()).toMatchObject({ note: "Mine" })
    expect(new Set(draft().items)).toEqual(new Set([book, strings]))
  })

  const at = (from: string, to: string) => `${page}&from=${from}&to=${to}`

  test("keep a period of which each changed one end, or the same end", async () => {
    const both = async (mine: [string, string], theirs: [string, string]) => {
      const began = await send(await open(at(...mine)), {}, "recalculate")
      const opened = await open(String(began.headers.get("Location")))
      await send(await open(at(...theirs)), {})
      expect((await send(opened, { note: ["Mine"] })).status).toBe(303)
      return period()
    }
    const ends = await both(["2026-10-01", "2026-11-30"], ["2026-11-01", "2026-11-15"])
    expect(ends).toEqual(["2026-10-01", "2026-11-15"])
    const last = await both(["2026-10-01", "2026-11-20"], ["2026-10-01", "2026-11-12"])
    expect(last).toEqual(["2026-10-01", "2026-11-20"])
  })

  test("keep all that both asked for where the periods don’t meet anymore", async () => {
    const late = owe(school.actor, school.family, 3000, { occurredOn: "2026-11-25" })
    const began = await send(
      await open(at("2026-11-20", "2026-11-30")),
      { "charge[]": [late] },
      "recalculate",
    )
    const opened = await open(String(began.headers.get("Location")))
    await send(await open(at("2026-11-01", "2026-11-15")), {})
    expect((await send(opened, { note: ["Mine"] })).status).toBe(303)
    expect(period()).toEqual(["2026-11-01", "2026-11-30"])
    expect(draft().items).toEqual([late])
  })

  test("keep an item that was added on a day after the other one’s shorter period", async () => {
    const item = { lineDescription: ["Mouthpiece"], lineAmount: ["5"], lineDay: ["2026-11-20"] }
    const added = await send(await open(), item, "add-line")
    const opened = await open(String(added.headers.get("Location")))
    await send(await open(at("2026-11-01", "2026-11-15")), {})
    expect((await send(opened, { note: ["Mine"] })).status).toBe(303)
    expect(draft().items).toHaveLength(3)
  })
})

describe("an invoice that was checked", () => {
  const at = () => `/billing/invoices/${draftId}`
  const markIn = (html: string) => /name="draftShown" value="([^"]+)"/.exec(html)?.[1] ?? ""
  const state = () => rowOf(invoices, { id: draftId })?.state
  /** The other guardian pays all of it from now on. */
  const changePayers = () => {
    const [first = "", second = ""] = school.family.guardianIds
    const shares = new Map([
      [first, 0],
      [second, 10_000],
    ])
    expect(changePayerShares(school.actor, school.family.familyId, shares).ok).toBe(true)
  }

  test("isn’t sent once its draft or its payers changed, but shown again", async () => {
    for (const change of [
      async () => void (await send(await open(), { "charge[]": [strings] })),
      changePayers,
    ]) {
      const draftShown = markIn(await school.browser.html(at()))
      expect(draftShown).not.toBe("")
      await change()
      const refused = await school.browser.submit(at(), { intent: "send", draftShown })
      expect(await school.browser.read(locationOf(refused))).toContain(
        "This draft or its payers changed, so it wasn’t sent. It’s now $20.00.",
      )
      expect(state()).toBe("draft")
    }
    const draftShown = markIn(await school.browser.html(at()))
    await school.browser.submit(at(), { intent: "send", draftShown })
    expect(state()).toBe("issued")
  })

  test("isn’t sent to other payers than its form names", async () => {
    const form = await open()
    changePayers()
    const refused = await send(form, {}, "send")
    expect(refused.status).toBe(409)
    const html = await refused.text()
    expect(html).toContain("The payers have changed:")
    expect(state()).toBe("draft")
    expect((await send(formOf(html, page), {}, "send")).status).toBe(303)
    expect(state()).toBe("issued")
  })
})
