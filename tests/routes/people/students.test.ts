import { readFileSync } from "node:fs"
import { transact } from "db/client.server"
import { students } from "db/schema/people"
import { beforeAll, describe, expect, test } from "vitest"
import { planImport } from "~/models/exchange/roster-import/plan-import.server"
import { runImport } from "~/models/exchange/roster-import/run-import.server"
import { uploadRoster } from "~/models/exchange/roster-import/upload-roster.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listSavedFilters } from "~/models/foundation/saved-filter/saved-filter.server"
import { Browser, openOffice, textOf } from "../../support/app"
import { addStudentRow } from "../../support/lessons"
import { addMember, openSchool, rowOf } from "../../support/school"

let actor: Actor
let browser: Browser

beforeAll(async () => {
  ;({ actor, browser } = await openOffice())
  const uploaded = uploadRoster(actor, {
    name: "roster.csv",
    bytes: readFileSync("tests/support/rosters/roster.csv"),
  })
  if (!uploaded.ok) throw new Error(uploaded.message)
  const fingerprint = planImport(actor, uploaded.importId)?.fingerprint ?? ""
  expect(runImport(actor, uploaded.importId, fingerprint).ok).toBe(true)
})

const idOf = (code: string) => rowOf(students, { schoolId: actor.school.id, code })?.id ?? ""

describe("the list", () => {
  test("comes in pages of fifty, by last name, with the details of each", async () => {
    const first = await browser.read("/students")
    expect(first).toContain("62 students")
    expect(first).toContain("1–50 of 62")
    const second = await browser.read("/students/list?page=2")
    expect(second).toContain("51–62 of 62")
    expect(await browser.read("/students?page=all")).toContain("1–62 of 62")
    const amara = await browser.read("/students?q=1001")
    expect(amara).toContain("Amara Okafor 18 Piano, Beatriz Alvarez Mon, Nov 23, 2:00 PM $0.00")
    expect(amara).toContain("Not invited")
  })

  test("is on one page for up to a thousand students; more come in pages", async () => {
    const school = openSchool()
    const add = (count: number) =>
      transact(() => {
        for (let index = 0; index < count; index += 1) addStudentRow(school.actor, "Ada", `Rossi ${index}`)
      })
    const office = await Browser.of(school.userId)
    add(1000)
    expect(await office.read("/students")).toContain("View all on one page")
    expect(await office.read("/students?page=all")).toContain("1–1,000 of 1,000")
    add(1)
    expect(await office.read("/students")).not.toContain("View all on one page")
    for (const address of ["/students?page=all", "/students?page=all&sort=next&order=reversed"]) {
      const pages = await office.html(address)
      expect(pages).toContain("1–50 of 1,001")
      expect(pages).toContain("page=2")
    }
    expect(await office.read("/students?page=all&q=rossi+999")).toContain("1–1 of 1")
  })

  test("is narrowed and ordered by its address, and shows what was asked for", async () => {
    const answer = await browser.visit("/students?q=zoe+okafor&status=active&sort=youngest")
    const html = await answer.clone().text()
    expect(await textOf(answer)).toContain("1–2 of 2")
    expect(html).toContain('value="zoe okafor"')
    expect(html).toMatch(/<option value="active" selected="">/)
    const none = await browser.read("/students?q=nobody+at+all")
    expect(none).toContain("No students match these filters.")
    expect(none).toContain("Clear filters")
  })

  test("survives any address", async () => {
    for (const query of [
      "q=%25'%22%3Cscript%3Ealert(1)%3C/script%3E",
      "status=dancing&sort=price&page=-1",
      "teacher=018f0000-0000-7000-8000-000000000000&instrument=%00",
      `q=${"x".repeat(5000)}`,
    ]) {
      const answer = await browser.visit(`/students?${query}`)
      expect(answer.status, query).toBe(200)
      expect(await answer.text()).not.toContain("<script>alert(1)")
    }
    expect((await browser.visit("/students?page=9999")).headers.get("Location")).toBe("/students?page=2")
  })

  test("is narrowed by balance, portal, credits and the next lesson, and sorted by its headings", async () => {
    const all = await browser.read("/students?portal=none")
    expect(all).toContain("62 students")
    expect(await browser.read("/students?portal=access")).toContain("No students match these filters.")
    expect(await browser.read("/students?balance=overdue&credits=open")).toContain("Clear filters")
    const html = await browser.html("/students?sort=next&page=all")
    expect(html).toMatch(/aria-sort="ascending"[^>]*><a[^>]*href="\/students\?order=reversed&amp;sort=next"/)
    const reversed = await browser.html("/students?sort=next&order=reversed&page=all")
    const ids = (page: string) => [...page.matchAll(/name="id" value="([\w-]+)"/g)].map(([, id]) => id)
    expect(ids(reversed)).toEqual(ids(html).reverse())
  })

  test("shows the columns that a person chose, and keeps filters under a name", async () => {
    const school = openSchool()
    const other = addMember(school.actor, "solo_teacher_admin", "Otis Reed")
    addStudentRow(school.actor, "Ada", "Rossi")
    const [mine, theirs] = await Promise.all([Browser.of(school.userId), Browser.of(other.userId)])
    await mine.submit("/students", { intent: "columns", column: ["attendance", "credits", "nonsense"] })
    const text = await mine.read("/students")
    expect(text).toContain("Name ↑ Credits Attendance".replace(" ↑", ""))
    expect(await theirs.read("/students")).toContain("Lessons Next lesson")
    const save = (by: Browser, name: string, shared = false) =>
      by.submit("/students", {
        intent: "save-filter",
        name,
        query: "status=active&evil=1",
        ...(shared ? { shared: "on" } : {}),
      })
    expect((await save(mine, "")).status).toBe(400)
    expect((await save(mine, "Active ones", true)).headers.get("Location")).toBe("/students?status=active")
    await save(mine, "Mine alone")
    const seen = await theirs.read("/students")
    expect(seen).toContain("Active ones shared")
    expect(seen).not.toContain("Mine alone")
    const filters = listSavedFilters(school.actor, "students")
    const shared = filters.find(({ name }) => name === "Active ones")?.id ?? ""
    expect((await theirs.submit("/students", { intent: "remove-filter", filter: shared })).status).toBe(404)
    const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
    expect((await stranger.submit("/students", { intent: "remove-filter", filter: shared })).status).toBe(404)
    expect(await theirs.read(`/messaging/new?to=filter:${shared}`)).toContain("recipients")
    expect(await stranger.read(`/messaging/new?to=filter:${shared}`)).toContain("This saved filter is gone.")
    await mine.submit("/students", { intent: "remove-filter", filter: shared })
    expect(await theirs.read("/students")).not.toContain("Active ones")
  })

  test("leaves as a file, narrowed alike", async () => {
    const answer = await browser.visit("/students.csv?instrument=Piano&status=active")
    expect(answer.headers.get("Content-Disposition")).toContain("students-2026-11-18.csv")
    const csv = await answer.text()
    const narrowed = await browser.read("/students?instrument=Piano&status=active")
    const total = Number(/(\d+) students/.exec(narrowed)?.[1])
    expect(csv).toContain("Amara,Okafor,2008-01-01,Active,Piano")
    expect(csv.match(/\r\n\d{4},/g)).toHaveLength(total)
    expect(csv.split("\r\n")[0]).toContain(",Family,Address,City,State/Region,Postal Code,Country,")
    const groups = await browser.read("/students?status=plan")
    expect(groups).toContain("Counts toward your plan")
  })

  test("of a new school offers the import", async () => {
    const { userId } = openSchool()
    const text = await (await Browser.of(userId)).read("/students")
    expect(text).toContain("No students yet.")
    expect(text).toContain("Import a roster")
  })

  test("of a teacher alone names no teacher", async () => {
    const { userId } = openSchool({ kind: "solo" })
    const html = await (await Browser.of(userId)).html("/students?q=x")
    expect(html).not.toContain("Any teacher")
  })
})

describe("a student's page", () => {
  test("shows classes, next lessons, family and the way to logins", async () => {
    const id = idOf("1002")
    const answer = await browser.visit(`/students/${id}`)
    const html = await answer.clone().text()
    const text = await textOf(answer)
    expect(text).toContain("Freya Okafor")
    expect(text).toContain("13 years old, Violin, Intermediate, with Ingrid Solheim")
    expect(text).toContain("Tue 2:00 PM, weekly, 45 min")
    expect(text).toContain("$45.00 per lesson")
    expect(text).toContain("Mateo Okafor (555) 010-1200 mother, payer, sees invoices")
    expect(text).toContain("Tue, Nov 24, 2:00 PM")
    expect(html).toContain(`href="/students/${id}/account"`)
    expect(html).toContain(`href="/students/${idOf("1001")}"`)
  })

  test("of another school, or of no one, is not found", async () => {
    const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
    expect((await stranger.visit(`/students/${idOf("1002")}`)).status).toBe(404)
    expect((await browser.visit("/students/nobody")).status).toBe(404)
    expect(await stranger.read("/students.csv")).not.toContain("Freya")
  })
})
