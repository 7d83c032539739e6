import { users } from "db/schema/accounts"
import { makeUpCredits } from "db/schema/attendance"
import { emails } from "db/schema/foundation-mail"
import { describe, expect, test } from "vitest"
import { findUser } from "~/models/accounts/user/user.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { bookStudent } from "~/models/teaching/session/claim.server"
import { Browser, locationOf, textOf } from "../../support/app"
import { childSignedIn, openPayingFamily } from "../../support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addPriceRow,
  addSessionRow,
  addTeacherRow,
} from "../../support/lessons"
import { addMember, changeRows, rowsOf } from "../../support/school"

/** Otis has guitar with Marcus on three Wednesdays, from today at 4; $30.00 a lesson. */
async function openLessons() {
  const family = openPayingFamily()
  const { school, studentIds, guardian } = family
  const [otis = ""] = studentIds
  const marcus = addMember(school, "teacher", "Marcus Whitfield")
  const { teacherId } = marcus
  const classId = addClassRow(school, { name: "Otis Haddad, guitar", instrument: "Guitar", teacherId })
  const enrollmentId = addEnrollmentRow(school, classId, otis)
  addPriceRow(school, classId, { amountMinor: 3000 })
  const at = (date: string) => addSessionRow(school, classId, date, { teacherId, startTime: "16:00" })
  const sessions = { todays: at("2026-11-18"), next: at("2026-11-25"), third: at("2026-12-02") }
  bookStudent(school, enrollmentId)
  const child = childSignedIn(school, otis)
  changeRows(users, { id: child }, { mustChangePassword: false })
  return {
    ...family,
    ...sessions,
    otis,
    classId,
    browser: await Browser.of(guardian.userId),
    child: await Browser.of(child),
    marcus,
    teacher: await Browser.of(marcus.userId),
    office: await Browser.of(school.userId ?? ""),
  }
}
type Lessons = Awaited<ReturnType<typeof openLessons>>

const say = ({ browser, otis }: Lessons, sessionId: string, intent: "cannot" | "comes") =>
  browser.submit(`/student/schedule/${sessionId}`, { child: otis, intent })

const mails = (template: string, recipient: string) =>
  rowsOf(emails, { template, recipient }).map(({ data }) => JSON.parse(data))

/** The emails that confirm to the guardian what they have done. */
const confirmations = (recipient: string) => mails("family-confirmation", recipient)

describe("several days at once, a make-up lesson at once, and something to keep", () => {
  test("every lesson until the last day away is reported, in one email to each", async () => {
    const lessons = await openLessons()
    const { browser, otis, guardian, marcus } = lessons
    const path = `/student/schedule/${lessons.next}`
    const early = await browser.submit(path, { child: otis, intent: "cannot", until: "2026-11-20" })
    await expect(early).toAnswer(409, "Enter a date on or after this lesson, at most 12 weeks from today")
    await expect(browser.submit(path, { child: otis, intent: "cannot", until: "2027-02-15" })).toAnswer(409)
    expect((await browser.submit(path, { child: otis, intent: "cannot", until: "soon" })).status).toBe(400)
    await browser.submit(path, { child: otis, intent: "cannot", until: "2026-12-04", reason: "Traveling" })
    expect(await browser.read(path)).toContain(
      "Absence reported for 2 lessons to the school and the teacher.",
    )
    expect(await browser.read(`/student/schedule/${lessons.third}`)).toContain("Not coming")
    expect(await browser.read(`/student/schedule/${lessons.todays}`)).not.toContain("Not coming")
    const email = findUser(guardian.userId)?.email ?? ""
    expect(confirmations(email)).toMatchObject([
      {
        what: "absence",
        lessons: [
          ["Wed, Nov 25, 4:00 PM", "Otis Haddad, guitar"],
          ["Wed, Dec 2, 4:00 PM", "Otis Haddad, guitar"],
        ],
      },
    ])
    const told = () => mails("absence-noticed", findUser(marcus.userId)?.email ?? "")
    expect(told()).toMatchObject([
      {
        comes: false,
        text: "Traveling",
        when: "Wed, Nov 25, 4:00 PM",
        others: [["Wed, Dec 2, 4:00 PM", "Otis Haddad, guitar"]],
      },
    ])
    await say(lessons, lessons.third, "comes")
    expect(told()[1]).toMatchObject({ comes: true, when: "Wed, Dec 2, 4:00 PM" })
  })

  test("only lessons that weren’t reported before are counted", async () => {
    const lessons = await openLessons()
    const { browser, otis } = lessons
    const path = `/student/schedule/${lessons.next}`
    await say(lessons, lessons.third, "cannot")
    await browser.submit(path, { child: otis, intent: "cannot", until: "2026-12-04" })
    expect(await browser.read(path)).toContain(
      "Absence reported for 1 lesson to the school and the teacher. 1 lesson was reported before.",
    )
  })

  test("days away reported after a change of mind are all told to the teacher", async () => {
    const lessons = await openLessons()
    const { browser, otis, marcus } = lessons
    const path = `/student/schedule/${lessons.next}`
    await say(lessons, lessons.next, "cannot")
    await say(lessons, lessons.next, "comes")
    await browser.submit(path, { child: otis, intent: "cannot", until: "2026-12-04" })
    await say(lessons, lessons.next, "comes")
    const told = mails("absence-noticed", findUser(marcus.userId)?.email ?? "")
    expect(told.map(({ comes, when }) => [comes, when])).toEqual([
      [false, "Wed, Nov 25, 4:00 PM"],
      [false, "Wed, Dec 2, 4:00 PM"],
      [true, "Wed, Nov 25, 4:00 PM"],
    ])
  })

  test("each is confirmed by email, and where no time is free the credit is for later", async () => {
    const lessons = await openLessons()
    const { browser, otis, guardian } = lessons
    expect(await browser.read(`/student/schedule/${lessons.next}`)).toContain(
      "There are no free spots or times for a make-up lesson in the next four weeks. Your credit is kept for later.",
    )
    await browser.submit(`/student/schedule/${lessons.next}`, { child: otis, intent: "cannot" })
    await say(lessons, lessons.next, "comes")
    const email = findUser(guardian.userId)?.email ?? ""
    expect(confirmations(email)).toMatchObject([
      {
        what: "absence",
        effects: [expect.stringContaining("charged"), expect.stringContaining("make-up credit")],
      },
      { what: "withdrawn" },
    ])
  })
})

describe("after “can’t come”", () => {
  test("the home page says so and names the next lesson they attend, with a way back", async () => {
    const lessons = await openLessons()
    const home = () => lessons.browser.read(`/student/dashboard?child=${lessons.otis}`)
    expect(await home()).toContain("Otis’s next lesson Wed, Nov 18, 4:00 to 5:00 PM")
    await say(lessons, lessons.todays, "cannot")
    const text = await home()
    expect(text).toContain("Otis’s next lesson Wed, Nov 25, 4:00 to 5:00 PM")
    expect(text).toMatch(/Wed, Nov 18, 4:00 to 5:00 PM Otis Haddad, guitar Not coming reported Nov 18/)
    expect(text).toContain("Withdraw absence for Wed, Nov 18, 4:00 to 5:00 PM")
    await say(lessons, lessons.todays, "comes")
    expect(await home()).toContain("Otis’s next lesson Wed, Nov 18")
    expect(await home()).not.toContain("Not coming")
  })

  test("list, month and the child’s own pages say so too", async () => {
    const lessons = await openLessons()
    await say(lessons, lessons.next, "cannot")
    for (const browser of [lessons.browser, lessons.child]) {
      expect(await browser.read("/student/schedule")).toMatch(
        /November 25 4:00 to 5:00 PM ?, Wednesday, November 25 Not coming/,
      )
      expect(await browser.read(`/student/schedule?view=month&child=${lessons.otis}`)).toContain(
        "4:00 PM Guitar, not coming",
      )
      expect(await browser.read(`/student/schedule/${lessons.next}`)).toContain("Not coming")
      expect(await browser.read(`/student/dashboard?child=${lessons.otis}`)).toMatch(
        /Wed, Nov 25.* Not coming/,
      )
    }
  })

  test("the child is offered the lesson’s details and no more", async () => {
    const lessons = await openLessons()
    const own = await lessons.child.read("/student/dashboard")
    expect(own).toContain("Lesson details")
    expect(own).not.toContain("Can’t make it?")
    expect(await lessons.browser.read(`/student/dashboard?child=${lessons.otis}`)).toContain(
      "Can’t make it? Lesson details",
    )
    await say(lessons, lessons.todays, "cannot")
    expect(await lessons.child.read("/student/dashboard")).not.toContain("Withdraw absence")
  })

  test("the teacher’s day, register and schedule and the office’s lists say so", async () => {
    const lessons = await openLessons()
    await say(lessons, lessons.todays, "cannot")
    const notComing = "Not coming: Otis Haddad"
    for (const path of ["/dashboard/teacher", "/dashboard/teacher/schedule"])
      expect(await lessons.teacher.read(path)).toContain(notComing)
    expect(await lessons.teacher.read(`/dashboard/teacher/class/${lessons.classId}`)).toContain(notComing)
    expect(await lessons.teacher.read(`/classes/sessions/${lessons.todays}`)).toContain("notice: sent")
    for (const path of [
      "/attendance",
      "/schedule?view=agenda&date=2026-11-18",
      "/schedule/simple?date=2026-11-18",
      `/classes/${lessons.classId}`,
    ])
      expect(await lessons.office.read(path)).toContain(notComing)
    expect(await lessons.office.read("/schedule?date=2026-11-18")).toContain("Not coming")
    expect(await lessons.office.read(`/students/${lessons.otis}`)).toMatch(/Wed, Nov 18, 4:00 PM Not coming/)
  })

  test("once the register is taken the notice is history", async () => {
    const lessons = await openLessons()
    await say(lessons, lessons.todays, "cannot")
    const early = addSessionRow(lessons.school, lessons.classId, "2026-11-18", { startTime: "10:00" })
    takeRegister(lessons.school, early, { marks: [{ studentId: lessons.otis, code: "present" }] })
    expect(await lessons.browser.read(`/student/schedule/${early}`)).toMatch(/Otis, Guitar Present/)
  })
})

describe("the make-up credit of an absence", () => {
  test("is there at once, can be booked at once, and goes when the absence is withdrawn", async () => {
    const lessons = await openLessons()
    const answer = await say(lessons, lessons.next, "cannot")
    const page = await lessons.browser.read(locationOf(answer))
    expect(page).toContain(
      "This absence earned 1 make-up credit, good until Feb 23, 2027. Book a make-up lesson",
    )
    expect(await lessons.browser.read("/student/schedule")).toContain(
      "Otis has a make-up credit that expires Feb 23, 2027. Book a make-up lesson",
    )
    expect(await lessons.office.read("/attendance?view=credits")).toContain("Otis Haddad")
    await say(lessons, lessons.next, "comes")
    expect(await lessons.browser.read("/student/schedule")).not.toContain("make-up credit that expires")
  })

  test("once booked, keeps the absence from being withdrawn, and says why", async () => {
    const lessons = await openLessons()
    await say(lessons, lessons.next, "cannot")
    const spare = addClassRow(lessons.school, {
      name: "Guitar group",
      kind: "group",
      instrument: "Guitar",
      capacity: 4,
    })
    const place = addSessionRow(lessons.school, spare, "2026-11-23", {
      startTime: "10:00",
      teacherId: addTeacherRow(lessons.school, "Ana Lopez"),
    })
    const booked = await lessons.browser.submit(`/student/schedule/make-up?child=${lessons.otis}`, {
      child: lessons.otis,
      offer: place,
    })
    expect(booked.status).toBe(303)
    expect(rowsOf(makeUpCredits).at(-1)?.usedAt).not.toBeNull()
    const refused = await say(lessons, lessons.next, "comes")
    expect(refused.status).toBe(409)
    const text = await textOf(refused)
    expect(text).toContain("A make-up lesson is booked with the credit for this absence")
    expect(text).toContain("You used the credit for this absence to book a make-up lesson on Mon, Nov 23")
  })
})
