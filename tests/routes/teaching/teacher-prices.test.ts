import { db } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import { Browser } from "../../support/app"
import { addSessionRow, invoiceCharges, openClass } from "../../support/lessons"
import { addMember, openSchool, rowOf } from "../../support/school"

/** Marcus teaches two children at $47.31 a lesson, twice: one register is taken and on an invoice, one is open. */
async function openStudio() {
  const { actor, userId } = openSchool()
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const { classId, studentIds } = openClass(actor, {
    class: { teacherId: marcus.teacherId },
    price: { amountMinor: 4731 },
    pupils: ["Otis Rossi", "Lina Haddad"],
  })
  const place = { teacherId: marcus.teacherId }
  const [past, open, coming] = [
    addSessionRow(actor, classId, "2026-11-11", place),
    addSessionRow(actor, classId, "2026-11-18", place),
    addSessionRow(actor, classId, "2026-11-25", place),
  ]
  recordNotice(actor, coming, studentIds[0] ?? "", { at: Date.UTC(2026, 10, 18, 12), text: null })
  const browser = await Browser.of(marcus.userId)
  const marks = (codes: string[]) =>
    Object.fromEntries(studentIds.map((id, index) => [`marks.${id}.code`, codes[index] ?? "present"]))
  return { actor, classId, studentIds, past, open, coming, browser, marks, office: await Browser.of(userId) }
}

/** An amount in any of its forms, in the page or in the data it carries; an id may have the same digits in it. */
const sums = /(?<![0-9a-z]|[0-9a-f]-)(?:47[.,]31|4731|94[.,]62|9462)(?![0-9a-z]|-[0-9a-f])/
const money = new RegExp(`${sums.source}|\\$\\d`)

describe("a teacher", () => {
  test("sees no family's prices or sums on any of their pages, nor in their data", async () => {
    const { browser, classId, studentIds, past, open, coming, marks } = await openStudio()
    await expect(browser.submit(`/classes/sessions/${past}`, { intent: "save", ...marks([]) })).toAnswer(303)
    const toast = await browser.visit(`/classes/sessions/${past}`)
    const html = await toast.text()
    expect(html).toContain("2 charged.")
    expect(html).not.toMatch(money)
    const preview = await browser.submit(`/classes/sessions/${past}`, {
      intent: "preview",
      ...marks(["excused", "present"]),
    })
    const previewed = await preview.text()
    expect(previewed).toContain("Present becomes excused. The family is charged less.")
    expect(previewed).not.toMatch(money)
    const pages = [
      "/dashboard/teacher",
      "/dashboard/teacher/classes",
      `/dashboard/teacher/class/${classId}`,
      "/dashboard/teacher/schedule",
      "/dashboard/teacher/schedule?view=month",
      "/dashboard/teacher/students",
      ...studentIds.flatMap((id) => [
        `/dashboard/teacher/students/${id}`,
        `/dashboard/teacher/students/${id}/skills`,
      ]),
      "/dashboard/teacher/resources",
      "/dashboard/teacher/settings",
      "/search?q=otis",
      "/search.json?q=2026",
      "/messaging",
      "/settings/preferences",
      ...[past, open, coming].map((id) => `/classes/sessions/${id}`),
    ]
    const own = await browser.html("/dashboard/teacher/analytics")
    expect(own).not.toMatch(sums)
    for (const path of pages) expect(`${path} ${await browser.html(path)}`).not.toMatch(money)
  })

  test("does not see on which invoice a lesson is", async () => {
    const { actor, browser, past, studentIds, marks } = await openStudio()
    await browser.submit(`/classes/sessions/${past}`, { intent: "save", ...marks([]) })
    const { listUnbilledCharges } = await import("~/models/money/charge/unbilled.server")
    const { students } = await import("db/schema/people")
    const family = db()
      .select()
      .from(students)
      .where(eq(students.id, studentIds[0] ?? ""))
      .get()
    const lines = listUnbilledCharges(actor, { familyId: family?.familyId })
    invoiceCharges(actor, lines, family?.familyId ?? "", 7)
    expect(await browser.read(`/classes/sessions/${past}`)).not.toContain("invoice")
  })

  test("sees them once the school permits it, and not any more when it does not", async () => {
    const { actor, browser, office, open } = await openStudio()
    const at = "/settings/policies?edit=teacher-prices"
    expect(await office.read(at)).toContain("Teachers don’t see what families pay.")
    expect(await office.read(at)).toContain("Teachers can see what families pay")
    await office.submit(at, { intent: "teachers", teachersSeePrices: "on" })
    expect(await browser.read(`/classes/sessions/${open}`)).toContain("2 charged, $94.62")
    await office.submit(at, { intent: "teachers" })
    expect(await browser.read(`/classes/sessions/${open}`)).not.toContain("$94.62")
    expect(rowOf(schools, { id: actor.school.id })?.teachersSeePrices).toBe(false)
    await expect(browser.submit(at, { intent: "teachers", teachersSeePrices: "on" })).toAnswer(302)
  })

  test("is not the office or a solo teacher, who see all", async () => {
    const { office, open } = await openStudio()
    expect(await office.read(`/classes/sessions/${open}`)).toContain("2 charged, $94.62")
    const solo = openSchool({ kind: "solo" })
    const { classId } = openClass(solo.actor, { price: { amountMinor: 4731 }, pupils: ["Nia Feld"] })
    const sessionId = addSessionRow(solo.actor, classId, "2026-11-18")
    const browser = await Browser.of(solo.userId)
    expect(await browser.read(`/classes/sessions/${sessionId}`)).toContain("1 charged, $47.31")
    expect(await browser.read("/settings/policies?edit=teacher-prices")).not.toContain(
      "Teachers can see what families pay",
    )
  })
})
