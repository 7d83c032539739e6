import { emails } from "db/schema/foundation-mail"
import { members, students } from "db/schema/people"
import { classes, classPrices, schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { Browser, locationOf, openOffice, rowCount } from "../../support/app"
import { openFamily } from "../../support/billing"
import { childSignedIn, invoiceOver } from "../../support/family"
import { addSessionRow, addTeacherRow, openClass } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

// What an office does fifty times a day begins on the dashboard and is one or two steps, also without scripts.

let actor: Actor
let office: Browser
let family: ReturnType<typeof openFamily>

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
  family = openFamily(actor)
})

const html = async (path: string, by = office) => by.html(path)
const page = async (path: string, by = office) => by.read(path)

/** A class with a lesson today, without which the dashboard only says how to begin. */
const openLessons = () => addSessionRow(actor, openClass(actor).classId, "2026-11-18")

/** A member of the office with exactly these rights. */
async function memberWith(rights: string) {
  const { memberId, userId } = addMember(actor, "office", "Iris Novak")
  changeRows(members, { id: memberId }, { rights })
  return Browser.of(userId)
}

test("a message to who is ticked in a list by balance goes to guardians, not to a child’s login", async () => {
  openLessons()
  childSignedIn(actor, family.studentIds[0] ?? "")
  invoiceOver(actor, family, 5000)
  const recipients = async (noun: "students" | "families", list: string) => {
    const id = noun === "students" ? (family.studentIds[0] ?? "") : family.familyId
    const sent = await office.submit("/selections", { noun, act: "message", scope: "ticked", list, id: [id] })
    return page(locationOf(sent))
  }
  expect(await recipients("students", "balance=due")).toContain("2 recipients")
  expect(await recipients("families", "?state=owing&page=1")).toContain("2 recipients")
  expect(await recipients("students", "")).toContain("3 recipients")
})

describe("a payment", () => {
  test("begins with the family’s name and ends on its prepared form", async () => {
    openLessons()
    expect(await html("/dashboard")).toContain('href="/billing/payments/new"')
    expect(await page("/billing/payments/new")).toContain("Find a family by name")
    const found = await html("/billing/payments/new?find=Okafor")
    expect(found).toContain(`value="${family.familyId}"`)
    const led = await office.visit(`/billing/payments/new?family=${family.familyId}`)
    expect(locationOf(led)).toBe(`/billing/families/${family.familyId}?payment=new#record-payment`)
    const before = rowCount("payments")
    const form = await html(`/billing/families/${family.familyId}?payment=new`)
    const formKey = /name="formKey" value="([^"]+)"/.exec(form)?.[1] ?? ""
    const recorded = await office.submit(`/billing/families/${family.familyId}`, {
      intent: "pay",
      formKey,
      amount: "25.00",
      method: "cash",
      receivedOn: "2026-11-18",
      payer: "Mateo Okafor",
    })
    expect([recorded.status, rowCount("payments") - before]).toEqual([303, 1])
  })

  test("is nobody’s who takes none, and finds no other school’s family", async () => {
    openLessons()
    const other = openFamily(openSchool({ name: "Crescendo Academy" }).actor)
    expect((await office.visit(`/billing/payments/new?family=${other.familyId}`)).status).toBe(404)
    const reader = await memberWith("prices")
    expect((await reader.visit("/billing/payments/new")).status).not.toBe(200)
    expect(await html("/dashboard", reader)).not.toContain('href="/billing/payments/new"')
    const desk = await memberWith("prices,payments")
    expect(await html("/billing/payments/new?find=Okafor", desk)).toContain(`value="${family.familyId}"`)
  })
})

test("families that weren’t invited are previewed and invited from the dashboard", async () => {
  openLessons()
  expect(await html("/dashboard")).toMatch(/name="list" value="state=not-invited"/)
  const form = { noun: "people", act: "invite", scope: "all", list: "state=not-invited" }
  const preview = locationOf(await office.submit("/selections", form))
  expect(await page(preview)).toContain("Send 2 invitations")
  await office.submit(preview, { intent: "confirm" })
  const sent = rowsOf(emails, { schoolId: actor.school.id, template: "guardian-invitation" })
  expect(sent).toHaveLength(2)
  expect(await html("/dashboard")).not.toMatch(/name="list" value="state=not-invited"/)
})

describe("a lesson", () => {
  test("is canceled with its reason where it is seen, and not without one", async () => {
    const { classId } = openClass(actor)
    const sessionId = addSessionRow(actor, classId, "2026-11-19")
    expect(await html(`/classes/sessions/${sessionId}`)).toContain("Reason to cancel")
    expect(await html(`/schedule/lessons/${sessionId}`)).toContain("Reason to cancel")
    const edit = `/classes/sessions/${sessionId}/edit`
    const refused = await office.submit(edit, { command: "cancel", reason: "" })
    await expect(refused).toAnswer(400, "Enter a reason. Families see it.")
    expect((await office.submit(edit, { command: "cancel", reason: "Snow" })).status).toBe(303)
    const row = rowOf(sessions, { id: sessionId })
    expect(row?.state).toBe("cancelled")
    expect(await html(`/classes/sessions/${sessionId}`)).not.toContain("Reason to cancel")
    const teacher = await Browser.of(addMember(actor, "teacher", "Mara Lindqvist").userId)
    expect(await html(`/classes/sessions/${sessionId}`, teacher)).not.toContain("Reason to cancel")
  })
})

describe("a lesson of another day is canceled from the schedule in two steps, without scripts", () => {
  test.each([
    ["the week", "/schedule?date=2026-11-26"],
    ["a day", "/schedule?view=day&date=2026-11-26"],
    ["the agenda", "/schedule?view=agenda&date=2026-11-26"],
    ["the simple list", "/schedule/simple?date=2026-11-26"],
  ])("from %s", async (_, at) => {
    const sessionId = addSessionRow(actor, openClass(actor).classId, "2026-11-26")
    const links = (await html(at)).matchAll(/href="([^"]+)"/g)
    const to = [...links]
      .map(([, href = ""]) => href.replaceAll("&amp;", "&"))
      .find((href) => href.includes(sessionId))
    const opened = await html(to ?? "")
    const [form = ""] =
      /<form[^>]*>(?:(?!<\/form>)[\s\S])*Reason to cancel[\s\S]*?<\/form>/.exec(opened) ?? []
    expect(form).toContain('name="command" value="cancel"')
    const action = /action="([^"]+)"/.exec(form)?.[1] ?? ""
    expect((await office.submit(action, { command: "cancel", reason: "Snow" })).status).toBe(303)
    expect(rowOf(sessions, { id: sessionId })?.state).toBe("cancelled")
  })
})

describe("a new student with a weekly lesson", () => {
  const mia = {
    firstName: "Mia",
    lastName: "Novak",
    status: "active",
    family: "new",
    "instruments[0].instrument": "Cello",
    intent: "save",
  }
  const lesson = {
    "lesson.weekday": "4",
    "lesson.startTime": "16:30",
    "lesson.minutes": "45",
    "lesson.startsOn": "2026-11-19",
    "lesson.amount": "42.50",
  }
  const theirs = () => rowsOf(students, { schoolId: actor.school.id })
  const classesHere = () => rowsOf(classes, { schoolId: actor.school.id })

  test("is one form: person, class, weekly time, price and lessons", async () => {
    expect(await page("/students/create")).toContain("Leave the day blank to schedule lessons later.")
    const added = await office.submit("/students/create", { ...mia, ...lesson })
    expect(added.status).toBe(303)
    expect(await page(locationOf(added))).toContain("Mia Novak added.")
    const [own] = classesHere()
    expect(own).toMatchObject({ name: "Mia Novak, cello", kind: "private", instrument: "Cello" })
    const weekly = rowOf(schedules, { classId: own?.id ?? "" })
    expect(weekly).toMatchObject({ startTime: "16:30", minutes: 45 })
    const price = rowOf(classPrices, { classId: own?.id ?? "" })
    expect(price).toMatchObject({ amountMinor: 4250 })
  })

  test("says that it makes a lead or a trial student active", async () => {
    expect(await page("/students/create")).toContain(
      "A lead or trial student with a weekly lesson becomes active.",
    )
    const added = await office.submit("/students/create", { ...mia, ...lesson, status: "trial" })
    expect(await page(locationOf(added))).toContain("With a weekly lesson, their status is Active.")
    expect(theirs().map(({ status }) => status)).not.toContain("trial")
  })

  test("that began before today has lessons, only no attendance yet, and its record says that", async () => {
    const begun = { ...lesson, "lesson.startsOn": "2026-11-05" }
    const added = await office.submit("/students/create", { ...mia, ...begun })
    for (const record of [locationOf(added), `${locationOf(added)}/lessons`]) {
      const text = await page(record)
      expect(text).toContain("No attendance this term yet.")
      expect(text).not.toContain("No lessons yet")
    }
  })

  test("is neither when the time is taken, and everything typed stays", async () => {
    const teacher = addMember(actor, "teacher", "Mara Lindqvist")
    const first = { ...mia, ...lesson, firstName: "Noa", "lesson.teacherId": teacher.teacherId }
    expect((await office.submit("/students/create", first)).status).toBe(303)
    const before = [theirs().length, classesHere().length]
    const taken = { ...mia, ...lesson, "lesson.teacherId": teacher.teacherId }
    const answer = await office.submit("/students/create", taken)
    const text = await answer.text()
    expect(answer.status).toBe(409)
    expect(text).toContain('value="Mia"')
    expect(text).toContain('value="16:30"')
    expect(text).toContain("Mara Lindqvist")
    expect([theirs().length, classesHere().length]).toEqual(before)
  })

  test("of many teachers finds one by name, keeps what was typed, and then saves them", async () => {
    const ids = Array.from({ length: 55 }, (_, at) => addTeacherRow(actor, `Teacher ${at + 10}`))
    expect(await html("/students/create")).not.toContain("Teacher 17")
    const search = { ...mia, ...lesson, findTeacher: "teacher 17", findTeacherShown: "" }
    const found = await office.submit("/students/create", search)
    const shown = await found.text()
    expect([found.status, theirs().some(({ firstName }) => firstName === "Mia")]).toEqual([400, false])
    expect(shown).toContain(`<option value="${ids[7]}"`)
    expect(shown).not.toContain("Teacher 18")
    expect(shown).toContain('value="16:30"')
    const chosen = { ...search, findTeacherShown: "teacher 17", "lesson.teacherId": ids[7] ?? "" }
    expect((await office.submit("/students/create", chosen)).status).toBe(303)
    expect(classesHere().map(({ teacherId }) => teacherId)).toEqual([ids[7]])
  })

  test("needs both day and start; without them the student is added alone", async () => {
    const half = await office.submit("/students/create", { ...mia, "lesson.startTime": "16:30" })
    expect([half.status, await half.text()]).toEqual([400, expect.stringContaining("Choose a day.")])
    const alone = await office.submit("/students/create", { ...mia, "lesson.minutes": "45" })
    expect([alone.status, classesHere().length]).toEqual([303, 0])
  })

  test("gets no lesson from a member who plans none, and no price from one who sees none", async () => {
    const people = await memberWith("people,see-people")
    expect(await page("/students/create", people)).not.toContain("Leave the day blank")
    await people.submit("/students/create", { ...mia, ...lesson })
    expect([theirs().some(({ firstName }) => firstName === "Mia"), classesHere().length]).toEqual([true, 0])
    const planner = await memberWith("people,see-people,calendar,see-calendar")
    expect(await page("/students/create", planner)).not.toContain("Price per lesson")
    await planner.submit("/students/create", { ...mia, ...lesson, firstName: "Noa" })
    const prices = rowsOf(classPrices, { schoolId: actor.school.id })
    expect([classesHere().length, prices.length]).toEqual([1, 0])
  })
})
