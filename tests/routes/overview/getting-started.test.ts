import { readFileSync } from "node:fs"
import { guideMarks } from "db/schema/platform"
import { describe, expect, test } from "vitest"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { Browser, openOffice, textOf } from "../../support/app"
import { addClassRow, addScheduleRow } from "../../support/lessons"
import { addMember, openSchool, rowsOf } from "../../support/school"

const guide = "/dashboard/getting-started"
const mark = (browser: Browser, step: string, intent = "complete") => browser.submit(guide, { step, intent })

describe("Getting Started", () => {
  test("names its steps in their order, with their targets, hints and groups, none of them done", async () => {
    const { userId } = openSchool()
    const answer = await (await Browser.of(userId)).visit(guide)
    const html = await answer.clone().text()
    const text = await textOf(answer)
    expect(text).toContain(
      "Getting Started Follow our step-by-step guide to set up your music school management system",
    )
    expect(text).toContain("Essential steps: 0 of 4 complete 0%")
    const order = [
      "Essential",
      "Add Teachers",
      "Create Classes",
      "Add Students",
      "Schedule Classes",
      "Recommended",
      "Track Attendance",
      "Manage Invoices",
      "Optional",
      "Set Up Communication",
      "Configure School Settings",
    ]
    const places = order.map((words) => text.indexOf(` ${words} `))
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    for (const hint of [
      "Start with at least one teacher.",
      "Create classes and assign teachers.",
      "Add students and enroll them in classes.",
      "Create a schedule per class with dates, times and frequency.",
    ])
      expect(text).toContain(hint)
    expect(text.match(/Mark as complete/g)).toHaveLength(8)
    expect(html.match(/<details[^>]*name="guide"/g)).toHaveLength(2)
    expect(html).not.toMatch(/<details[^>]*open/)
    expect(html).toMatch(
      /href="\/help"[^>]*>View Documentation<[\s\S]*href="\/support"[^>]*>Contact Support</,
    )
  })

  test("a mark is kept for this member alone, moves the percentage, and goes away again", async () => {
    const { actor, browser } = await openOffice()
    const colleague = await Browser.of(addMember(actor, "admin", "Ines Duarte").userId)
    await expect(mark(browser, "teachers")).toLead(303, `${guide}#teachers`)
    await mark(browser, "teachers")
    const text = await browser.read(guide)
    expect(text).toContain("Add Teachers marked as complete.")
    expect(text).toContain("Essential steps: 1 of 4 complete 25%")
    expect(text).toContain("✓")
    expect(text).toContain("Completed Mark as incomplete")
    expect(await colleague.read(guide)).toContain("0 of 4 complete 0%")
    expect(rowsOf(guideMarks, { memberId: actor.memberId ?? "" })).toHaveLength(1)
    await mark(browser, "teachers", "incomplete")
    expect(await browser.read(guide)).toContain("0 of 4 complete 0%")
  })

  test("counts the classes that the list of classes has, with those that end on a later day", async () => {
    const { actor, browser } = await openOffice()
    for (const endedOn of [null, "2026-12-18", "2026-11-18", "2026-11-17"])
      addScheduleRow(actor, addClassRow(actor, { endedOn }))
    const text = await browser.read(guide)
    expect(text).toContain("3 classes created.")
    expect(text).toContain("3 classes scheduled.")
    expect(await browser.read("/classes?kind=all")).toContain("3 classes")
  })

  test("the percentage counts essential steps only, and the marked step's group stays open", async () => {
    const browser = await Browser.of(openSchool().userId)
    const answer = await mark(browser, "attendance")
    expect(answer.headers.get("Location")).toBe(`${guide}?open=recommended#attendance`)
    const page = await browser.visit(`${guide}?open=recommended`)
    expect((await page.clone().text()).match(/<details[^>]*open=""/g)).toHaveLength(1)
    expect(await textOf(page)).toContain("0 of 4 complete 0%")
  })

  test("what the data shows is beside a step and marks nothing", async () => {
    const { actor, userId } = openSchool()
    for (const name of ["Beatriz Alvarez", "Carl Ek", "Dana Wu"]) addTeacher(actor, { name })
    const text = await (await Browser.of(userId)).read(guide)
    expect(text).toContain("3 teachers added.")
    expect(text).toContain("0 of 4 complete 0%")
  })

  test("what the data shows as done is marked with one button, and marked once", async () => {
    const { actor, browser } = await openOffice()
    expect(await browser.read(guide)).not.toContain("done step")
    addTeacher(actor, { name: "Beatriz Alvarez" })
    addScheduleRow(actor, addClassRow(actor, {}))
    expect(await browser.read(guide)).toContain("Mark 3 done steps as complete")
    for (const marked of ["3 steps marked as complete.", "0 steps marked as complete."]) {
      expect((await browser.submit(guide, { intent: "seen" })).status).toBe(303)
      const text = await browser.read(guide)
      expect(text).toContain(marked)
      expect(text).toContain("3 of 4 complete 75%")
      expect(text).not.toContain("done step")
    }
  })

  test("a solo teacher adds no teachers: three essential steps", async () => {
    const browser = await Browser.of(openSchool({ kind: "solo" }).userId)
    const text = await browser.read(guide)
    expect(text).not.toContain("Add Teachers")
    expect((await mark(browser, "teachers")).status).toBe(404)
    await mark(browser, "classes")
    expect(await browser.read(guide)).toContain("1 of 3 complete 33%")
  })

  test("every step leads to its target route, and Contact Support to the chat", async () => {
    const html = await (await Browser.of(openSchool().userId)).html(guide)
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"))
    const links = [...main.matchAll(/<h3><a [^>]*href="([^"]+)"[^>]*>([^<]+)/g)]
    expect(links.map(([, to, title]) => `${title} ${to}`)).toEqual([
      "Add Teachers /teachers",
      "Create Classes /classes",
      "Add Students /students",
      "Schedule Classes /schedule",
      "Track Attendance /attendance",
      "Manage Invoices /billing",
      "Set Up Communication /messaging",
      "Configure School Settings /settings/school",
    ])
    expect(main).toMatch(/<a [^>]*href="\/help"[^>]*>View Documentation</)
    expect(main).toMatch(/<a class="button" data-support="" href="\/support">Contact Support</)
  })

  test("a step that is not one is refused", async () => {
    const browser = await Browser.of(openSchool().userId)
    for (const fields of [
      { step: "<b>", intent: "complete" },
      { step: "teachers", intent: "burn" },
      { step: "", intent: "" },
    ])
      expect((await browser.submit(guide, fields)).status).toBe(400)
  })
})

describe("the side menu", () => {
  const linksOf = (html: string) =>
    [
      ...html
        .slice(html.indexOf("<aside"), html.indexOf("</aside>"))
        .matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]*)/g),
    ].map(([, to, words]) => `${words} ${to}`)

  test("of an administrator", async () => {
    const html = await (await Browser.of(openSchool().userId)).html("/schedule")
    const links = linksOf(html)
    expect(links).toEqual(
      expect.arrayContaining([
        "Harmony School of Music /dashboard",
        "Dashboard /dashboard",
        "Getting Started /dashboard/getting-started",
        "Teachers /teachers",
        "Classes /classes",
        "Students /students",
        "Schedule /schedule",
        "Financial /billing",
        "Attendance /attendance",
        "School /settings/school",
        "Upgrade /select-plan?upgrade=true",
      ]),
    )
    // The gear is the stylesheet's, and says nothing.
    expect(html).toMatch(
      /<a [^>]*href="\/settings\/school"[^>]*><i class="icon icon-gear"><\/i> <span class="visually-hidden">School settings<\/span><\/a><details><summary class="expression">Settings</,
    )
    expect(readFileSync("app/styles/ui/icons.css", "utf8")).toMatch(/^\.icon-gear \{\n {2}--sign: url/m)
    for (const group of ["Management", "Reports"])
      expect(html).toContain(`<span class="expression">${group}<`)
    expect(html).toMatch(/Schedule<span class="badge"> (<!-- -->)?New</)
  })

  test("of a solo teacher", async () => {
    const html = await (await Browser.of(openSchool({ kind: "solo" }).userId)).html("/schedule")
    const links = linksOf(html).join("\n")
    expect(links).toContain("Lessons /classes")
    expect(links).toContain("Invoicing /billing")
    expect(links).not.toContain("/teachers")
    expect(links).not.toContain("getting-started")
    for (const group of ["Business", "Reports"]) expect(html).toContain(`<span class="expression">${group}<`)
    expect(html).toMatch(
      /<a [^>]*href="\/settings\/school"[^>]*><i class="icon icon-gear">.*?<summary class="expression">Settings</,
    )
  })
})

test("a new school's dashboard is nested as a browser reads it, so that scripts take it over without a second drawing", async () => {
  const html = await (await Browser.of(openSchool().userId)).html("/dashboard")
  expect(html).toContain("No lessons yet.")
  expect(html).not.toMatch(/<p[^>]*>\s*<(p|ul|ol|div|section|h\d)\b/)
})
