import { expect, test } from "vitest"
import { absenceNoticedLetter } from "./lesson-letters"

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
  const { subject, paragraphs, facts } = absenceNoticedLetter({
    ...data,
    comes: false,
    others,
    text: "Traveling",
  })
  expect(subject).toBe("Otis Haddad can’t come: 2 lessons")
  expect(paragraphs).toEqual(["Otis Haddad can’t come to these lessons:", "“Traveling”"])
  expect(facts).toEqual([["Wed, Nov 25, 4:00 PM", "Guitar"], ...others])
  expect(absenceNoticedLetter({ ...data, comes: true, others }).paragraphs).toEqual([
    "Otis Haddad is coming to these lessons after all:",
  ])
})
