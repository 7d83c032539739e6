import { db, transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { makeUpCredits } from "db/schema/attendance"
import { events } from "db/schema/foundation-audit"
import { families, guardians, teachers } from "db/schema/people"
import { seats } from "db/schema/teaching-sessions"
import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test } from "vitest"
import { findWritten, writeNotes } from "~/models/attendance/register/register-notes.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { assignTask } from "~/models/learning/assignment/assignment.server"
import { addGuardian } from "~/models/people/family/family.server"
import { addClosure } from "~/models/teaching/closure/add-closure.server"
import { cancelSession } from "~/models/teaching/session/cancel-session.server"
import { changeRule } from "~/models/teaching/session/change-schedule.server"
import { addHours } from "~/models/teaching/teacher-time/availability.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { childSignedIn, invoiceOver, openPayingFamily, signedIn } from "../../support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addPriceRow,
  addScheduleRow,
  addSessionRow,
  addTeacherRow,
} from "../../support/lessons"
import { changeRows, orFail, rowOf, rowsOf } from "../../support/school"

/** Otis has guitar with Marcus: today at 4, and next Wednesday; $30.00 a lesson. */
async function openLessons() {
  const family = openPayingFamily()
  const { school, studentIds, guardian } = family
  const [otis = "", milo = ""] = studentIds
  const teacherId = addTeacherRow(school, "Marcus Whitfield")
  const classId = addClassRow(school, { name: "Otis Haddad, guitar", instrument: "Guitar", teacherId })
  addEnrollmentRow(school, classId, otis)
  addPriceRow(school, classId, { amountMinor: 3000 })
  const at = (date: string, startTime = "16:00") =>
    addSessionRow(school, classId, date, { teacherId, startTime })
  return {
    ...family,
    otis,
    milo,
    classId,
    teacherId,
    todays: at("2026-11-18"),
    next: at("2026-11-25"),
    last: at("2026-11-11"),
    browser: await Browser.of(guardian.userId),
  }
}
const childBrowser = async (lessons: Awaited<ReturnType<typeof openLessons>>) => {
  const userId = childSignedIn(lessons.school, lessons.otis)
  changeRows(users, { id: userId }, { mustChangePassword: false })
  return Browser.of(userId)
}
const noticesOf = (sessionId: string) =>
  db()
    .select({ at: seats.noticeAt, text: seats.noticeText })
    .from(seats)
    .where(eq(seats.sessionId, sessionId))
    .all()

describe("a family’s home", () => {
  afterEach(() => fixClock(testNow))
  const home = "/student/dashboard"
  const dayMs = 86_400_000
  const newsIn = async (browser: Browser, child: string) => {
    const html = await browser.html(`${home}?child=${child}`)
    const news = /<section[^>]*aria-labelledby="news"[\s\S]*?<\/section>/.exec(html)?.[0]
    return news ? textOf(new Response(news)) : null
  }

  test("marks what is new since the last visit, and no more at the next one", async () => {
    const { school, guardian, otis, milo, last, todays, next, ...family } = await openLessons()
    let browser = family.browser
    /** They log in again with the same browser. */
    const backAt = async (at: number) => {
      fixClock(at)
      const again = await Browser.of(guardian.userId)
      again.take(browser, "tutti-visits")
      browser = again
    }
    expect(await newsIn(browser, otis)).toBeNull()
    await backAt(testNow + dayMs)
    cancelSession(school, next, "Marcus is ill")
    transact(() => {
      writeNotes(school, last, findWritten(school, last), { sharedNote: "A lovely tone" })
      writeNotes(school, todays, findWritten(school, todays), { privateNote: "Hasn’t practiced" })
    })
    orFail(assignTask(school, [{ id: otis }], { task: "Play it slowly", dueOn: null }))
    const invoiceId = invoiceOver(school, { ...family, studentIds: [otis] }, 5_000)
    const news = await newsIn(browser, otis)
    expect(news).toContain("New since Nov 18")
    expect(news).toContain("Wed, Nov 25, 4:00 PM, Otis Haddad, guitar Canceled")
    expect(news).toContain("Feedback on Otis Haddad, guitar, Wed, Nov 11 New")
    expect(news).toContain("1 practice assignment New")
    expect(news).toMatch(/Invoice 2026-\d{4} New/)
    expect(news).not.toContain("Nov 18, 4")
    expect(await newsIn(browser, milo)).toMatch(/^New since Nov 18 Invoice 2026-\d{4} New$/)
    expect(await browser.html(home)).toContain(`/student/invoices/${invoiceId}`)
    // In another browser nothing is known of the visit before.
    expect(await newsIn(await Browser.of(guardian.userId), otis)).toBeNull()
    await backAt(testNow + dayMs + 20 * 60_000)
    expect(await newsIn(browser, otis)).toContain("New since Nov 18")
    await backAt(testNow + 2 * dayMs)
    expect(await newsIn(browser, otis)).toBeNull()
  })
})

describe("a family’s home, after a closure and another weekly time", () => {
  afterEach(() => fixClock(testNow))

  test("marks the lesson that the closure cancels, and the new time of a class with a last day", async () => {
    const { school, familyId, guardian, otis, classId, teacherId } = await openLessons()
    addSessionRow(school, classId, "2026-12-24", { teacherId, startTime: "16:00" })
    const choir = addClassRow(school, { name: "Youth choir", teacherId })
    addEnrollmentRow(school, choir, otis, { endsOn: "2026-12-31" })
    const scheduleId = addScheduleRow(school, choir, { startTime: "18:00" })
    const home = `/student/dashboard?child=${otis}`
    const first = await Browser.of(guardian.userId)
    expect(await first.read(home)).not.toContain("New since")
    fixClock(testNow + 86_400_000)
    const days = { startsOn: "2026-12-24", endsOn: "2026-12-25" }
    orFail(addClosure(school, { name: "Winter break", ...days, cancelSessions: true }))
    const wish = { from: "2026-12-02", weekdays: [3], everyWeeks: 1, startTime: "18:30", minutes: 30 }
    orFail(changeRule(school, choir, scheduleId, wish))
    const again = await Browser.of(guardian.userId)
    again.take(first, "tutti-visits")
    const shown = await again.read(home)
    expect(shown).toContain("Thu, Dec 24, 4:00 PM, Otis Haddad, guitar Canceled")
    expect(shown).toContain("Weekly time of Youth choir New")
    // The other guardian of the family, with the same browser, hasn't been here before.
    const noor = { name: "Noor Haddad", email: "noor@haddad.example", payerShare: 0 }
    const other = await Browser.of(signedIn(school, "guardian", addGuardian(school, familyId, noor)).userId)
    other.take(again, "tutti-visits")
    expect(await other.read(home)).not.toContain("New since")
  })
})

describe("a family’s schedule", () => {
  test("lists four weeks from today and any month, with the student and the status", async () => {
    const { browser, school, otis, next, teacherId } = await openLessons()
    changeRows(teachers, { id: teacherId }, { about: "Plays <i>Sor</i>." })
    cancelSession(school, next, "Marcus is ill")
    const list = await browser.read("/student/schedule")
    expect(list).toContain("November 18 to December 15")
    expect(list).toMatch(
      /Wednesday, November 18 4:00 to 5:00 PM ?, Wednesday, November 18 Scheduled Otis, Guitar, with Marcus Whitfield/,
    )
    expect(list).toMatch(
      /Wednesday, November 25 4:00 to 5:00 PM ?, Wednesday, November 25 Canceled .* Marcus is ill/,
    )
    expect(list).toContain("Plays <i>Sor</i>.")
    expect(await browser.read(`/student/schedule?child=${otis}&view=month`)).toContain("4:00 PM Guitar")
    expect(await browser.read("/student/schedule?date=2027-06-01")).toContain(
      "No lessons in these four weeks.",
    )
    expect((await browser.visit("/student/schedule?date=x&child=%00&view=<b>")).status).toBe(200)
  })

  test("shows a lesson's notes, and nothing that is not the family’s", async () => {
    const { browser, school, last, otis, milo } = await openLessons()
    takeRegister(school, last, {
      marks: [{ studentId: otis, code: "late", minutesLate: 5 }],
      sharedNote: "Bars 1 to 8.",
      privateNote: "Tired again.",
    })
    const page = await browser.read(`/student/schedule/${last}?child=${milo}`)
    expect(page).toMatch(/with Marcus Whitfield Late/)
    expect(page).toContain("Bars 1 to 8.")
    expect(page).not.toContain("Tired again.")
    const other = await openLessons()
    expect((await other.browser.visit(`/student/schedule/${last}`)).status).toBe(404)
    expect((await other.browser.submit(`/student/schedule/${last}`, { child: otis })).status).toBe(404)
    expect((await browser.visit("/student/schedule/no-such")).status).toBe(404)
  })
})

describe("who can’t come", () => {
  test("in time: the page says what follows, and saying so tells the teacher’s register", async () => {
    const { browser, next, otis, school } = await openLessons()
    const page = await browser.read(`/student/schedule/${next}`)
    expect(page).toContain(
      "That’s enough notice. The school asks for notice 24 hours before the lesson, by Tue, Nov 24, 4:00 PM.",
    )
    expect(page).toContain(
      "You won’t be charged for this lesson. You’ll get 1 make-up credit to use by Feb 23, 2027.",
    )
    const said = await browser.submit(`/student/schedule/${next}`, {
      intent: "cannot",
      child: otis,
      reason: "School trip",
    })
    expect(said.status).toBe(303)
    expect(noticesOf(next)).toEqual([{ at: expect.any(Number), text: "School trip" }])
    const after = await browser.read(`/student/schedule/${next}`)
    expect(after).toContain("Not coming Reported Nov 18, 2026, 3:10 PM.")
    const back = await browser.submit(`/student/schedule/${next}`, { intent: "comes", child: otis })
    expect(back.status).toBe(303)
    expect(noticesOf(next)).toEqual([{ at: null, text: null }])
    const again = await browser.submit(`/student/schedule/${next}`, { intent: "comes", child: otis })
    await expect(again).toAnswer(409, "There’s no absence to withdraw.")
    const verbs = rowsOf(events, { schoolId: school.school.id, noun: "seat" }, { only: ["verb"] })
    expect(verbs.map(({ verb }) => verb)).toEqual(["record-notice", "take-notice-back"])
  })

  test("late: it says that the lesson is charged, how much, and why", async () => {
    const { browser, todays } = await openLessons()
    const page = await browser.read(`/student/schedule/${todays}`)
    expect(page).toContain(
      "This is late notice. The school asks for notice 24 hours before the lesson, by Tue, Nov 17, 4:00 PM.",
    )
    expect(page).toContain(
      "You’ll still be charged $30.00 for this lesson. You won’t get a make-up credit: late notice counts as “Absent,” which earns none.",
    )
  })

  test("a child’s own login sees no invoices and reports nothing; a lesson that is over or canceled is left alone", async () => {
    const lessons = await openLessons()
    const { browser, school, next, last, otis } = lessons
    const child = await childBrowser(lessons)
    const page = await child.read(`/student/schedule/${next}`)
    expect(page).not.toContain("$")
    expect(page).toContain("Ask a parent or guardian to report your absence here.")
    await expect(child.submit(`/student/schedule/${next}`, { intent: "cannot", child: otis })).toAnswer(409)
    await expect(browser.submit(`/student/schedule/${last}`, { intent: "cannot", child: otis })).toAnswer(409)
    cancelSession(school, next, "Closed")
    await expect(browser.submit(`/student/schedule/${next}`, { intent: "cannot", child: otis })).toAnswer(409)
    const long = { intent: "cannot", child: otis, reason: "x".repeat(301) }
    expect((await browser.submit(`/student/schedule/${lessons.todays}`, long)).status).toBe(400)
    expect([...noticesOf(next), ...noticesOf(last), ...noticesOf(lessons.todays)]).toEqual([])
  })
})

describe("a make-up", () => {
  /** Otis was excused last week; Marcus teaches on Thursdays from 3 to 4:30. */
  async function openCredit() {
    const lessons = await openLessons()
    takeRegister(lessons.school, lessons.last, { marks: [{ studentId: lessons.otis, code: "excused" }] })
    addHours(lessons.school, lessons.teacherId, { weekday: 4, fromTime: "15:00", toTime: "16:30" })
    return lessons
  }

  test("is booked from the teacher’s free hours with the oldest credit, once", async () => {
    const { browser, school, otis, classId, teacherId } = await openCredit()
    addSessionRow(school, classId, "2026-11-26", { teacherId, startTime: "15:00", minutes: 60 })
    expect(await browser.read("/student/schedule")).toContain(
      "Otis has a make-up credit that expires Feb 9, 2027. Book a make-up lesson",
    )
    const page = await browser.read(`/student/schedule/make-up?child=${otis}`)
    expect(page).toContain("1 make-up credit, expires Feb 9, 2027")
    expect(page).toContain(
      "Thursday, December 3 3:00 to 4:00 PM, Guitar one-on-one with Marcus Whitfield 3:30 to 4:30 PM, Guitar one-on-one",
    )
    const book = (offer: string, child = otis) =>
      browser.submit("/student/schedule/make-up", { child, offer })
    expect((await book("")).status).toBe(400)
    expect((await book("2026-12-03 09:00")).status).toBe(409)
    expect((await book("2026-12-03 15:30", "unknown")).status).toBe(404)
    const booked = await book("2026-12-03 15:30")
    expect(booked.headers.get("Location")).toMatch(/^\/student\/schedule\/[0-9a-z]{13}\?child=/)
    expect(rowsOf(makeUpCredits, { studentId: otis })).toMatchObject([{ usedAt: expect.any(Number) }])
    const sessionId = booked.headers.get("Location")?.split(/[/?]/)[3] ?? ""
    expect(rowsOf(seats, { sessionId })).toMatchObject([{ studentId: otis, kind: "make_up" }])
    await expect(book("2026-12-03 15:00")).toAnswer(409, "No make-up credits")
  })

  test("is not for a child’s own login, and by arrangement where the teacher has no hours", async () => {
    const lessons = await openCredit()
    const child = await childBrowser(lessons)
    expect(await child.read("/student/schedule/make-up")).toContain("Ask a parent or guardian to book it.")
    const answer = await child.submit("/student/schedule/make-up", {
      child: lessons.otis,
      offer: "2026-11-26 15:00",
    })
    expect(answer.status).toBe(409)
    const silent = await openLessons()
    takeRegister(silent.school, silent.last, { marks: [{ studentId: silent.otis, code: "excused" }] })
    expect(await silent.browser.read(`/student/schedule/make-up?child=${silent.otis}`)).toContain(
      "The school arranges make-up lessons individually.",
    )
  })
})

describe("a family’s settings", () => {
  test("change how the school reaches them, and refuse what is no address", async () => {
    const { browser, guardianIds, familyId } = await openLessons()
    const save = (fields: Record<string, string>) =>
      browser.submit("/student/settings", {
        ...{ intent: "details", subject: `guardian-${guardianIds[0]}` },
        ...Object.fromEntries(Object.entries(fields).map(([fact, value]) => [`facts.${fact}`, value])),
      })
    const answer = await save({
      email: "New@Haddad.example",
      phone: "+1 (555) 010-0199 ext. 7",
      address: "1 Elm St\nAlbany",
    })
    expect(answer.status).toBe(303)
    expect(rowOf(guardians, { id: guardianIds[0] ?? "" })).toMatchObject({
      email: "new@haddad.example",
      phone: "+1 (555) 010-0199 ext. 7",
    })
    expect(rowOf(families, { id: familyId })?.address).toBe("1 Elm St\nAlbany")
    for (const [fields, words] of [
      [{ email: "" }, "Enter your email."],
      [{ email: "no" }, "Enter a full email, like jo@example.com."],
      [{ email: "a@b.example", phone: "call me" }, "Enter a phone number, like +1 555 010 0199."],
      [{ email: "a@b.example", address: "x".repeat(901) }, "Keep the address under 900 characters."],
    ] as const) {
      await expect(save(fields)).toAnswer(400, words)
    }
  })

  test("give the family’s calendar by a secret address, and all data as a file without what is not theirs to see", async () => {
    const lessons = await openLessons()
    const { browser, school, last, otis } = lessons
    invoiceOver(school, lessons, 5000)
    takeRegister(school, last, {
      marks: [{ studentId: otis, code: "present" }],
      sharedNote: "Well done.",
      privateNote: "Ask about the wrist.",
    })
    await browser.submit("/student/settings", { intent: "renew-feed" })
    const html = await browser.html("/student/settings")
    const feed = /value="http:\/\/localhost:3000(\/feeds\/[\w-]{43}\.ics)"/.exec(html)?.[1] ?? ""
    const calendar = await new Browser().html(feed)
    expect(calendar).toContain("SUMMARY:Otis: Guitar\r\n")
    expect(calendar).toContain("DTSTART:20261125T210000Z\r\n")

    const file = await browser.visit("/student/settings/data.json")
    expect(file.headers.get("Content-Disposition")).toContain("attachment")
    const text = await file.text()
    const data = JSON.parse(text)
    expect(data.you.name).toBe("Jonas Haddad")
    expect(data.students.map(({ firstName }: { firstName: string }) => firstName).sort()).toEqual([
      "Milo",
      "Otis",
    ])
    expect(data.invoices).toHaveLength(1)
    expect(text).toContain("Well done.")
    expect(text).not.toContain("Ask about the wrist.")
    const child = await childBrowser(lessons)
    const own = await child.html("/student/settings/data.json")
    expect(html).toContain("Your family’s lessons")
    expect(await child.read("/student/settings")).toContain("Your lessons in Google Calendar")
    expect(JSON.parse(own)).toMatchObject({ invoices: [], students: [{ firstName: "Otis" }] })
    expect(own).not.toMatch(/amountMinor|medicalNotes/)
    await expect(
      child.submit("/student/settings", {
        ...{ intent: "details", subject: `student-${otis}`, "facts.studentEmail": "a@b.example" },
      }),
    ).toAnswer(404)
  })

  test("give a child who logs in with a username a temporary password; not another family's child, and no child itself", async () => {
    const lessons = await openLessons()
    const child = await childBrowser(lessons)
    const page = await lessons.browser.read("/student/settings")
    expect(page).toContain("Your children’s logins")
    expect(page).toContain("Otis Haddad, username child-")
    expect(page).not.toContain("Milo Haddad, username")
    const ask = (browser: Browser, student: string) =>
      browser.submit("/student/settings", { intent: "child-password", student })
    const before = rowsOf(users)
    const strangers = await openLessons()
    await childBrowser(strangers)
    for (const [browser, student] of [
      [strangers.browser, lessons.otis],
      [lessons.browser, strangers.otis],
      [lessons.browser, lessons.milo],
      [lessons.browser, "nobody"],
      [child, lessons.otis],
    ] as const)
      expect((await ask(browser, student)).status).toBe(404)
    expect(await child.read("/student/settings")).not.toContain("Your children’s logins")
    for (const user of before) expect(rowOf(users, { id: user.id })).toEqual(user)

    const slip = await ask(lessons.browser, lessons.otis)
    expect(slip.headers.get("Cache-Control")).toContain("no-store")
    const [, username = "", password = ""] =
      /Username (\S+) Temporary password (\S+)/.exec(await textOf(slip)) ?? []
    expect((await child.visit("/student/dashboard")).headers.get("Location")).toContain("/auth/login")
    const again = new Browser()
    await again.submit("/login", { username, password })
    expect((await again.visit("/student/dashboard")).headers.get("Location")).toBe("/new-password")
    for (const own of [username, username.toUpperCase()]) {
      const refused = await again.submit("/new-password", { password: own, confirmPassword: own })
      expect(await textOf(refused)).toContain("Choose a password that isn’t your email or username.")
    }
    const log = rowsOf(events, { verb: "renew-start-password", nounId: lessons.otis })
    expect(log.map(({ actorName }) => actorName)).toEqual(["Jonas Haddad"])
  })
})
