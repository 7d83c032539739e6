import { expect, test } from "vitest"
import { z } from "zod"
import { readForm } from "./read-form.server"

const Form = z.object({
  name: z.string(),
  rows: z.array(z.object({ name: z.string().optional() })).default([]),
  password: z.string().optional(),
})
const read = (...fields: [string, string][]) => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return readForm(form, { schema: Form })
}

test("a control character is refused beside its field, wherever the field stands", () => {
  const { error } = read(["name", "A\u0000"], ["rows[1].name", "\u0007"], ["rows[0].name", "Zoe"]).reply()
  expect(Object.keys(error ?? {})).toEqual(["name", "rows[1].name"])
  expect(error?.name).toEqual(["This contains a character that cannot be shown."])
})

test("a password is taken as it is", () => {
  const submission = read(["name", "Zoe"], ["password", "a\u200bb\u0001"])
  expect(submission.status === "success" && submission.value.password).toBe("a\u200bb\u0001")
})

test("a field that asks for a thousand million rows, or nests for ever, is nobody's field", () => {
  const begun = process.cpuUsage()
  for (const name of ["rows[999999999].name", Array(3000).fill("a").join("."), "__proto__.name", "][", ""])
    expect(read(["name", "Zoe"], [name, "x"])).toMatchObject({
      status: "success",
      value: { name: "Zoe", rows: [] },
    })
  expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000)
})
