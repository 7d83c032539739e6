import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { leaves } from "db/schema/teaching-leaves"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, like } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { newRow } from "~/models/foundation/access/own.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf, textOf } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import { addSessionRow, openClass } from "../../support/lessons"
import { addRows, changeRows, rowOf, rowsOf } from "../../support/school"

// Leaves: recorded by the office with what they bring, or asked for by the family and approved with one press.

let family: ReturnType<typeof openPayingFamily>
let office: Browser
let guardian: Browser
let classId = ""

beforeEach(async () => {
  fixClock(Date.UTC(2026, 10, 18, 15))
  family = openPayingFamily()
  office = await Browser.of(family.school.userId ?? "")
  guardian = await Browser.of(family.guardian.userId)
  classId = openClass(family.school, { pupils: [] }).classId
  for (const studentId of family.studentIds)
    addRows(enrollments, { ...newRow(family.school), classId, studentId, startsOn: "2026-09-01" })
})

const [otis, milo] = [() => family.studentIds[0] ?? "", () => family.studentIds[1] ?? ""]
const rows = () => rowsOf(leaves, { schoolId: family.school.school.id })
const page = () => `/students/${otis()}/leave`
const allow = () => changeRows(schools, { id: family.school.school.id }, { takesLeaveRequests: true })
const mails = () =>
  rowsOf(emails, and(eq(emails.schoolId, family.school.school.id), like(emails.template, "leave-%")), {
    by: ["createdAt", "id"],
  }).map(({ template, data }) => {
    const { studentName, isApproved = false } = JSON.parse(data) as Record<string, unknown>
    return [template, studentName, isApproved]
  })
const ask = (facts: Record<string, string>) =>
  guardian.submit("/student/schedule/leave", { intent: "ask", student: otis(), kind: "leave", ...facts })

test("a leave from a class that isn’t the student’s names those that are, or says that there is none", async () => {
  allow()
  changeRows(enrollments, { studentId: milo() }, { endsOn: "2026-11-01" })
  const other = openClass(family.school, { pupils: [] }).classId
  const wish = { startsOn: "2026-12-20", classId: other }
  const name = rowsOf(classes, { id: classId })[0]?.name
  expect(await textOf(await ask(wish))).toContain(`other dates. Enrolled in: ${name}.`)
  const none = await ask({ ...wish, classId: "", student: milo() })
  expect(none.status).toBe(409)
  expect(await textOf(none)).toContain("The student isn’t enrolled in any class. Message the school instead.")
})

test("the office sees what a leave brings, records it for the family and undoes it", async () => {
  addSessionRow(family.school, classId, "2026-11-27")
  const typed = { startsOn: "2026-11-20", endsOn: "2026-12-31", feePercent: "0", isForFamily: "on" }
  const preview = await office.submit(page(), { intent: "preview", ...typed })
  expect(await textOf(preview)).toContain(
    "On leave: Milo Haddad and Otis Haddad. 1 planned lesson won’t expect them.",
  )
  expect(rows()).toEqual([])
  for (const [facts, text] of [
    [{ endsOn: "2026-11-01" }, "Enter a date on or after the first day."],
    [{ feePercent: "x" }, "Enter a percentage from 0 to 100."],
    [{ classId: "elsewhere", isForFamily: "" }, "Choose a class from the list."],
  ] as const) {
    const wrong = await office.submit(page(), { intent: "record", ...typed, ...facts })
    expect(wrong.status, text).toBe(400)
    expect(await textOf(wrong)).toContain(text)
  }
  expect((await office.submit(page(), { intent: "record", ...typed })).status).toBe(303)
  expect(rows().map(({ state }) => state)).toEqual(["approved", "approved"])
  expect(await office.read(`/students/${otis()}`)).toContain("Leave from Nov 20, 2026 to Dec 31, 2026")
  expect(await guardian.read("/student/schedule")).toMatch(
    /Otis: Leave from Nov 20, 2026[^.]*\. The spot is kept\./,
  )
  const lesson = addSessionRow(family.school, classId, "2026-12-04")
  expect(await office.read(`/classes/sessions/${lesson}`)).toContain("On leave: Milo Haddad and Otis Haddad")
  await expect(office.submit(page(), { intent: "record", ...typed })).toAnswer(409)
  const [first] = rows().filter(({ studentId }) => studentId === otis())
  const change = { intent: "change-leave", leave: first?.id ?? "", endsOn: "2026-11-10", feePercent: "0" }
  expect((await office.submit(page(), change)).status).toBe(409)
  expect((await office.submit(page(), { ...change, endsOn: "2026-12-15" })).status).toBe(303)
  const ids = rows().map(({ id }) => id)
  expect((await office.submit(page(), { intent: "undo-leave", leaves: ids.join(" ") })).status).toBe(303)
  expect(rows().map(({ state }) => state)).toEqual(["undone", "undone"])
  expect((await office.submit(page(), { intent: "undo-leave", leaves: ids.join(" ") })).status).toBe(404)
})

test("a leave that someone changed isn’t undone by an older page, nor recorded with other lessons than shown", async () => {
  const lesson = addSessionRow(family.school, classId, "2026-11-27")
  const typed = { startsOn: "2026-11-20", endsOn: "2026-12-31", feePercent: "0" }
  const preview = await (await office.submit(page(), { intent: "preview", ...typed })).text()
  const [, seen = ""] = /name="seen"[^>]*value="([^"]+)"/.exec(preview) ?? []
  expect(seen).not.toBe("")
  changeRows(sessions, { id: lesson }, { state: "cancelled" })
  const other = await office.submit(page(), { intent: "record", ...typed, seen })
  await expect(other).toAnswer(409, /This isn’t the preview you saw.*0 planned lessons/s)
  expect(rows()).toEqual([])
  changeRows(sessions, { id: lesson }, { state: "planned" })
  expect((await office.submit(page(), { intent: "record", ...typed, seen })).status).toBe(303)
  const [leave = ""] = rows().map(({ id }) => id)
  const undo = { intent: "undo-leave", leaves: leave, seen: `${leave}/2026-12-31/0` }
  const change = { intent: "change-leave", leave, endsOn: "2026-12-31", feePercent: "50" }
  expect((await office.submit(page(), change)).status).toBe(303)
  const refused = await office.submit(page(), undo)
  expect(await office.read(locationOf(refused))).toContain("Not undone. Someone has changed this leave.")
  expect(rows()).toMatchObject([{ state: "approved", feePercent: 50 }])
  expect(await office.html(page())).toContain(`value="${leave}/2026-12-31/50"`)
  expect((await office.submit(page(), { ...undo, seen: `${leave}/2026-12-31/50` })).status).toBe(303)
  expect(rows()).toMatchObject([{ state: "undone" }])
})

test("a family reads the notice, asks, and the office approves with one press", async () => {
  expect((await ask({ startsOn: "2026-12-20" })).status, "not before the school takes requests").toBe(409)
  expect(await guardian.html("/student/schedule/leave")).toContain('href="/messaging/new?to=office"')
  allow()
  expect(await guardian.read("/student/schedule/leave")).toContain(
    "Ask for a leave at least 14 days ahead and for the end of lessons at least 30 days ahead.",
  )
  expect(await guardian.read("/student/schedule/leave")).toContain(
    "No monthly fee is charged for the days of a leave.",
  )
  const soon = await ask({ startsOn: "2026-11-25" })
  await expect(soon).toAnswer(409, "The school asks for 14 days’ notice. Enter Dec 2, 2026 or later")
  await expect(ask({ startsOn: "2026-12-05", endsOn: "2027-01-10", reason: "Grandparents" })).toAnswer(303)
  expect((await ask({ startsOn: "2026-12-06" })).status, "one at a time").toBe(409)
  expect(mails()).toEqual([["leave-asked", "Otis Haddad", false]])
  expect(await office.read("/dashboard")).toContain("1 change by families to approve")
  const queue = await office.read("/families/changes")
  expect(queue).toContain("Leave from Dec 5, 2026 to Jan 10, 2027")
  expect(queue).toContain("Grandparents")
  const [request] = rows()
  const one = request?.id ?? ""
  const previewed = await office.submit("/families/changes", { intent: "preview-leave", one })
  expect(await textOf(previewed)).toMatch(/On leave for \d+ planned lesson/)
  expect(rows()[0]?.state).toBe("asked")
  expect((await guardian.submit("/families/changes", { intent: "approve-leave", one })).status).not.toBe(303)
  expect((await office.submit("/families/changes", { intent: "approve-leave", one })).status).toBe(303)
  expect(rows()[0]?.state).toBe("approved")
  expect(mails().at(-1)).toEqual(["leave-answered", "Otis Haddad", true])
  expect(await guardian.read("/student/schedule/leave")).toContain("Approved")
  const twice = await office.submit("/families/changes", { intent: "approve-leave", one })
  expect(await office.read(locationOf(twice))).toContain("answered or withdrawn")
})

test("the end of lessons needs its own notice, is declined with a reason, or ends them on its day", async () => {
  allow()
  expect((await ask({ kind: "end", startsOn: "2026-12-10" })).status).toBe(409)
  expect((await ask({ kind: "end", startsOn: "2026-12-20" })).status).toBe(303)
  const first = rows()[0]?.id ?? ""
  const silent = await office.submit("/families/changes", { intent: "decline-leave", one: first, answer: "" })
  expect(silent.status).toBe(400)
  await office.submit("/families/changes", {
    intent: "decline-leave",
    one: first,
    answer: "Let’s talk first",
  })
  expect(await guardian.read("/student/schedule/leave")).toContain("Let’s talk first")
  expect((await ask({ kind: "end", startsOn: "2026-12-21" })).status).toBe(303)
  const second = rows().find(({ state }) => state === "asked")?.id ?? ""
  expect((await office.submit("/families/changes", { intent: "approve-leave", one: second })).status).toBe(
    303,
  )
  const endsOn = () => rowOf(enrollments, { studentId: otis() })?.endsOn
  expect(endsOn(), "the classes end with it").toBe("2026-12-21")
  const answers = () => mails().filter(([template]) => template === "leave-answered").length
  const known = answers()
  const undo = { intent: "undo-approval", one: second, left: "" }
  expect(await office.read(locationOf(await office.submit("/families/changes", undo)))).toContain(
    "waits for an answer again",
  )
  expect([endsOn(), answers()], "and the family reads nothing of it").toEqual([null, known - 1])
  expect((await office.submit("/families/changes", { intent: "approve-leave", one: second })).status).toBe(
    303,
  )
  expect(endsOn()).toBe("2026-12-21")
  expect(rowOf(students, { id: milo() })?.status).toBe("active")
  const said = "Otis: End of lessons after Dec 21, 2026. The spot can go to others after that day."
  expect(await guardian.read("/student/schedule")).toContain(said)
  // On the day after, it’s over.
  fixClock(Date.UTC(2026, 11, 22, 15))
  expect(await (await Browser.of(family.guardian.userId)).read("/student/schedule")).not.toContain(
    "End of lessons",
  )
})

test("another family’s student, request or leave is a 404, and a request can be withdrawn", async () => {
  allow()
  const other = openPayingFamily()
  expect((await ask({ student: other.studentIds[0] ?? "", startsOn: "2026-12-20" })).status).toBe(404)
  const be = (status: "active" | "former") => changeRows(students, { id: otis() }, { status })
  be("former")
  expect((await ask({ startsOn: "2026-12-20" })).status, "no longer a student").toBe(409)
  be("active")
  expect((await ask({ startsOn: "2026-12-20" })).status).toBe(303)
  const leave = rows()[0]?.id ?? ""
  const stranger = await Browser.of(other.guardian.userId)
  const withdraw = { intent: "withdraw", leave }
  expect((await stranger.submit("/student/schedule/leave", withdraw)).status).toBe(404)
  const abroad = await Browser.of(other.school.userId ?? "")
  expect((await abroad.visit(page())).status).toBe(404)
  expect((await abroad.submit("/families/changes", { intent: "approve-leave", one: leave })).status).toBe(404)
  expect((await guardian.submit("/student/schedule/leave", withdraw)).status).toBe(303)
  expect(rows()[0]?.state).toBe("withdrawn")
})
