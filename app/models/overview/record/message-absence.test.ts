import { expect, test } from "vitest"
import { lessonMeant, soundsLikeAbsence, studentMeant } from "./message-absence.server"

test("a message that sounds like an absence", () => {
  for (const body of [
    "Milo is sick today",
    "We can’t come on Tuesday",
    "Milo has a school trip on Tuesday and will miss guitar",
    "Lina won't make it tomorrow",
  ])
    expect([body, soundsLikeAbsence(body)]).toEqual([body, true])
  for (const body of ["Thank you, Freya was so happy", "Could Lina have a later time from January?"])
    expect([body, soundsLikeAbsence(body)]).toEqual([body, false])
})

test("the lesson it means is on the day it names, else the next one", () => {
  const lessons = [{ localDate: "2026-11-23" }, { localDate: "2026-11-24" }, { localDate: "2026-11-30" }]
  expect(lessonMeant("Tuesday won't work", lessons, "2026-11-22")?.localDate).toBe("2026-11-24")
  expect(lessonMeant("not tomorrow", lessons, "2026-11-24")?.localDate).toBe("2026-11-24")
  expect(lessonMeant("sick", lessons, "2026-11-22")?.localDate).toBe("2026-11-23")
  expect(lessonMeant("sick", [], "2026-11-22")).toBeUndefined()
})

test("the student it means is the one it names, or the only one", () => {
  const milo = { firstName: "Milo" }
  const otis = { firstName: "Otis" }
  expect(studentMeant("He is sick", [milo])).toBe(milo)
  expect(studentMeant("Otis is sick", [milo, otis])).toBe(otis)
  expect(studentMeant("He is sick", [milo, otis])).toBeUndefined()
})
