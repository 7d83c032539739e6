import { expect, test } from "vitest"
import { withoutName } from "../invoice/invoice-paper"
import { monthDescription, seatDescription } from "./charge"

const wilma = { firstName: "Wilma", name: "Wilma Quist" }
const lesson = (className: string, instrument: string | null = null) => ({
  className,
  instrument,
  minutes: 45,
})

test("a line names the student once, also where the class is called like them", () => {
  expect(
    [
      lesson("Wilma Quist"),
      lesson("Wilma Quist, trial"),
      lesson("Wilma Quist, violin", "Violin"),
      lesson("Choir"),
      lesson("Wilma Quistgaard"),
    ].map((each) => seatDescription(wilma, each)),
  ).toEqual([
    "Wilma, lesson, 45 min",
    "Wilma, trial, 45 min",
    "Wilma, violin, 45 min",
    "Wilma, Choir, 45 min",
    "Wilma, Wilma Quistgaard, 45 min",
  ])
  expect(
    ["Wilma Quist", "Wilma Quist, violin", "Choir"].map((each) =>
      monthDescription(wilma, each, "November 2026"),
    ),
  ).toEqual(["Wilma, lessons, November 2026", "Wilma, violin, November 2026", "Wilma, Choir, November 2026"])
  expect(withoutName("Wilma, lesson, 45 min", "Wilma Quist")).toBe("Lesson, 45 min")
})
