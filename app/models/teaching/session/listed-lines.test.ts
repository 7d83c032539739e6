import { expect, test } from "vitest"
import { areSearched, listedLines, soughtTexts } from "./listed-lines"

const lines = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `teacher-${at}` }))

test("up to fifty teachers or rooms are listed, of more only the one chosen", () => {
  expect([areSearched(lines(50)), listedLines(lines(50), undefined).length]).toEqual([false, 50])
  expect([areSearched(lines(51)), listedLines(lines(51), undefined)]).toEqual([true, []])
  expect(listedLines(lines(51), "teacher-7")).toEqual([{ id: "teacher-7" }])
  expect(listedLines(lines(51), "another school's")).toEqual([])
})

test("the search says what it looks for", () => {
  expect(soughtTexts({ teachers: false, rooms: false })).toEqual({
    one: "Student or class",
    many: "students or classes",
  })
  expect(soughtTexts({ teachers: true, rooms: true }).one).toBe("Student, class, teacher or room")
})
