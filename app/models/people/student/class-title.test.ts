import { expect, test } from "vitest"
import { nameWithClass, titledIn, titleIn } from "./class-title"

test("in a student's record a private class is called by its instrument alone", () => {
  expect(titleIn("Freya Okafor", "Freya Okafor, violin")).toBe("Violin")
  expect(titleIn("Freya Okafor", "Amara Okafor, violin")).toBe("Amara Okafor, violin")
  expect(titleIn("Freya Okafor", "String quartet")).toBe("String quartet")
  expect(titleIn("Freya Okafor", "Freya Okafor, ")).toBe("Freya Okafor, ")
  expect(titleIn("Élan Dubois", "Élan Dubois, élan drums")).toBe("Élan drums")
})

test("rows keep everything else", () => {
  expect(titledIn("Milo Haddad", [{ id: "1", className: "Milo Haddad, guitar" }])).toEqual([
    { id: "1", className: "Guitar" },
  ])
})

test("where rows are of many students, a class named after one says whose it is already", () => {
  expect(nameWithClass("Freya Okafor", "Freya Okafor, violin")).toBe("Freya Okafor, violin")
  expect(nameWithClass("Wilma Quist", "Wilma Quist")).toBe("Wilma Quist")
  expect(nameWithClass("Freya Okafor", "String quartet")).toBe("Freya Okafor, String quartet")
})
