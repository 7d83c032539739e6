import { expect, test } from "vitest"
import { sessionChangedLetter } from "./lesson-letters"

// Milo's guitar moves from Tuesdays to Mondays; one lesson gets another teacher, too.

const moves: [string, string][] = [
  ["Tue, Dec 8, 4:15 PM", "Mon, Dec 7, 4:45 PM"],
  ["Tue, Dec 15, 4:15 PM", "Mon, Dec 14, 4:45 PM"],
  ["Tue, Dec 22, 4:15 PM", "Mon, Dec 21, 4:45 PM"],
  ["Tue, Dec 29, 4:15 PM", "Mon, Dec 28, 4:45 PM"],
]
const listed = (teacherOf: (index: number) => string) =>
  moves.map(([was, is], index): [string, string] => [was, `Guitar, Milo, now ${is} with ${teacherOf(index)}`])
const weekly = [{ was: "Tuesdays 4:15 PM", is: "Mondays 4:45 PM from Dec 7", lessons: moves }]
const data = {
  schoolName: "Harmony",
  recipientName: "Nadia Haddad",
  change: "moved",
  reason: null,
  forTeacher: false,
} as const

test("a new weekly time is one line", () => {
  const { facts } = sessionChangedLetter({ ...data, weekly, lessons: listed(() => "Theo") })
  expect(facts).toEqual([["Tuesdays 4:15 PM", "Guitar, Milo, now Mondays 4:45 PM from Dec 7 with Theo"]])
})

test("a lesson that doesn’t follow it is listed by its date", () => {
  const lessons = listed((index) => (index === 2 ? "Eva" : "Theo"))
  const extra: [string, string] = ["Wed, Dec 9, 4:00 PM", "Theory, Milo, now Thu, Dec 10, 4:00 PM"]
  const { facts } = sessionChangedLetter({ ...data, weekly, lessons: [...lessons, extra] })
  expect(facts).toEqual([
    ["Tuesdays 4:15 PM", "Guitar, Milo, now Mondays 4:45 PM from Dec 7 with Theo"],
    ["Tue, Dec 22, 4:15 PM", "Guitar, Milo, now Mon, Dec 21, 4:45 PM with Eva"],
    extra,
  ])
})

test("two lessons are listed each", () => {
  const lessons = listed(() => "Theo").slice(0, 2)
  expect(sessionChangedLetter({ ...data, weekly, lessons }).facts).toEqual(lessons)
})
