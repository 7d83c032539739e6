import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { classes } from "db/schema/teaching"
import { describe, expect, test } from "vitest"
import { findOpening } from "~/models/accounts/school/opening.server"
import { seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findPolicies } from "~/models/overview/policies/policies.server"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { listRooms } from "~/models/teaching/room/room.server"
import { listHours } from "~/models/teaching/teacher-time/availability.server"
import { Browser, textOf } from "../../support/app"
import { testToday } from "../../support/clock"
import { addTeacherRow } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

/** A school whose first payment has just been confirmed. */
async function openedSchool(kind: "school" | "solo" = "school") {
  const { actor, userId } = openSchool({ kind })
  changeRows(schools, { id: actor.school.id }, { welcome: "new" })
  return { actor, browser: await Browser.of(userId) }
}

const schoolOf = (actor: Actor) => rowOf(schools, { id: actor.school.id })

const place = {
  name: "Harmony School",
  country: "US",
  timeZone: "America/New_York",
  currency: "USD",
  dateOrder: "mdy",
  hourCycle: "12",
  numberStyle: "1,234.50",
  currencyPlace: "before",
  weekStart: "1",
}

describe("the welcome", () => {
  test("begins the dashboard after the first payment, until it is left for later", async () => {
    const { actor, browser } = await openedSchool()
    const first = await browser.html("/dashboard")
    expect(first).toMatch(/href="\/welcome"[^>]*>Set up your school/)
    expect(first.match(/class="button primary"/g), "one thing leads").toHaveLength(1)
    expect(first).not.toContain("What to do next")
    const teacher = addMember(actor, "teacher", "Marcus Whitfield")
    expect((await (await Browser.of(teacher.userId)).visit("/welcome")).status).not.toBe(200)
    expect(await browser.read("/welcome")).toContain("Welcome, step 1 of 4")
    await expect(browser.submit("/welcome", { intent: "leave" })).toLead(303, "/dashboard")
    const home = await browser.html("/dashboard")
    expect(home).toMatch(/href="\/welcome"[^>]*>Continue the setup/)
    await browser.submit("/welcome/records", { intent: "end" })
    const begun = await browser.html("/dashboard")
    expect(begun).not.toContain("Continue the setup")
    // A teacher is there already.
    expect(begun).toMatch(/<a [^>]*class="button primary"[^>]*>Create Classes/)
    expect(begun.match(/class="button primary"/g)).toHaveLength(1)
  })

  test("takes zone, currency and formats from another country, except what was changed by hand", async () => {
    const { actor, browser } = await openedSchool()
    const sent = await browser.submit("/welcome", { ...place, country: "DE", weekStart: "7" })
    await expect(sent).toLead(303, "/welcome/hours")
    expect(schoolOf(actor)).toMatchObject({
      name: "Harmony School",
      timeZone: "Europe/Berlin",
      currency: "EUR",
      dateOrder: "dmy",
      hourCycle: 24,
      currencyPlace: "after",
      weekStart: 7,
      welcome: "hours",
    })
    // The same country again changes only what is typed.
    await browser.submit("/welcome", { ...place, country: "DE", timeZone: "Europe/Berlin", currency: "CHF" })
    expect(schoolOf(actor)).toMatchObject({ timeZone: "Europe/Berlin", currency: "CHF" })
  })

  test("shows what another country brings before it is saved", async () => {
    const { actor, browser } = await openedSchool()
    const page = await browser.html("/welcome")
    expect(page).toMatch(/name="shownFor" value="US"/)
    const german = { ...place, country: "DE", shownFor: "US", weekStart: "7" }
    const toCheck = await browser.submit("/welcome", german)
    expect(toCheck.status).toBe(200)
    const html = await toCheck.text()
    expect(html).toContain("Check the time zone, currency and formats of Germany below, then save.")
    for (const value of ["DE", "Europe/Berlin", "EUR", "dmy", "24", "7"])
      expect(html).toMatch(new RegExp(`<option value="${value}" selected`))
    expect(html).toMatch(/name="shownFor" value="DE"/)
    expect(schoolOf(actor)?.timeZone).toBe("America/New_York")
    // What is shown is saved, a clock of the country before as well.
    const seen = { ...german, shownFor: "DE", timeZone: "Europe/Berlin", currency: "EUR", hourCycle: "12" }
    await expect(browser.submit("/welcome", seen)).toLead(303, "/welcome/hours")
    expect(schoolOf(actor)).toMatchObject({ timeZone: "Europe/Berlin", currency: "EUR", hourCycle: 12 })
    // Scripts ask for the same when the country changes.
    const french = await browser.html("/welcome?country=FR")
    expect(french).toMatch(/<option value="Europe\/Paris" selected/)
  })

  test("keeps what was typed when it is refused", async () => {
    const { actor, browser } = await openedSchool()
    const refused = await browser.submit("/welcome", { ...place, name: "H", country: "XX" })
    expect(refused.status).toBe(400)
    const text = await textOf(refused)
    expect(text).toContain("Enter at least 2 characters for the name.")
    expect(text).toContain("Choose a country.")
    expect(schoolOf(actor)?.welcome).toBe("new")
    const hours = await browser.submit("/welcome/hours", {
      rooms: "Studio 1",
      openDays: ["1", "3"],
      opensAt: "18:00",
      closesAt: "09:00",
    })
    expect(hours.status).toBe(400)
    const html = await hours.text()
    expect(html).toContain("Enter a closing time after the opening time.")
    expect(html).toContain("Studio 1</textarea>")
    expect(html.match(/name="openDays"[^>]*checked/g)).toHaveLength(2)
    expect(listRooms(actor)).toEqual([])
  })

  test("adds rooms and sets when the school is open; a solo teacher’s hours are their teaching hours", async () => {
    const { actor, browser } = await openedSchool()
    const hours = {
      rooms: "Studio 1\nStudio 2\nstudio 1\n",
      openDays: ["1", "5"],
      opensAt: "09:00",
      closesAt: "19:30",
    }
    await expect(browser.submit("/welcome/hours", hours)).toLead(303, "/welcome/policies")
    expect(listRooms(actor).map(({ name }) => name)).toEqual(["Studio 1", "Studio 2"])
    expect(findOpening(actor)).toEqual({ opensAt: "09:00", closesAt: "19:30", weekdays: [1, 5] })
    const settings = await browser.html("/settings/school?edit=opening")
    expect(settings.match(/name="openDays"[^>]*checked/g)).toHaveLength(2)
    await browser.submit("/settings/school", { intent: "opening", opensAt: "", closesAt: "" })
    expect(findOpening(actor)).toBeUndefined()

    const solo = await openedSchool("solo")
    await solo.browser.submit("/welcome/hours", hours)
    const own = findOwnTeacher(solo.actor)?.id ?? ""
    expect(listHours(solo.actor, own)).toMatchObject([
      { weekday: 1, fromTime: "09:00", toTime: "19:30" },
      { weekday: 5, fromTime: "09:00", toTime: "19:30" },
    ])
    await expect(solo.browser.submit("/welcome/hours", { intent: "skip" })).toLead(303, "/welcome/policies")
  })

  test("asks for one set of policies, which can be skipped", async () => {
    const { actor, browser } = await openedSchool()
    const none = await browser.submit("/welcome/policies", { preset: "strict" })
    expect(none.status).toBe(400)
    await expect(browser.submit("/welcome/policies", { intent: "skip" })).toLead(303, "/welcome/records")
    expect(findPolicies(actor).lateFee.kind).toBe("none")
    await expect(browser.submit("/welcome/policies", { preset: "standard" })).toLead(303, "/welcome/records")
    expect(findPolicies(actor)).toMatchObject({
      lateFee: { kind: "fixed", amountMinor: 1500, afterDays: 14 },
      reminders: { days: [-3, 7, 14] },
      lessonReminders: { isOn: true },
      locking: { lockDays: 7 },
    })
    expect(schoolOf(actor)?.welcome).toBe("records")
  })

  test("ends with an import, the first student or sample data", async () => {
    for (const [intent, to] of [
      ["import", "/students/import"],
      ["student", "/students/create"],
      ["sample", "/dashboard"],
    ] as const) {
      const { actor, browser } = await openedSchool()
      await expect(browser.submit("/welcome/records", { intent })).toLead(303, to)
      expect(schoolOf(actor)?.welcome).toBeNull()
    }
  })
})

describe("sample data", () => {
  test("fills the dashboard, says what it is, and goes with one click", async () => {
    const { actor, browser } = await openedSchool()
    await browser.submit("/welcome/records", { intent: "sample" })
    const html = await browser.html("/dashboard")
    expect(html).toContain("You’re looking at sample data.")
    expect(html).toMatch(/<form[^>]*action="\/welcome\/sample-data"/)
    expect(html).toContain("ready to invoice")
    // A young school sees no zeros: neither figures without rows, nor months before it began.
    const text = await browser.read("/dashboard")
    expect(text).not.toMatch(/ 0 (lessons|items|absences|make-up)/)
    expect(text).not.toContain("rose from 0 to 7")
    expect(text).not.toContain("Received in")
    expect(text).toContain("7 active or on trial today")
    const guide = await browser.read("/dashboard/getting-started")
    expect(guide).toContain("7 students added, all sample data.")
    expect(guide).toMatch(/Attendance taken for \d+ lessons, all sample data/)
    expect(await browser.read("/students")).toContain("Rivera (sample)")
    expect(await browser.read("/welcome/sample-data")).toContain("This removes 7 students, 6 families")
    // A second tab adds nothing, and says so; nor does it remove what is gone.
    await browser.submit("/welcome/records", { intent: "sample" })
    expect(await browser.read("/dashboard")).toContain(
      "Your school already has the sample data. Nothing was added.",
    )
    await expect(browser.submit("/welcome/sample-data", {})).toLead(303, "/dashboard")
    expect(await browser.read("/dashboard")).toContain("Sample data removed.")
    await browser.submit("/welcome/sample-data", {})
    expect(await browser.read("/dashboard")).toContain("Your school has no sample data to remove.")
    expect(await browser.read("/students")).not.toContain("(sample)")
    expect(rowsOf(emails, { schoolId: actor.school.id })).toEqual([])
    expect(await browser.read("/welcome/sample-data")).toContain("Your school has no sample data.")
  })

  test("says before and after that its classes have no teacher, where the plan is full of them", async () => {
    const roomy = await openedSchool()
    const told = "no room for another teacher, so the sample classes won’t have one"
    expect(await roomy.browser.read("/welcome/records")).not.toContain(told)
    const { actor, browser } = await openedSchool()
    for (let left = seatsLeft(findPlanUsage(actor).teachers); left > 0; left -= 1)
      addTeacherRow(actor, `Teacher ${left}`)
    expect(await browser.read("/welcome/records")).toContain(told)
    await browser.submit("/welcome/records", { intent: "sample" })
    expect(await browser.read("/dashboard")).toContain("Your plan is full, so its classes have no teacher.")
    const made = rowsOf(classes, { schoolId: actor.school.id })
    expect(made.length).toBeGreaterThan(0)
    expect(made.every(({ teacherId }) => teacherId === null)).toBe(true)
  })

  test("is refused beside records of the school’s own, and stays while these are linked to it", async () => {
    const { actor, browser } = await openedSchool()
    await browser.submit("/welcome/records", { intent: "sample" })
    const ids = (await browser.html("/families")).match(/\/families\/([0-9a-z-]{13,})/)
    addStudent(actor, {
      familyId: ids?.[1] ?? "",
      firstName: "Amara",
      lastName: "Okafor",
      status: "active",
      fromDate: testToday,
    })
    const refused = await browser.submit("/welcome/sample-data", {})
    await expect(refused).toAnswer(409, "Your own students are linked to sample records: Amara Okafor.")

    const own = await openedSchool()
    const { familyId } = addFamily(own.actor, { name: "Okafor family", guardians: [] })
    addStudent(own.actor, {
      familyId,
      firstName: "Amara",
      lastName: "Okafor",
      status: "active",
      fromDate: testToday,
    })
    await own.browser.submit("/welcome/records", { intent: "sample" })
    expect(await own.browser.read("/students")).not.toContain("(sample)")
  })
})

describe("the dashboard of a new school", () => {
  test("says what to do next with what the data shows, instead of zeros", async () => {
    const { userId, actor } = openSchool()
    const browser = await Browser.of(userId)
    const empty = await browser.read("/dashboard")
    expect(empty).toContain("What to do next")
    expect(empty).toContain("Add Students")
    expect(empty).not.toContain("ready to invoice")
    expect(empty).not.toContain("without attendance")
    expect(empty).not.toContain("$0.00")
    const { familyId } = addFamily(actor, { name: "Okafor family", guardians: [] })
    addStudent(actor, {
      familyId,
      firstName: "Amara",
      lastName: "Okafor",
      status: "active",
      fromDate: testToday,
    })
    const filling = await browser.read("/dashboard")
    expect(filling).toContain("1 student added.")
    expect(filling).toContain("1 active or on trial today")
  })
})
