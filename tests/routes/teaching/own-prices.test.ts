import { ownPrices } from "db/schema/teaching"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { setOwnPrice } from "~/models/teaching/price/price.server"
import { Browser, locationOf, openOffice } from "../../support/app"
import { addPriceRow, openClass } from "../../support/lessons"
import { openSchool, rowsOf } from "../../support/school"

let actor: Actor
let browser: Browser
let classId: string
let enrollmentId: string
let studentId: string
let page: string

beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
  const made = openClass(actor, { pupils: ["Otis Rossi"], price: { amountMinor: 4250 } })
  classId = made.classId
  enrollmentId = made.enrollmentIds[0] ?? ""
  studentId = made.studentIds[0] ?? ""
  page = `/classes/${classId}/students/${enrollmentId}`
})
const own = (fields: Record<string, string>) => browser.submit(page, { command: "price", ...fields })

test("the form of a class’s price names the one that is set for a later day", async () => {
  addPriceRow(actor, classId, { amountMinor: 5000, fromDate: "2026-12-01" })
  expect(await browser.read(`/classes/${classId}/edit`)).toContain(
    "Now $42.50 per lesson. From Dec 1, 2026: $50.00 per lesson.",
  )
  const { classId: unpriced } = openClass(actor, { price: null })
  expect(await browser.read(`/classes/${unpriced}/edit`)).toContain("No price yet. Existing charges")
  addPriceRow(actor, unpriced, { amountMinor: 1000, fromDate: "2026-11-30" })
  expect(await browser.read(`/classes/${unpriced}/edit`)).toContain(
    "No price yet. From Nov 30, 2026: $10.00 per lesson. Existing charges",
  )
  expect(await browser.read(`/classes/${unpriced}/billing`)).toContain(
    "Not set. From Nov 30, 2026: $10.00 per lesson",
  )
})

describe("a custom price", () => {
  test("is agreed from a day on, seen on the page, the roster and the student, and ended again", async () => {
    expect(await browser.read(page)).toContain("Otis Rossi pays the class price.")
    const answer = await own({ intent: "own", amount: "40", fromDate: "2026-11-10" })
    expect(answer.status).toBe(303)
    const shown = await browser.read(locationOf(answer))
    expect(shown).toContain("Otis Rossi pays $40.00 per lesson from Nov 10, 2026.")
    expect(shown).toContain("From Nov 10, 2026 custom price $40.00 per lesson")
    expect(await browser.read(`/classes/${classId}/students`)).toContain("$40.00 per lesson custom")
    expect(await browser.read(`/students/${studentId}`)).toContain("$40.00 per lesson custom")
    await own({ intent: "class", fromDate: "2026-12-01" })
    expect(await browser.read(page)).toContain("From Dec 1, 2026 class price")
    expect(rowsOf(ownPrices, { enrollmentId })).toHaveLength(2)
  })

  test("says what it is charged for where the student pays by the month and the class per lesson", async () => {
    setOwnPrice(actor, enrollmentId, { fromDate: "2026-11-01", amountMinor: 14_000, billing: "monthly" })
    expect(await browser.read(page)).toContain("From Nov 1, 2026 custom price $140.00 a month")
    expect(await browser.html(page)).toMatch(/<input[^>]*checked=""[^>]*value="monthly"/)
    expect(await browser.read(`/classes/${classId}/edit`)).toContain(
      "1 student keeps $140.00 a month: Otis Rossi ($140.00 a month)",
    )
    const answer = await own({
      intent: "own",
      billing: "per_session",
      amount: "39.5",
      fromDate: "2026-11-18",
    })
    expect(await browser.read(locationOf(answer))).toContain(
      "Otis Rossi pays $39.50 per lesson from Nov 18, 2026.",
    )
    expect(await browser.read(`/classes/${classId}/students`)).toContain("$39.50 per lesson custom")
    const kept = await own({ intent: "own", billing: "yearly", amount: "39.5", fromDate: "2026-11-18" })
    await expect(kept).toAnswer(400, "Choose how it’s billed.")
  })

  test("comes back as it was when a drop is undone", async () => {
    setOwnPrice(actor, enrollmentId, { fromDate: "2026-11-01", amountMinor: 14_000, billing: "monthly" })
    const students = `/classes/${classId}/students`
    await browser.submit(page, {
      command: "drop",
      intent: "save",
      lastDay: "2026-11-18",
      reason: "Moving away",
    })
    const html = await browser.html(students)
    expect(html).toContain('name="command" value="undo"')
    await browser.submit(page, { command: "undo", lastDay: "2026-11-18" })
    const text = await browser.read(students)
    expect(text).toContain("stays in the class.")
    expect(text).toContain("$140.00 a month custom")
    expect((await browser.submit(page, { command: "undo", lastDay: "2026-11-18" })).status).toBe(303)
  })

  test("is refused beside the field, with what was typed", async () => {
    const none = await own({ intent: "own", fromDate: "2026-11-10" })
    await expect(none).toAnswer(400, "Enter an amount, for example 32.50.")
    const early = await own({ intent: "own", amount: "40", fromDate: "2025-01-01" })
    expect(early.status).toBe(400)
    const html = await early.text()
    expect(html).toContain("or a later date.")
    expect(html).toContain('value="40"')
    for (const fromDate of ["", "yesterday", "9999-99-99"])
      expect((await own({ intent: "own", amount: "40", fromDate })).status).toBe(400)
    expect((await own({ intent: "own", amount: "-1e9", fromDate: "2026-11-10" })).status).toBe(400)
  })

  test("is kept when the class's price changes, which says so before and after, with links", async () => {
    setOwnPrice(actor, enrollmentId, { fromDate: "2026-11-10", amountMinor: 4250 })
    const edit = `/classes/${classId}/edit`
    const before = await browser.html(edit)
    expect(before).toContain("1 student keeps $42.50 per lesson")
    expect(before).toContain(`href="${page}"`)
    const answer = await browser.submit(edit, {
      command: "price",
      intent: "price",
      billing: "per_session",
      amount: "50",
      fromDate: "2026-11-15",
    })
    const html = await browser.html(locationOf(answer))
    expect(html).toContain("Price set to $50.00 per lesson from Nov 15, 2026.")
    expect(html).toContain("1 student keeps $42.50 per lesson:")
    expect(html).toContain(`href="${page}"`)
  })

  test("a class in which everybody pays its price says nothing", async () => {
    expect(await browser.read(`/classes/${classId}/edit`)).not.toContain("keeps $")
  })

  test("of another school is not found", async () => {
    const stranger = openSchool()
    const other = await Browser.of(stranger.userId)
    const answer = await other.submit(page, {
      command: "price",
      intent: "own",
      amount: "1",
      fromDate: "2026-11-10",
    })
    expect(answer.status).toBe(404)
  })
})
