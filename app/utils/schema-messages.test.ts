import { expect, test } from "vitest"
import { z } from "zod"
import { whenMissing } from "./schema-messages"

const Form = z.object({
  name: z.string().min(3),
  email: z.email(),
  age: z.number(),
  school: z.string({ error: whenMissing("School name is required.") }).min(2, "School name is required."),
})

const messagesFor = (input: unknown) =>
  Object.fromEntries(
    (Form.safeParse(input).error?.issues ?? []).map(({ path, message }) => [path.join("."), message]),
  )

test("where a rule has no words of its own, the specification's generic ones appear", () => {
  expect(messagesFor({})).toEqual({
    name: "Required",
    email: "Required",
    age: "Required",
    school: "School name is required.",
  })
  expect(messagesFor({ name: 7, email: null, age: "7", school: {} })).toEqual({
    name: "Expected string, received number",
    email: "Expected string, received null",
    age: "Expected number, received string",
    school: "Expected string, received object",
  })
  expect(messagesFor({ name: "ab", email: "nobody", age: 7, school: "S" })).toEqual({
    name: "String must contain at least 3 character(s)",
    email: "Invalid email",
    school: "School name is required.",
  })
  expect(messagesFor(null)).toEqual({ "": "Expected object, received null" })
})
