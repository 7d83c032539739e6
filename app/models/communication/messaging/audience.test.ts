import { expect, test } from "vitest"
import { addMember, openSchool } from "../../../../tests/support/school"
import { findAudience } from "./audience.server"

test("a message to a teacher's students names the teacher, for the office and for the teacher alike", () => {
  const { actor: office } = openSchool()
  const bella = addMember(office, "teacher", "Bella Rossi")
  const odd = addMember(office, "teacher", "OTTO All my students")
  const label = (actor: typeof office, teacherId: string) => findAudience(actor, `pupils:${teacherId}`)?.label
  expect(label(office, bella.teacherId)).toBe("all of Bella Rossi’s students")
  expect(label(bella.actor, bella.teacherId)).toBe("all of Bella Rossi’s students")
  expect(label(office, odd.teacherId)).toBe("all of OTTO All my students’s students")
  expect(label(bella.actor, odd.teacherId)).toBeUndefined()
})
