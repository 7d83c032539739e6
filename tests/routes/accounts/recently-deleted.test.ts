import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { saveFilter } from "~/models/foundation/saved-filter/saved-filter.server"
import { addTerm, listTerms } from "~/models/foundation/term/term.server"
import { Browser, openOffice } from "../../support/app"
import { addMember, openSchool } from "../../support/school"

// What was deleted lately, as a browser without scripts gets it back.

let actor: Actor
let browser: Browser

beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
})

const address = "/settings/admin/deleted"
const fall = { name: "Fall", startsOn: "2026-09-01", endsOn: "2026-12-18" }

/** Adds and removes a term; answers the id of its entry in the bin. */
async function removeFall() {
  addTerm(actor, fall)
  const id = listTerms(actor)[0]?.id ?? ""
  await expect(browser.submit("/settings/school", { intent: "remove-terms", days: id })).toAnswer(303)
  const html = await browser.html(address)
  return { id, entry: html.match(/name="entry" value="([^"]+)"/)?.[1] ?? "" }
}

test("a deleted record is listed with who and when, restored, and refused where its place is taken", async () => {
  expect(await browser.read(address)).toContain("Nothing was deleted in the last 30 days.")
  const { entry } = await removeFall()
  const listed = await browser.read(address)
  for (const text of ["Fall", "Term", "Ruth Castellano", "Nov 18, 2026", "Dec 18, 2026"])
    expect(listed).toContain(text)
  addTerm(actor, { ...fall, name: "Autumn" })
  await browser.submit(address, { intent: "restore", entry })
  expect(await browser.read(address)).toContain("Another term has some of these days. Change its days first.")
  await browser.submit("/settings/school", { intent: "remove-terms", days: listTerms(actor)[0]?.id ?? "" })
  await browser.submit(address, { intent: "restore", entry })
  expect(await browser.read(address)).toContain("Fall restored.")
  expect(listTerms(actor).map(({ name }) => name)).toEqual(["Fall"])
  expect((await browser.submit(address, { intent: "restore", entry })).status).toBe(404)
  expect(await browser.read("/settings/admin/log")).toContain("restored Fall")
})

test("is deleted for good after a second click", async () => {
  const { entry } = await removeFall()
  await browser.submit(address, { intent: "delete", entry })
  expect(await browser.read(address)).toContain("Fall deleted for good.")
  expect(await browser.read(address)).toContain("Nothing was deleted in the last 30 days.")
})

test("the notice beside a deletion undoes it, for who deleted it only", async () => {
  const saved = saveFilter(actor, {
    noun: "students",
    name: "Active",
    query: "status=active",
    isShared: true,
  })
  const filter = saved.ok ? saved.filterId : ""
  await browser.submit("/students", { intent: "remove-filter", filter })
  expect(await browser.read("/students")).toContain("Filter “Active” removed. Undo")
  const sent = { record: filter, back: "/students" }
  const other = await Browser.of(addMember(actor, "teacher", "Bella Rossi").userId)
  expect((await other.submit("/undo-deletion", sent)).status).toBe(404)
  const undone = await browser.submit("/undo-deletion", sent)
  expect(undone.headers.get("Location")).toBe("/students")
  expect(await browser.read("/students")).toContain("Active restored.")
  expect((await browser.submit("/undo-deletion", sent)).status).toBe(404)
})

test("another school and a teacher see nothing of it", async () => {
  const { entry } = await removeFall()
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  expect(await stranger.read(address)).not.toContain("Fall")
  for (const intent of ["restore", "delete"])
    expect((await stranger.submit(address, { intent, entry })).status).toBe(404)
  expect((await browser.submit(address, { intent: "else", entry })).status).toBe(404)
  const teacher = await Browser.of(addMember(actor, "teacher", "Bella Rossi").userId)
  expect((await teacher.visit(address)).status).toBe(302)
  expect(listTerms(actor)).toEqual([])
})
