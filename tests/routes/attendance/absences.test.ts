import { emails } from "db/schema/foundation-mail"
import { sessions } from "db/schema/teaching-sessions"
import { timeOff } from "db/schema/teaching-teacher-time"
import { beforeEach, describe, expect, test } from "vitest"
import { bookStudent } from "~/models/teaching/session/claim.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { addHours } from "~/models/teaching/teacher-time/availability.server"
import { answerTimeOff, requestTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { openPayingFamily } from "../../support/family"
import { addClassRow, addEnrollmentRow, addPriceRow, addTeacherRow } from "../../support/lessons"
import { addMember, changeRows, orFail, rowsOf } from "../../support/school"

// Marcus teaches Otis guitar on Wednesday, November 25 and Thursday 26 at 4; Helena teaches guitar, too. Today is
// Wednesday, November 18.

type Opened = Awaited<ReturnType<typeof open>>
let opened: Opened

async function open() {
  const family = openPayingFamily()
  const { school, studentIds } = family
  const marcus = addMember(school, "teacher", "Marcus Whitfield")
  const helena = addTeacherRow(school, "Helena Novak", "Guitar")
  const classId = addClassRow(school, {
    name: "Guitar",
    instrument: "Guitar",
    teacherId: marcus.teacherId,
  })
  bookStudent(school, addEnrollmentRow(school, classId, studentIds[0] ?? ""))
  addPriceRow(school, classId, { amountMinor: 3000 })
  const lessons = ["2026-11-25", "2026-11-26"].map(
    (date) => orFail(addSession(school, { classId, date, startTime: "16:00", minutes: 30 })).sessionId,
  )
  return {
    school,
    marcus,
    helena,
    lessons,
    office: await Browser.of(school.userId ?? ""),
    teacher: await Browser.of(marcus.userId),
    guardian: await Browser.of(family.guardian.userId),
  }
}

beforeEach(async () => {
  opened = await open()
})

const week = { startsOn: "2026-11-23", endsOn: "2026-11-27", reason: "Flu" }
const record = (more: Record<string, string> = {}) =>
  opened.office.submit("/absences", {
    intent: "record",
    teacherId: opened.marcus.teacherId,
    ...week,
    ...more,
  })

/** Records the week and answers its page with the fields of its form. */
async function recorded() {
  const address = locationOf(await record())
  const html = await opened.office.html(address)
  const hidden = (name: string) => html.match(new RegExp(`name="${name}" value="([^"]*)"`))?.[1] ?? ""
  const [first = "", second = ""] = opened.lessons
  return {
    address,
    html,
    fields: {
      seen: hidden("seen"),
      formKey: hidden("formKey"),
      [`choice.${first}`]: "substitute",
      [`by.${first}`]: opened.helena,
      [`choice.${second}`]: "substitute",
      [`by.${second}`]: opened.helena,
    },
  }
}

const teachersOfLessons = () =>
  rowsOf(sessions, { schoolId: opened.school.school.id }, { only: ["teacherId", "state"] })

describe("recording an absence", () => {
  test("leads to its lessons, with a substitute proposed and what that does", async () => {
    const { address, html } = await recorded()
    expect(address).toMatch(/^\/absences\/[\w-]+$/)
    expect(html.replaceAll("<!-- -->", "")).toContain("Helena Novak: teaches guitar, free")
    const text = await opened.office.read(address)
    expect(text).toContain("Arrange 2 lessons and tell 1 family")
    expect(text).toContain("Marcus Whitfield is away")
    expect(await opened.office.read("/dashboard")).toMatch(
      /Marcus Whitfield is away Mon, Nov 23 to Fri, Nov 27 2 lessons to arrange/,
    )
  })

  test.each([
    [{ startsOn: "2026-02-30" }, "Enter a date that exists, like Dec 31, 2026."],
    [{ endsOn: "2026-11-20" }, "Enter a last day on or after the first day."],
    [{ endsOn: "2026-11-23", fromTime: "16:00", toTime: "15:00" }, "Enter an end time after the start time."],
    [{ fromTime: "25:99" }, "Enter a time."],
    [{ teacherId: "unknown" }, "Choose another."],
    [{ teacherId: "" }, "Choose a teacher."],
    [{ startsOn: "2026-11-02", endsOn: "2026-11-06" }, "Choose dates from today on."],
    [{ endsOn: "2199-12-31" }, "Record at most six months at a time."],
  ])("refuses %o and keeps what was typed", async (more, message) => {
    const answer = await record(more)
    expect([400, 409]).toContain(answer.status)
    const html = await answer.text()
    expect(html).toContain(message)
    expect(html).toContain("Flu")
  })

  test("refuses the same days twice", async () => {
    await record()
    await expect(record()).toAnswer(409, "already requested or recorded as time off")
  })
})

describe("arranging its lessons", () => {
  test("gives them to the substitute, once, and can be undone", async () => {
    const { address, fields } = await recorded()
    await expect(opened.office.submit(address, { intent: "arrange", ...fields })).toAnswer(303)
    expect(teachersOfLessons().map(({ teacherId }) => teacherId)).toEqual([opened.helena, opened.helena])
    expect((await opened.office.submit(address, { intent: "arrange", ...fields })).status).toBe(409)
    const page = await opened.office.html(address)
    const arrangement = page.match(/name="arrangement" value="([^"]+)"/)?.[1] ?? ""
    const undo = { intent: "undo", arrangement }
    expect((await opened.office.submit(address, undo)).status).toBe(303)
    expect(teachersOfLessons().map(({ teacherId }) => teacherId)).toEqual([
      opened.marcus.teacherId,
      opened.marcus.teacherId,
    ])
    expect(rowsOf(emails, { template: "lessons-arranged" })).toEqual([])
  })

  test("says when the families’ emails leave", async () => {
    // Families have quiet hours until 7:00 AM.
    fixClock(Date.parse("2026-11-19T09:26:00Z"))
    opened.office = await Browser.of(opened.school.userId ?? "")
    const { address, fields } = await recorded()
    await opened.office.submit(address, { intent: "arrange", ...fields })
    expect(await opened.office.read(address)).toContain("We email 1 family at 7:00 AM.")
    fixClock(testNow)
  })

  test("shows the effect first where other choices are sent than those it was shown for", async () => {
    const { address, fields } = await recorded()
    const [first = ""] = opened.lessons
    const changed = { ...fields, [`choice.${first}`]: "cancel" }
    const shown = await opened.office.submit(address, { intent: "arrange", ...changed })
    await expect(shown).toAnswer(409, "1 substitute, 1 canceled. $30.00 not charged.")
    expect(teachersOfLessons().every(({ state }) => state === "planned")).toBe(true)
  })

  test("sets a whole day by a button without saving it", async () => {
    const { address, fields } = await recorded()
    const set = await opened.office.submit(address, { ...fields, all: "2026-11-25 cancel" })
    await expect(set).toAnswer(200, "1 substitute, 1 canceled.")
    expect(teachersOfLessons().every(({ state }) => state === "planned")).toBe(true)
  })

  test("cancels a day although the time its lesson was to move to was taken meanwhile", async () => {
    const { address, fields } = await recorded()
    const [first = "", second = ""] = opened.lessons
    const taken = { [`choice.${first}`]: "move", [`at.${first}`]: "2026-11-25 03:00 " }
    const moved = { ...fields, ...taken }
    const refused = await opened.office.submit(address, moved)
    await expect(refused).toAnswer(400, "That time isn’t free anymore. Choose another.")
    const canceled = await opened.office.submit(address, { ...moved, all: "2026-11-25 cancel" })
    await expect(canceled).toAnswer(200, "1 substitute, 1 canceled.")
    await expect(opened.office.submit(address, { ...moved, all: "2026-11-25 move" })).toAnswer(200)
    const later = await opened.office.submit(address, { ...moved, all: "2026-11-26 cancel" })
    expect(later.status).toBe(400)
    const html = await later.text()
    expect(html).toContain("That time isn’t free anymore. Choose another.")
    expect(html).toMatch(new RegExp(`name="choice.${second}"[^>]*checked=""[^>]*value="cancel"`))
  })

  test("names the lesson whose substitute isn’t free any more, and saves none of it", async () => {
    const { address, fields } = await recorded()
    const choir = addClassRow(opened.school, {
      name: "Choir",
      kind: "group",
      capacity: 9,
      teacherId: opened.helena,
    })
    addSession(opened.school, { classId: choir, date: "2026-11-26", startTime: "16:00", minutes: 60 })
    const html = await opened.office.html(address)
    const seen = html.match(/name="seen" value="([^"]*)"/)?.[1] ?? ""
    const [, second = ""] = opened.lessons
    const forced = seen.replace(new RegExp(`${second}~[^|]*`), `${second}~substitute~${opened.helena}`)
    const refused = await opened.office.submit(address, { intent: "arrange", ...fields, seen: forced })
    expect(refused.status).toBe(409)
    const text = await textOf(refused)
    expect(text).toContain("Helena Novak teaches Choir at 4:00 PM.")
    expect(text).toMatch(/Choose again 1 lesson Thu, Nov 26 .*1 other lesson, as you chose .*Wednesday/)
    expect(teachersOfLessons()[0]?.teacherId).toBe(opened.marcus.teacherId)
  })

  test("is removed when the teacher is back, and recorded again for the days that were missed", async () => {
    const { address, html } = await recorded()
    expect(html).toContain("Remove absence")
    const remove = (by: Browser) => by.submit(address, { intent: "remove" })
    const stranger = await Browser.of(openPayingFamily().school.userId ?? "")
    expect((await remove(stranger)).status).toBe(404)
    expect((await remove(opened.teacher)).status).toBe(302)
    expect((await remove(opened.office)).status).toBe(303)
    const page = await opened.office.read(address)
    expect(page).toContain("Absence removed.")
    expect(page).not.toContain("Remove this absence")
    expect((await remove(opened.office)).status).toBe(303)
    expect(await opened.office.read(address)).toContain("This absence has ended or was removed.")
    const told = rowsOf(emails, { schoolId: opened.school.school.id, template: "time-off-answered" })
    expect(told.map(({ data }) => JSON.parse(data).isRemoved)).toEqual([true])
    expect((await record({ endsOn: "2026-11-24" })).status).toBe(303)
  })

  test("gets other dates and another reason in place, and the teacher hears of the dates", async () => {
    const { address, html } = await recorded()
    expect(html).toContain("Change dates or reason")
    const change = (more: Record<string, string>, by = opened.office) =>
      by.submit(address, { intent: "change", ...week, fromTime: "", toTime: "", ...more })
    const told = () =>
      rowsOf(emails, { schoolId: opened.school.school.id, template: "time-off-answered" }).map(({ data }) =>
        JSON.parse(data),
      )
    expect((await change({ reason: "Surgery" })).status).toBe(303)
    expect(told()).toEqual([])
    expect((await change({ endsOn: "2026-11-25", reason: "Surgery" })).status).toBe(303)
    expect(told()).toMatchObject([{ days: "Mon, Nov 23 to Wed, Nov 25", isChanged: true }])
    const page = await opened.office.read(address)
    expect(page).toContain("Absence changed.")
    expect(page).toContain("Reason, staff only Surgery")
    expect(page).toContain("Arrange 1 lesson")
    expect((await record({ startsOn: "2026-12-01", endsOn: "2026-12-02" })).status).toBe(303)
    for (const [more, message] of [
      [{ endsOn: "2026-12-01" }, "other time off on some of these days"],
      [{ startsOn: "2026-11-02", endsOn: "2026-11-06" }, "Choose dates from today on."],
      [{ endsOn: "2026-02-30" }, "Enter a date that exists, like Dec 31, 2026."],
    ] as const) {
      const refused = await change({ ...more, reason: "Long note" })
      expect([400, 409]).toContain(refused.status)
      const text = await refused.text()
      expect(text).toContain(message)
      expect(text).toContain("Long note")
    }
    const stranger = await Browser.of(openPayingFamily().school.userId ?? "")
    expect((await change({}, stranger)).status).toBe(404)
    expect((await change({}, opened.teacher)).status).toBe(302)
  })

  test("is the office’s alone, and each school’s own", async () => {
    const { address, fields } = await recorded()
    for (const browser of [opened.teacher, opened.guardian]) {
      expect((await browser.visit(address)).status).toBe(302)
      expect((await browser.submit(address, { intent: "arrange", ...fields })).status).toBe(302)
    }
    const other = await open()
    expect((await other.office.visit(address)).status).toBe(404)
    expect((await other.office.submit(address, { intent: "arrange", ...fields })).status).toBe(404)
    expect((await other.office.submit(address, { intent: "undo", arrangement: "x" })).status).toBe(404)
  })
})

describe("a request for days off", () => {
  const ask = () => requestTimeOff(opened.marcus.actor, opened.marcus.teacherId, week)
  const mails = (template: string) =>
    rowsOf(emails, { schoolId: opened.school.school.id, template }).map(({ data }) => JSON.parse(data))

  test("reaches the office on the dashboard, in the menu and by email, and is answered from there", async () => {
    const asked = orFail(ask())
    expect(mails("time-off-requested")).toMatchObject([{ teacherName: "Marcus Whitfield", lessons: 2 }])
    const home = await opened.office.read("/dashboard")
    expect(home).toContain("Marcus Whitfield requests time off")
    expect(home).toMatch(/Teachers 1/)
    const answer = {
      intent: "answer-time-off",
      timeOffId: asked.timeOffId,
      decision: "approved",
      answer: "Get well",
    }
    const approved = await opened.office.submit("/absences", answer)
    expect(approved.headers.get("Location")).toBe(`/absences/${asked.timeOffId}`)
    expect(mails("time-off-answered")).toMatchObject([{ isApproved: true, answer: "Get well" }])
    const other = await open()
    expect((await other.office.submit("/absences", answer)).status).toBe(404)
  })

  test("that was approved and is withdrawn is told to the office", async () => {
    const { marcus, school } = opened
    const asked = orFail(ask())
    const { timeOffId } = asked
    const answer = { timeOffId, decision: "approved", answer: null } as const
    expect(answerTimeOff(school, marcus.teacherId, answer).ok).toBe(true)
    const path = "/dashboard/teacher/schedule?view=time-off"
    expect((await opened.teacher.submit(path, { intent: "withdraw", timeOffId })).status).toBe(303)
    expect(mails("time-off-requested").map(({ isWithdrawn }) => isWithdrawn)).toEqual([false, true])
  })

  test("can’t be approved once it has begun; nothing is lost", async () => {
    const asked = orFail(ask())
    changeRows(timeOff, { id: asked.timeOffId }, { startsOn: "2026-11-16" })
    const answer = { intent: "answer-time-off", timeOffId: asked.timeOffId, decision: "approved" }
    const refused = await opened.office.submit("/absences", { ...answer, answer: "Enjoy the trio" })
    expect(refused.status).toBe(409)
    const html = await refused.text()
    expect(html).toContain("These days have begun.")
    expect(html).toContain('value="Enjoy the trio"')
    expect(await opened.office.read("/absences")).toContain("1 request to answer")
  })
})

test("a substitute outside their hours is arranged with a reason, which is asked for only then", async () => {
  const { school, helena, office } = opened
  expect(addHours(school, helena, { weekday: 3, fromTime: "15:00", toTime: "18:00" }).ok).toBe(true)
  const { address, html, fields } = await recorded()
  expect(html).not.toContain('name="hoursReason"')
  const seenIn = (answered: string) => answered.match(/name="seen" value="([^"]*)"/)?.[1] ?? ""
  const shown = await (await office.submit(address, { ...fields, intent: "review" })).text()
  expect(shown).toContain('name="hoursReason"')
  const sends = { ...fields, seen: seenIn(shown), intent: "arrange" }
  const refused = await office.submit(address, sends)
  await expect(refused).toAnswer(400, "Enter a reason for the substitutes outside their hours.")
  const long = await office.submit(address, { ...sends, hoursReason: "a".repeat(201) })
  expect(long.status).toBe(400)
  expect(await long.text()).toContain("a".repeat(201))
  const arranged = await office.submit(address, { ...sends, hoursReason: "She offered" })
  expect(arranged.headers.get("Location")).toBe(address)
})
