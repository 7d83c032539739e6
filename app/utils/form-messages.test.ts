import { afterEach, expect, test } from "vitest"
import { z } from "zod"
import { exampleDate, formMessage } from "./form-messages"
import { findFormatsBy, usualFormats } from "./formats"

afterEach(() => findFormatsBy(() => usualFormats))

const Form = z.object({
  name: z.string().min(3).max(1000),
  email: z.email(),
  size: z.enum(["S", "M"]),
  age: z.number().min(4).max(99),
  days: z.array(z.string()).min(1).max(2),
  own: z.string().refine((text) => text !== "own"),
  kind: z.string({ error: "Choose a kind." }).max(3, "Keep it short."),
})
const good = { name: "Mia", email: "mia@example.com", size: "S", age: 9, days: ["1"], own: "", kind: "a" }
const said = (input: Record<string, unknown>) =>
  (Form.safeParse({ ...good, ...input }, { error: formMessage }).error?.issues ?? []).map(
    ({ message }) => message,
  )

test.each<[Record<string, unknown>, string]>([
  [{ name: undefined }, "Fill in this field."],
  [{ name: 7 }, "We can’t read this. Check it and try again."],
  [{ name: "ab" }, "Enter at least 3 characters."],
  [{ name: "x".repeat(1001) }, "Use at most 1,000 characters."],
  [{ email: "mia" }, "Enter a complete email address, such as zoe@example.com."],
  [{ size: undefined }, "Choose one of the options."],
  [{ size: "XL" }, "This isn’t one of the options. Choose one."],
  [{ age: 3 }, "Enter 4 or more."],
  [{ age: 100 }, "Enter 99 or less."],
  [{ days: [] }, "Choose at least 1."],
  [{ days: ["1", "2", "3"] }, "Choose at most 2."],
  [{ own: "own" }, "We can’t read this. Check it and try again."],
])("%j without words of its own says %s", (input, message) => {
  expect(said(input)).toEqual([message])
})

test.each([
  ["mdy", "Dec 31, 2026"],
  ["dmy", "31 Dec 2026"],
  ["ymd", "2026-12-31"],
] as const)(
  "a date that doesn’t exist is answered with one as a %s school writes it",
  (dateOrder, example) => {
    findFormatsBy(() => ({ ...usualFormats, dateOrder }))
    const said = z.object({ on: z.iso.date() }).safeParse({ on: "2026-02-30" }, { error: formMessage })
    expect(said.error?.issues[0]?.message).toBe(`Enter a date that exists, like ${example}.`)
    expect(exampleDate()).toContain(example)
  },
)

test("a rule's own words stay", () => {
  expect(said({ kind: undefined })).toEqual(["Choose a kind."])
  expect(said({ kind: "long" })).toEqual(["Keep it short."])
})
