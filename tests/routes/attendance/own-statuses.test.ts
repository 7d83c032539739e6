import { sqlite } from "db/client.server"
import { beforeEach, describe, expect, test } from "vitest"
import { addStatus, listOwnStatuses, setRetired } from "~/models/accounts/custom-status/custom-status.server"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { Actor } from "~/models/foundation/access/actor"
import { Browser, openOffice, textOf } from "../../support/app"
import { testToday } from "../../support/clock"
import { addSessionRow, openClass } from "../../support/lessons"
import { openSchool } from "../../support/school"

// The school's own attendance statuses, as a browser without scripts manages and uses them.

let actor: Actor
let office: Browser

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
})

const settings = "/settings/attendance-statuses"

function status(name: string, letters: string, countsAs: MarkCode = "excused", isShownToFamilies = true) {
  const added = addStatus(actor, { name, letters, countsAs, isShownToFamilies })
  if (!added.ok) throw new Error(added.reason)
  return listOwnStatuses(actor).find((each) => each.name === name)?.id ?? ""
}

function openLesson() {
  const { classId, studentIds } = openClass(actor, { pupils: ["Wren Adeyemi"] })
  const sessionId = addSessionRow(actor, classId, testToday)
  const [wren = ""] = studentIds
  return { classId, wren, sessionId, path: `/classes/sessions/${sessionId}` }
}

const currentMarks = () =>
  sqlite()
    .prepare("select code, status_id as statusId from marks where school_id = ? and superseded_at is null")
    .all(actor.school.id)

describe("the settings of the statuses", () => {
  const sickNote = {
    intent: "add",
    name: "Sick note",
    letters: "sn",
    countsAs: "excused",
    isShownToFamilies: "on",
  }

  test("a status is added, changed, moved, retired, restored and deleted", async () => {
    expect(await office.read(settings)).toContain("No statuses of your own yet.")
    expect((await office.submit(settings, sickNote)).headers.get("Location")).toBe(settings)
    const statusId = listOwnStatuses(actor)[0]?.id ?? ""
    expect(await office.read(settings)).toContain("Sick note SN, counts as Excused")
    const online = status("Online", "ON", "present", false)
    expect(await office.read(settings)).toContain("families see Present")
    await office.submit(settings, { ...sickNote, intent: "change", statusId, name: "Doctor’s note" })
    await office.submit(settings, { intent: "up", statusId: online })
    expect(listOwnStatuses(actor).map(({ name }) => name)).toEqual(["Online", "Doctor’s note"])
    await office.submit(settings, { intent: "retire", statusId })
    expect(await office.read(settings)).toContain("Retired (1)")
    await office.submit(settings, { intent: "restore", statusId })
    await office.submit(settings, { intent: "remove", statusId })
    expect(listOwnStatuses(actor).map(({ name }) => name)).toEqual(["Online"])
    expect((await office.submit(settings, { intent: "remove", statusId })).status).toBe(404)
    expect(await office.read("/settings/policies?edit=outcomes")).toContain("Add statuses of your own")
  })

  test("a status has rules of its own once they are wanted, and attendance says and does what they do", async () => {
    const rules = { hasOwnRules: "on", chargedPercent: "50", paidPercent: "100", countsAsAttended: "on" }
    expect((await office.submit(settings, { ...sickNote, ...rules })).status).toBe(303)
    expect(await office.read(settings)).toContain("50% charged, 100% paid, no credit, attended")
    const statusId = listOwnStatuses(actor)[0]?.id ?? ""
    const { path, wren } = openLesson()
    expect(await office.read(path)).toContain("Sick note: $9.00 charged, no credit")
    const marks = { [`marks.${wren}.code`]: `excused@${statusId}` }
    expect(await textOf(await office.submit(path, { ...marks, intent: "preview" }))).toContain("$9.00")
    await office.submit(path, { ...marks, intent: "save" })
    expect(await office.read(path)).toContain("$9.00 charged")
    const change = { ...sickNote, intent: "change", statusId }
    for (const [field, value] of [
      ["chargedPercent", "101"],
      ["chargedPercent", ""],
      ["paidPercent", ""],
    ] as const) {
      const refused = await office.submit(settings, { ...change, ...rules, [field]: value })
      const html = await refused.text()
      expect([refused.status, html.includes("Enter a percentage from 0 to 100.")], field).toEqual([400, true])
    }
    expect(listOwnStatuses(actor)[0]?.rule).toMatchObject({ chargedPercent: 50 })
    // Without the check mark what is left in the fields doesn't count.
    expect((await office.submit(settings, { ...change, chargedPercent: "x" })).status).toBe(303)
    expect(listOwnStatuses(actor)[0]?.rule).toBeNull()
  })

  test("another school's status is not found, and stays as it is", async () => {
    const statusId = status("Online", "ON")
    const stranger = await Browser.of(openSchool({ name: "Crescendo" }).userId)
    for (const intent of ["change", "up", "down", "retire", "restore", "remove"])
      expect((await stranger.submit(settings, { ...sickNote, intent, statusId })).status, intent).toBe(404)
    expect(listOwnStatuses(actor)).toMatchObject([{ name: "Online", isRetired: false }])
  })

  test("wrong input is said beside its field, and nothing typed is lost", async () => {
    const cases = [
      [{ name: " " }, 400, "Enter a name."],
      [{ name: "x".repeat(31) }, 400, "Keep the name under 30 characters."],
      [{ letters: "S1" }, 400, "Enter 1 to 3 letters."],
      [{ countsAs: "away" }, 400, "Choose what it counts as."],
      [{ letters: "P" }, 409, "Those letters are already in use. Choose others."],
      [{ name: "absent" }, 409, "That name is already in use. Choose another."],
    ] as const
    for (const [wrong, code, message] of cases) {
      const refused = await office.submit(settings, { ...sickNote, ...wrong })
      const html = await refused.text()
      expect([refused.status, html.includes(message)], message).toEqual([code, true])
      if (!("letters" in wrong)) expect(html).toContain('value="sn"')
    }
    expect(listOwnStatuses(actor)).toEqual([])
  })
})

describe("attendance with a status of the school’s own", () => {
  test("is taken, shown where attendance is read, corrected, and carried when it was saved by two", async () => {
    const statusId = status("Sick note", "SN")
    const { path, wren, classId, sessionId } = openLesson()
    expect(await office.read(path)).toContain("Sick note")
    const value = `excused@${statusId}`
    const field = `marks.${wren}.code`
    expect((await office.submit(path, { [field]: value, intent: "save" })).status).toBe(303)
    expect(currentMarks()).toEqual([{ code: "excused", statusId }])
    const html = await office.html(path)
    expect(html).toMatch(
      new RegExp(`<input[^>]*value="${value}"[^>]*checked|<input[^>]*checked[^>]*value="${value}"`),
    )
    expect(html).toContain(`name="base.${wren}" value="${value}"`)
    expect(await office.read(`/students/${wren}/lessons`)).toContain("Sick note (counts as excused)")
    expect(await office.read(`/classes/${classId}/lessons`)).toContain("SN Sick note")
    expect(await office.read(`/classes/${classId}/attendance-sheet`)).toContain("SN Sick note")

    const preview = await office.submit(path, { [field]: "present", intent: "preview" })
    expect(await textOf(preview)).toContain("Sick note becomes present.")
    const base = { [`base.${wren}`]: "present", formStamp: "earlier" }
    const both = await office.submit(path, { ...base, [field]: "late", intent: "save" })
    expect(both.status).toBe(409)
    const compared = await both.text()
    expect(compared).toContain("Sick note")
    expect(compared).toContain(`name="base.${wren}" value="${value}"`)
    expect(currentMarks()).toEqual([{ code: "excused", statusId }])
    expect(sessionId).toBeTruthy()
  })

  test("one that was retired meanwhile, is unknown or counts as another is refused, with what was sent", async () => {
    const statusId = status("Sick note", "SN")
    const { path, wren } = openLesson()
    setRetired(actor, statusId, true)
    const field = `marks.${wren}.code`
    const sent = { intent: "save", sharedNote: "Get well soon", [`base.${wren}`]: "present" }
    for (const value of [`excused@${statusId}`, `present@${statusId}`, "excused@none"]) {
      const refused = await office.submit(path, { ...sent, [field]: value })
      const html = await refused.text()
      expect(refused.status).toBe(400)
      expect(html).toContain("A status you chose isn’t used anymore.")
      expect(html).toContain("Get well soon")
    }
    for (const value of ["excused@", "excused@a b", "sick@x", `excused@${"x".repeat(65)}`])
      expect((await office.submit(path, { ...sent, [field]: value })).status, value).toBe(400)
    expect(currentMarks()).toEqual([])
  })
})
