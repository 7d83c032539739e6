import fc from "fast-check"
import { expect, test } from "vitest"
import { laneLabels } from "./week"

const rooms = (...names: string[]) => laneLabels(names.map((name) => ({ name, short: name })))
const teachers = (...names: string[]) =>
  laneLabels(names.map((name) => ({ name, short: name.split(" ").at(-1) ?? name })))

test("rooms that differ by their number are told apart by it", () => {
  expect(rooms("Drum room", "Hall", "Room 1", "Room 2", "Studio 3")).toEqual(["D", "H", "R1", "R2", "S"])
})

test("names of one letter are told apart by their words, their next letters or their first names", () => {
  expect(rooms("Small hall", "Small studio")).toEqual(["SH", "SS"])
  expect(teachers("Helena Novak", "Ada Nielsen", "Ingrid Solheim")).toEqual(["No", "Ni", "S"])
  expect(teachers("Ana Ruiz", "Beatriz Ruiz")).toEqual(["AR", "BR"])
})

test("no two lanes have the same label, whatever they are called", () => {
  const name = fc.stringMatching(/^[A-Ca-c]{1,3}( [A-C1-2]{1,2}){0,2}$/)
  fc.assert(
    fc.property(fc.array(name, { maxLength: 7 }), (names) => {
      const labels = [rooms(...names), teachers(...names)]
      for (const each of labels) {
        expect(new Set(each).size).toBe(names.length)
        expect(each.every((label) => label !== "")).toBe(true)
      }
    }),
  )
})
