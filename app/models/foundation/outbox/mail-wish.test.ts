import { guardians, students, teachers } from "db/schema/people"
import { inArray } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { testNow } from "../../../../tests/support/clock"
import { adultsWith, childSignedIn, openPayingFamily, signedIn } from "../../../../tests/support/family"
import { addStudentRow } from "../../../../tests/support/lessons"
import { addMember, changeRows, openSchool } from "../../../../tests/support/school"
import { chooseMail } from "../../../../tests/support/wanted"
import { listMailWishes, listUnwanting, mailLeavesAt } from "./mail-wish.server"

let family: ReturnType<typeof openPayingFamily>
const contact = "haddads@home.example"

beforeEach(() => {
  family = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 10_000, "Nadia Haddad": 0 }),
  })
})

const reachAt = (email: string, ...ids: (string | undefined)[]) =>
  changeRows(
    guardians,
    inArray(
      guardians.id,
      ids.flatMap((id) => id ?? []),
    ),
    { email },
  )
const unwanting = (schoolId = family.school.school.id) => [
  ...listUnwanting({ template: "lesson-notes", schoolId }, ["Haddads@Home.example", "other@home.example"]),
]
const turnOff = (index: number) => {
  const reader = family.guardians[index]?.actor
  if (reader) chooseMail(reader, [])
}

test("a topic that a guardian turned off leaves no more for their contact address", () => {
  reachAt(contact, family.guardianIds[0])
  expect(unwanting()).toEqual([])
  turnOff(0)
  expect(unwanting()).toEqual(["Haddads@Home.example"])
  expect(unwanting(openSchool().actor.school.id)).toEqual([])
})

test("an address that guardians share is written to while one of them wants it", () => {
  reachAt(contact, ...family.guardianIds)
  turnOff(0)
  expect(unwanting()).toEqual([])
  turnOff(1)
  expect(unwanting()).toEqual(["Haddads@Home.example"])
})

test("what a teacher or an adult student chose holds for their contact address too, a child’s doesn’t", () => {
  const { school } = family
  const teacher = addMember(school, "teacher", "Helena Novak")
  changeRows(teachers, { id: teacher.teacherId }, { email: "Helena@home.example" })
  const adultId = addStudentRow(school, "Ines", "Lind")
  changeRows(students, { id: adultId }, { email: "ines@login.example" })
  const adult = signedIn(school, "student", adultId)
  changeRows(students, { id: adultId }, { email: "ines@home.example" })
  const [childId = ""] = family.studentIds
  childSignedIn(school, childId)
  changeRows(students, { id: childId }, { email: contact })
  reachAt(contact, family.guardianIds[0])
  turnOff(0)
  for (const { actor } of [teacher, adult]) chooseMail(actor, [])
  const about = { template: "session-changed", schoolId: school.school.id } as const
  const asked = ["Helena@home.example", "ines@home.example", contact]
  expect([...listUnwanting(about, asked)]).toEqual(asked)
  expect(listMailWishes(about, asked).get("ines@home.example")?.memberId).toBe(adult.actor.memberId)
})

test("a reminder of tomorrow’s lessons leaves at night too: in the morning it would be wrong", () => {
  const schoolId = family.school.school.id
  const night = testNow + 7 * 3_600_000
  const leaves = (
    template: "lessons-tomorrow" | "open-time" | "trial-arrived-teacher",
    soonestAt: number | null,
  ) => mailLeavesAt({ template, schoolId, recipient: "reader@home.example", soonestAt }, night).at - night
  expect(leaves("lessons-tomorrow", null)).toBe(0)
  expect(leaves("open-time", null)).toBeGreaterThan(0)
  // What is about a lesson soon doesn’t wait.
  expect(leaves("open-time", night + 10 * 3_600_000)).toBe(0)
  expect(leaves("trial-arrived-teacher", night + 10 * 3_600_000)).toBe(0)
})
