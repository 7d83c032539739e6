import { expect, test } from "vitest"
import { absenceNoticedLetter, lessonsArrangedLetter, sessionChangedLetter } from "./lesson-letters"
import { writeLetter } from "./letter"

const data = {
  seatId: "seat",
  schoolName: "Harmony",
  recipientName: "Marcus Whitfield",
  studentName: "Otis Haddad",
  className: "Guitar",
  when: "Wed, Nov 25, 4:00 PM",
  text: null,
}

test("a teacher reads of one lesson in a sentence", () => {
  const { subject, paragraphs, facts } = absenceNoticedLetter({ ...data, comes: false })
  expect(subject).toBe("Otis Haddad can’t come: Wed, Nov 25, 4:00 PM")
  expect(paragraphs).toEqual(["Otis Haddad can’t come to Guitar on Wed, Nov 25, 4:00 PM."])
  expect(facts).toBeUndefined()
})

test("a teacher reads of several lessons in a list", () => {
  const others: [string, string][] = [["Wed, Dec 2, 4:00 PM", "Guitar"]]
  const { subject, paragraphs, facts, after } = absenceNoticedLetter({
    ...data,
    comes: false,
    others,
    text: "Traveling",
  })
  expect(subject).toBe("Otis Haddad can’t come: 2 lessons")
  expect(paragraphs).toEqual(["Otis Haddad can’t come to these lessons:"])
  expect(after).toEqual(["“Traveling”"])
  expect(facts).toEqual([["Wed, Nov 25, 4:00 PM", "Guitar"], ...others])
  expect(absenceNoticedLetter({ ...data, comes: true, others }).paragraphs).toEqual([
    "Otis Haddad is coming to these lessons after all:",
  ])
})

const arranged = {
  schoolName: "Harmony",
  recipientName: "Nadia Haddad",
  teacherName: "Marcus Whitfield",
  away: "November 25 to 27",
  isUndone: false,
  audience: "family" as const,
  lessons: [["Wed, Nov 25, 5:00 PM", "Guitar, Milo moves to Mon, Nov 30, 5:00 PM"]] as [string, string][],
}

test("a family whose lesson moves while its teacher is away is asked to confirm the new time", () => {
  const one = lessonsArrangedLetter({ ...arranged, movedIds: ["lesson-1"] })
  expect(one.button).toMatchObject({ label: "Confirm or decline" })
  expect(one.button?.url).toMatch(/\/student\/schedule\/lesson-1$/)
  expect(one.after).toContain("Does the new time work for you? You can confirm or decline it.")
  const two = lessonsArrangedLetter({ ...arranged, movedIds: ["lesson-1", "lesson-2"] })
  expect(two.button).toMatchObject({ label: "Confirm or decline" })
  expect(two.button?.url).toMatch(/\/student\/schedule$/)
  expect(lessonsArrangedLetter(arranged).button?.label).toBe("View schedule")
})

test("what a letter announces with a colon comes right after it, and questions about it below", () => {
  const { text } = writeLetter(lessonsArrangedLetter({ ...arranged, movedIds: ["lesson-1"] }))
  expect(text).toContain(
    "Here is what we arranged for you:\n\nWed, Nov 25, 5:00 PM: Guitar, Milo moves to Mon, Nov 30, 5:00 PM\n\nDoes the new time",
  )
  const canceled = sessionChangedLetter({
    schoolName: "Harmony",
    recipientName: "Nadia Haddad",
    change: "cancelled",
    forTeacher: false,
    lessons: arranged.lessons,
    reason: "Snow",
  })
  expect(writeLetter(canceled).text).toMatch(/canceled:\n\nWed, Nov 25.*\n\nReason: Snow/)
})
