import { users } from "db/schema/accounts"
import { events } from "db/schema/foundation-audit"
import { members, teachers } from "db/schema/people"
import { classTeachers } from "db/schema/teaching"
import { teacherAvailability, timeOff } from "db/schema/teaching-teacher-time"
import { beforeEach, describe, expect, test } from "vitest"
import { addEntry } from "~/models/accounts/school-list/school-list.server"
import { startConversation } from "~/models/communication/messaging/start-conversation.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { teachAsMember } from "~/models/people/teacher/teacher.server"
import { Browser, openOffice } from "../../support/app"
import {
  addClassRow,
  addClosureRow,
  addEnrollmentRow,
  addSessionRow,
  addStudentRow,
  addTeacherRow,
} from "../../support/lessons"
import { addMember, addRows, changeRows, rowOf, rowsOf } from "../../support/school"

// A teacher's record answers what the office asks on the phone: this week's lessons, students, messages, the number to call.

let actor: Actor
let office: Browser
let marcus: ReturnType<typeof addMember>
let record: string

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
  marcus = addMember(actor, "teacher", "Marcus Whitfield")
  record = `/teachers/${marcus.teacherId}`
})

const page = async (path: string, by = office) => by.read(path)
const teacher = (teacherId = marcus.teacherId) => rowOf(teachers, { id: teacherId })

/** Two lessons of his own, one beside Helena, one canceled and one a week later. */
function openWeek() {
  const helena = addTeacherRow(actor, "Helena Novak")
  const own = addClassRow(actor, { name: "Guitar", teacherId: marcus.teacherId })
  const theirs = addClassRow(actor, { name: "Choir", kind: "group", capacity: 8, teacherId: helena })
  const beside = { classId: theirs, teacherId: marcus.teacherId, startsOn: "2026-09-01" }
  addRows(classTeachers, { ...newRow(actor), ...beside })
  const give = (classId: string, day: string, facts: Parameters<typeof addSessionRow>[3] = {}) =>
    addSessionRow(actor, classId, day, { teacherId: marcus.teacherId, ...facts })
  give(own, "2026-11-17", { minutes: 45 })
  give(own, "2026-11-19", { minutes: 45 })
  give(theirs, "2026-11-18", { teacherId: helena, minutes: 60 })
  give(own, "2026-11-20", { minutes: 45, state: "cancelled" })
  give(own, "2026-11-26", { minutes: 45 })
  return { own, theirs }
}

function addHours(weekday: number, fromTime: string, toTime: string) {
  const row = { ...newRow(actor), teacherId: marcus.teacherId, weekday, fromTime, toTime }
  addRows(teacherAvailability, row)
}

describe("the week of a teacher", () => {
  test("has the lessons that its hours count, also those given beside another", async () => {
    openWeek()
    expect(await page(record)).toContain("2 h 30 min of lessons this week")
    const html = await office.html(record)
    expect(html).toContain(`href="${record}/lessons"`)
    const week = await page(`${record}/lessons`)
    expect(week).toContain("3 lessons, 2 h 30 min")
    expect(week.match(/\d+ min,/g)).toEqual(["45 min,", "60 min,", "45 min,", "45 min,"])
    expect(week).toContain("1 canceled lesson isn’t counted.")
    expect(week).toContain("Choir")
    expect(week).toContain("Missing")
    expect(await page(`${record}/lessons?date=2026-11-26`)).toContain("1 lesson, 45 min")
    expect(await page(`${record}/lessons?date=2027-02-01`)).toContain("has no lessons in this week")
    for (const odd of ["nonsense", "2026-02-31", "%00"])
      expect(await page(`${record}/lessons?date=${odd}`)).toContain("3 lessons, 2 h 30 min")
  })

  test("is compared with the hours set for it, less closures and time off", async () => {
    openWeek()
    expect(await page(record)).toContain("– no teaching hours set")
    expect(await page(`${record}/lessons`)).toContain("No teaching hours set.")
    addHours(2, "15:00", "19:00")
    addHours(3, "15:00", "19:00")
    addHours(4, "15:00", "17:00")
    addClosureRow(actor, "2026-11-17")
    const away = { startsOn: "2026-11-18", endsOn: "2026-11-18", fromTime: "18:00", toTime: null }
    const off = { ...newRow(actor), teacherId: marcus.teacherId, ...away, state: "approved" as const }
    addRows(timeOff, off)
    // 0 of Tuesday, 3 of Wednesday, 2 of Thursday.
    expect(await page(record)).toContain("50% of 5 h available")
    const week = await page(`${record}/lessons`)
    expect(week).toContain("50% : 2 h 30 min of lessons, 5 h available.")
    expect(week).toMatch(/Tue, Nov 17 3:00 to 7:00 PM Closed 0 min/)
    expect(week).toMatch(/Wed, Nov 18 3:00 to 7:00 PM Time off, 1 h 3 h/)
    expect(week).toMatch(/Thu, Nov 19 3:00 to 5:00 PM – 2 h/)
    expect(week).toContain("less closures and approved time off")
  })
})

test("a teacher's students and classes are the ones that their figures count", async () => {
  const { own, theirs } = openWeek()
  addEnrollmentRow(actor, own, addStudentRow(actor, "Amara", "Okafor"))
  addEnrollmentRow(actor, theirs, addStudentRow(actor, "Milo", "Haddad"))
  addEnrollmentRow(actor, own, addStudentRow(actor, "Freya", "Berg"), { endsOn: "2026-10-01" })
  addClassRow(actor, { name: "Marcus Whitfield’s fan club" })
  expect(await page(record)).toContain("2 active students 2 classes")
  const students = await page(`${record}/students`)
  expect(students).toContain("Active students 2")
  expect(students).toMatch(/Milo Haddad.*Amara Okafor/)
  expect(students).not.toContain("Freya")
  await expect(office.visit(`${record}/students?page=9`)).toLead(302, `${record}/students?page=1`)
  const classes = await page(`/classes?teacher=${marcus.teacherId}`)
  expect(classes).toContain("2 classes")
  expect(classes).not.toContain("fan club")
})

test("messages are the reader's own with this teacher, and one who can't log in is invited first", async () => {
  expect(await page(`${record}/messages`)).toContain("No messages with this teacher yet.")
  const written = { subject: "Room 2", body: "The piano is tuned.", shown: -1 }
  expect(startConversation(actor, { ...written, to: `member:${marcus.memberId}` }).ok).toBe(true)
  expect(await page(`${record}/messages`)).toContain("The piano is tuned.")
  const other = addMember(actor, "admin", "Rosa Lind")
  expect(await page(`${record}/messages`, await Browser.of(other.userId))).not.toContain(
    "The piano is tuned.",
  )
  const helena = addTeacherRow(actor, "Helena Novak")
  expect(await page(`/teachers/${helena}/messages`)).toContain("Invite them to log in")
})

describe("the phone of a teacher", () => {
  const typed = { name: "Helena Novak", phone: "(212) 555-0187" }

  test("is entered by the office, with or without a login, and seen on every page of the record", async () => {
    expect((await office.submit("/teachers/create", typed)).status).toBe(303)
    const helena = rowOf(teachers, { phone: typed.phone })
    for (const at of ["", "/lessons", "/pay"]) {
      const html = await office.html(`/teachers/${helena?.id}${at}`)
      expect(html, at).toContain('href="tel:2125550187"')
    }
    expect(await page("/search?q=555+0187")).toContain("Helena Novak")
    const long = await office.submit(record, { name: "Marcus Whitfield", phone: "5".repeat(41) })
    await expect(long).toAnswer(400, "Keep the phone number under 40 characters.")
  })

  test("is one number, which both the office and the teacher change", async () => {
    const own = await Browser.of(marcus.userId)
    const profile = "/settings/profile"
    await office.submit(record, { name: "Marcus Whitfield", phone: typed.phone })
    expect(await page(profile, own)).toContain(typed.phone)
    await own.submit(profile, { intent: "name", name: "Marcus Whitfield", phone: "030 1234" })
    expect(await page(record)).toContain("030 1234")
    expect(rowOf(users, { id: marcus.userId })?.phone).toBeNull()
    const changes = rowsOf(events, { schoolId: actor.school.id, noun: "teacher", verb: "change" })
    expect(changes).toHaveLength(2)
  })

  test("comes along when a member of the office begins to teach", () => {
    const rosa = addMember(actor, "office", "Rosa Lind")
    changeRows(users, { id: rosa.userId }, { phone: "030 99" })
    changeRows(members, { id: rosa.memberId }, { rights: "see-people" })
    const added = teachAsMember(actor, rosa.memberId)
    expect(added.ok && teacher(added.teacherId)?.phone).toBe("030 99")
  })
})

describe("instruments", () => {
  test("are chosen from the school's list, and what a teacher has besides stays", async () => {
    for (const name of ["Piano", "Voice", "Organ"]) addEntry(actor, "instruments", name)
    changeRows(teachers, { id: marcus.teacherId }, { instruments: "voice, Theremin" })
    const html = await office.html(record)
    expect(
      [...html.matchAll(/name="instruments"( checked="")? value="(\w+)"/g)].map((found) => found[2]),
    ).toEqual(["Organ", "Piano", "Voice", "Theremin"])
    await office.submit(record, { name: "Marcus Whitfield", instruments: ["Piano", "Voice"] })
    expect(teacher()?.instruments).toBe("Piano, Voice")
    await office.submit(record, { name: "Marcus Whitfield" })
    expect(teacher()?.instruments).toBeNull()
  })

  test("stay checked when the form is refused", async () => {
    addEntry(actor, "instruments", "Piano")
    addEntry(actor, "instruments", "Voice")
    const refused = await office.submit("/teachers/create", { name: "", instruments: ["Voice"] })
    expect(refused.status).toBe(400)
    const html = await refused.text()
    expect(html).toMatch(/name="instruments" checked="" value="Voice"/)
    expect(html).not.toMatch(/name="instruments" checked="" value="Piano"/)
  })

  test("narrow the list of teachers", async () => {
    addTeacherRow(actor, "Beatriz Alvarez", "Piano, Theory")
    addTeacherRow(actor, "Leo Marsh", "Bass guitar")
    const classId = addClassRow(actor, { teacherId: marcus.teacherId, instrument: "Guitar" })
    expect(classId).toBeTruthy()
    const narrowed = await page("/teachers?instrument=guitar")
    expect(narrowed).toContain("Marcus Whitfield")
    expect(narrowed).not.toContain("Leo Marsh")
    expect(await page("/teachers?instrument=Harp")).toContain("No teachers match these filters.")
  })
})
