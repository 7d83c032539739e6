import { describe, expect, it } from "vitest"
import type { z } from "zod"
import { amount, block, day, line, lines, neededChoice, neededLine, textOrNull, time } from "./form-text"
import { cannotBeShown } from "./unseen-text"

/** The value a form's text becomes, or the first thing that is wrong with it. */
function read(schema: z.ZodType, text: unknown) {
  const result = schema.safeParse(text)
  return result.success ? result.data : result.error.issues[0]?.message
}

describe("text that is typed into a form", () => {
  it("is a line without the spaces around it", () => {
    expect(read(line(10, "Too long."), "  Jose\u0301 ")).toBe("José")
    expect(read(line(3, "Too long."), "Milo")).toBe("Too long.")
    expect(read(line(10, "Too long."), "Mi\nlo")).toBe(cannotBeShown)
  })

  it("is asked for where it is missing or nothing but spaces", () => {
    const name = neededLine("Enter a name.", 4, "Too long.")
    expect([undefined, "", "  ", "Milo", "Milos"].map((text) => read(name, text))).toEqual([
      "Enter a name.",
      "Enter a name.",
      "Enter a name.",
      "Milo",
      "Too long.",
    ])
  })

  it("is asked for in the field’s own text where nothing was chosen", () => {
    const family = neededChoice("Choose a family.")
    expect([undefined, "", "one", "x".repeat(65)].map((text) => read(family, text))).toEqual([
      "Choose a family.",
      "Choose a family.",
      "one",
      expect.any(String),
    ])
  })

  it("is null where it may be left out", () => {
    const note = textOrNull(5, "Too long.")
    expect([undefined, " ", " hi "].map((text) => read(note, text))).toEqual([null, null, "hi"])
  })

  it("has line ends of one kind in lines, and stays as typed in a block", () => {
    expect(read(lines(20, "Too long."), "one\r\ntwo")).toBe("one\ntwo")
    expect(read(block(20, "Too long."), "one\r\n\ttwo")).toBe("one\r\n\ttwo")
    expect(read(block(20, "Too long."), "one\u0007")).toBe(cannotBeShown)
  })
})

it("a day and a time are those of a calendar and a clock", () => {
  const on = day("Choose a day.")
  expect([undefined, "2026-02-30", "1066-10-14", "2026-11-20"].map((text) => read(on, text))).toEqual([
    "Choose a day.",
    "Enter a date that exists, like Dec 31, 2026.",
    "Enter a date that exists, like Dec 31, 2026.",
    "2026-11-20",
  ])
  expect([undefined, "24:00", "16:30"].map((text) => read(time("Choose a time."), text))).toEqual([
    "Choose a time.",
    "Choose a time.",
    "16:30",
  ])
})

it("an amount is read in minor units, from nothing or from one", () => {
  const missing = () => "Enter an amount."
  const price = amount(missing)
  const paid = amount(missing, { wrong: () => "Enter more than nothing.", least: 1 })
  expect(["32.50", "0", "-1", "ten", undefined].map((text) => read(price, text))).toEqual([
    3250,
    0,
    "Enter an amount.",
    "Enter an amount.",
    "Enter an amount.",
  ])
  expect(["0.01", "0"].map((text) => read(paid, text))).toEqual([1, "Enter more than nothing."])
})

describe("an amount that is a number above zero", () => {
  const price = amount(() => "Enter an amount above zero.", { least: 1 })

  it("is refused for its decimals or its size, not as if it were zero", () => {
    expect(read(price, "460.999")).toBe("Use at most two decimals, like 32.50.")
    expect(read(price, "0.005")).toBe("Use at most two decimals, like 32.50.")
    expect(read(price, "99999999999")).toBe("Enter at most 10,000,000.")
    expect(read(price, "abc")).toBe("Enter an amount above zero.")
    expect(read(price, "0")).toBe("Enter an amount above zero.")
  })
})
