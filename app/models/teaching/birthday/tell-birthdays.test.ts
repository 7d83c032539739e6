import { db } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { students } from "db/schema/people"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import { openFamily } from "../../../../tests/support/billing"
import { addClassRow, addEnrollmentRow } from "../../../../tests/support/lessons"
import { addMember, openSchool } from "../../../../tests/support/school"
import { tellBirthdays } from "./tell-birthdays.server"

let actor: Actor
let family: ReturnType<typeof openFamily>
const at = (day: string, time: string) => fixClock(instantOf(day, time, actor.school.timeZone))
const choose = (birthdayEmails: "off" | "families" | "teachers" | "both") =>
  db().update(schools).set({ birthdayEmails }).where(eq(schools.id, actor.school.id)).run()
const born = (index: number, birthDate: string, status: "active" | "former" = "active") =>
  db()
    .update(students)
    .set({ birthDate, status })
    .where(eq(students.id, family.studentIds[index] ?? ""))
    .run()
const told = () =>
  db()
    .select()
    .from(emails)
    .where(eq(emails.schoolId, actor.school.id))
    .all()
    .filter(({ template }) => template === "birthday")
    .map(({ recipient, data }) => `${recipient}: ${JSON.parse(data).studentName}`)

beforeEach(() => {
  actor = openSchool().actor
  family = openFamily(actor, {
    adults: [{ name: "Mateo Okaforll", email: "mateo.birthday@mail.example", payerShare: 10_000 }],
    children: ["Milo", "Otis"],
  })
})

test("no one is told of a birthday until the school turns it on, then once a day from its hour", () => {
  born(0, "2016-11-18")
  born(1, "2018-11-19")
  at("2026-11-18", "12:00")
  expect(tellBirthdays(actor)).toBe(0)
  choose("families")
  at("2026-11-18", "08:30")
  expect(tellBirthdays(actor)).toBe(0)
  at("2026-11-18", "09:30")
  expect([tellBirthdays(actor), tellBirthdays(actor)]).toEqual([1, 0])
  expect(told()).toEqual(["mateo.birthday@mail.example: Milo"])
  at("2026-11-19", "09:30")
  expect(tellBirthdays(actor)).toBe(1)
})

test("twins are one letter, and who has left has none", () => {
  choose("both")
  for (const index of [0, 1]) born(index, "2016-11-18")
  at("2026-11-18", "10:00")
  expect(tellBirthdays(actor)).toBe(1)
  expect(told()).toEqual(["mateo.birthday@mail.example: Milo and Otis"])
  for (const index of [0, 1]) born(index, "2016-11-19", "former")
  at("2026-11-19", "10:00")
  expect(tellBirthdays(actor)).toBe(0)
})

test("teachers are told of students in their classes on that day, by full name", () => {
  choose("teachers")
  const mara = addMember(actor, "teacher", "Mara Lindqvistll")
  const other = addMember(actor, "teacher", "Ida Holmll")
  addEnrollmentRow(
    actor,
    addClassRow(actor, { name: "Piano", teacherId: mara.teacherId }),
    family.studentIds[0] ?? "",
  )
  addEnrollmentRow(
    actor,
    addClassRow(actor, { name: "Drums", teacherId: other.teacherId }),
    family.studentIds[1] ?? "",
  )
  born(0, "2016-11-18")
  at("2026-11-18", "10:00")
  expect(tellBirthdays(actor)).toBe(1)
  expect(told()).toEqual([expect.stringMatching(new RegExp(`^${mara.email}: Milo `))])
})

test("February 29 is kept on the 28th where the year has no 29th", () => {
  choose("families")
  born(0, "2016-02-29")
  at("2028-02-28", "10:00")
  expect(tellBirthdays(actor)).toBe(0)
  at("2028-02-29", "10:00")
  expect(tellBirthdays(actor)).toBe(1)
  at("2029-02-28", "10:00")
  expect(tellBirthdays(actor)).toBe(1)
})
