import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import type { OfflinePages } from "~/models/overview/offline-pages/offline-pages"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { Browser, locationOf } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addSessionRow,
  addStudentRow,
} from "../../support/lessons"
import { addMember, openSchool } from "../../support/school"

// What a device keeps to read without a connection: the person's own next pages, and no one else's.

async function keptBy(browser: Browser): Promise<string[]> {
  const answer = await browser.visit("/kept-pages.json")
  expect(answer.status).toBe(200)
  return ((await answer.json()) as OfflinePages).pages.map(({ path }) => path)
}

test("a teacher keeps the day, this week’s attendance and today’s students, each of them readable", async () => {
  const { actor } = openSchool()
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const guitar = addClassRow(actor, { name: "Wren Adeyemi, guitar", teacherId: marcus.teacherId })
  const wren = addStudentRow(actor, "Wren", "Adeyemi")
  addEnrollmentRow(actor, guitar, wren)
  const today = addSessionRow(actor, guitar, "2026-11-18", { teacherId: marcus.teacherId })
  const friday = addSessionRow(actor, guitar, "2026-11-20", { teacherId: marcus.teacherId })
  const nextWeek = addSessionRow(actor, guitar, "2026-11-25", { teacherId: marcus.teacherId })
  const beatriz = addMember(actor, "teacher", "Beatriz Alvarez")
  const piano = addClassRow(actor, { name: "Amara Okafor, piano", teacherId: beatriz.teacherId })
  const hers = addSessionRow(actor, piano, "2026-11-18", { teacherId: beatriz.teacherId })

  const browser = await Browser.of(marcus.userId)
  const kept = await keptBy(browser)
  expect(kept).toEqual([
    "/dashboard/teacher",
    "/dashboard/teacher/schedule",
    `/classes/sessions/${today}`,
    `/dashboard/teacher?lesson=${today}`,
    `/dashboard/teacher/students/${wren}`,
    `/classes/sessions/${friday}`,
  ])
  expect(kept).not.toContain(`/classes/sessions/${nextWeek}`)
  expect(kept).not.toContain(`/classes/sessions/${hers}`)
  const who = ((await (await browser.visit("/kept-pages.json")).json()) as OfflinePages).who
  for (const path of kept) {
    const page = await browser.visit(path)
    expect(page.status, path).toBe(200)
    expect(page.headers.get("Tutti-Viewer"), path).toBe(who)
  }
})

test("a family keeps its home and schedule, an office its day", async () => {
  const family = openPayingFamily()
  expect(await keptBy(await Browser.of(family.guardian.userId))).toEqual([
    "/student/dashboard",
    "/student/schedule",
    // by name: Milo, then Otis
    ...[...family.studentIds].reverse().map((id) => `/student/dashboard?child=${id}`),
  ])
  const { userId } = openSchool()
  expect(await keptBy(await Browser.of(userId))).toEqual(["/dashboard", "/schedule/simple"])
})

test("a family keeps its lessons with the form that reports an absence, and its conversations", async () => {
  const { school, studentIds, guardian } = openPayingFamily()
  const [otis = ""] = studentIds
  const guitar = addClassRow(school, { name: "Otis Haddad, guitar" })
  addEnrollmentRow(school, guitar, otis)
  const next = addSessionRow(school, guitar, "2026-11-25")
  const past = addSessionRow(school, guitar, "2026-11-11")
  const browser = await Browser.of(guardian.userId)
  const sent = await browser.submit("/messaging/new", {
    to: "office",
    subject: "Recital",
    body: "Which hall?",
  })
  expect(sent.status).toBe(303)
  const kept = await keptBy(browser)
  expect(kept).toContain(`/student/schedule/${next}?child=${otis}`)
  expect(kept.join()).not.toContain(past)
  expect(kept).toContain("/messaging")
  expect(kept.at(-1)).toMatch(/^\/messaging\/[\w-]+$/)
  for (const path of kept) expect((await browser.visit(path)).status, path).toBe(200)
  const lesson = await browser.html(`/student/schedule/${next}?child=${otis}`)
  expect(lesson).toContain("Report absence")
})

test("a teacher on their own keeps the lessons of a week as well", async () => {
  const { actor, userId } = openSchool({ kind: "solo" })
  const piano = addClassRow(actor, { name: "Nora Feld, piano" })
  addEnrollmentRow(actor, piano, addStudentRow(actor, "Nora", "Feld"))
  makeSessions(actor, addScheduleRow(actor, piano, { startTime: "16:00" }), "2026-12-31", {
    from: "2026-11-18",
  })
  const kept = await keptBy(await Browser.of(userId))
  expect(kept.filter((path) => path.startsWith("/classes/sessions/"))).toHaveLength(1)
})

test("each shortcut of the installed app leads everyone to a page of theirs", async () => {
  const { shortcuts } = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8")) as {
    shortcuts: { name: string; url: string }[]
  }
  expect(shortcuts.map(({ name }) => name)).toEqual(["Today", "Schedule", "New lesson", "Attendance"])
  const { actor, userId } = openSchool()
  const people = {
    office: userId,
    solo: openSchool({ kind: "solo" }).userId,
    teacher: addMember(actor, "teacher", "Marcus Whitfield").userId,
    family: openPayingFamily().guardian.userId,
  }
  for (const [who, id] of Object.entries(people)) {
    const browser = await Browser.of(id)
    for (const { name, url } of shortcuts) {
      let answer = await browser.visit(url)
      for (let step = 0; step < 3 && answer.status === 302; step += 1)
        answer = await browser.visit(locationOf(answer))
      expect([who, name, answer.status]).toEqual([who, name, 200])
    }
  }
})

test("a visitor’s page says that it is nobody’s", async () => {
  for (const path of ["/", "/auth/login", "/about?x=1"])
    expect((await new Browser().visit(path)).headers.get("Tutti-Viewer"), path).toBe("none")
  expect((await new Browser().visit("/kept-pages.json")).status).toBe(302)
})

describe("a device that saves data", () => {
  const saving = { "Save-Data": "on" }
  const home = "/student/dashboard"
  const family = () => Browser.of(openPayingFamily().guardian.userId)
  const withCookie = (browser: Browser, cookie: string) => ({
    Cookie: `${browser.cookieHeader()}; ${cookie}`,
  })
  const answerTo = async (browser: Browser, headers: Record<string, string>) =>
    (await (await browser.visit("/kept-pages.json", headers)).json()) as OfflinePages

  test("keeps nothing, and its pages tell the service worker so", async () => {
    const browser = await family()
    expect(await answerTo(browser, saving)).toMatchObject({ who: "light", pages: [] })
    const page = await browser.visit(home, saving)
    expect(page.headers.get("Tutti-Viewer")).toBe("light")
    expect(await page.text()).not.toContain("<script")
    expect((await browser.visit(home)).headers.get("Tutti-Viewer")).not.toBe("light")
  })

  test("counts a wish that only a script can see", async () => {
    const browser = await family()
    const wish = withCookie(browser, "reduced-data=on")
    expect(await browser.html(home, wish)).not.toContain("<script")
    expect((await answerTo(browser, wish)).pages).toEqual([])
    expect(await browser.read("/settings/preferences", wish)).toContain(
      "It’s on now because your browser asks to save data.",
    )
  })

  test("still gets the scripts that send what waits on it", async () => {
    const browser = await family()
    const waits = { ...saving, ...withCookie(browser, "tutti-kept-forms=on") }
    const page = await browser.visit(home, waits)
    expect(page.headers.get("Tutti-Viewer")).toBe("light")
    expect(await page.text()).toContain("<script")
    expect((await answerTo(browser, waits)).pages).toEqual([])
  })
})
