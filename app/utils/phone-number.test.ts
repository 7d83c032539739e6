import { expect, test } from "vitest"
import { digitsOf, isNumberMeant, typedDigits } from "./phone-number"

const isFound = (stored: string, text: string) => {
  const typed = typedDigits(text)
  return typed !== undefined && isNumberMeant(digitsOf(stored), typed)
}

const american = [
  "5550101236",
  "+15550101236",
  "555-010-1236",
  "(555) 010-1236",
  "1 555.010.1236",
  "001 555 010 1236",
]
const german = [
  "030 1234567",
  "+49 30 1234567",
  "0049 30 1234567",
  "+49 (0)30 1234567",
  "030/1234567",
  "0301234567",
]
const british = ["020 7946 0958", "+44 20 7946 0958", "+44 (0) 20 7946 0958"]

test.each([american, german, british])("a number is found in any of its spellings", (...spellings) => {
  for (const stored of spellings)
    for (const text of spellings) expect(isFound(stored, text), `${stored} by ${text}`).toBe(true)
})

test("a number is found by six of its digits, and one with an extension too", () => {
  expect(isFound("(555) 010-1236", "555 010")).toBe(true)
  expect(isFound("(555) 010-1236", "010-1236")).toBe(true)
  expect(isFound("(555) 010-1236 ext. 12", "+1 555 010 1236")).toBe(true)
})

test("a number is found behind a word with the letters of an extension", () => {
  for (const stored of [
    "fax 030 1234",
    "Fax: 030 1234",
    "#030 1234",
    "fax 030 1234 ext. 12",
    "030 1234 fax 030 777",
  ])
    expect(isFound(stored, "030 1234"), stored).toBe(true)
  expect(isFound("fax 030 1234 x 777", "030 1234 777")).toBe(false)
})

test("other numbers, numbers of another country and texts aren’t meant", () => {
  expect(isFound("(555) 010-1236", "5550101237")).toBe(false)
  expect(isFound("+44 555 010 1236", "+1 555 010 1236")).toBe(false)
  expect(isFound("(555) 010-1236", "55501")).toBe(false)
  expect(isFound("1236", "5550101236")).toBe(false)
  expect(isFound("(555) 010-1236", "Nora 5550101236")).toBe(false)
})
