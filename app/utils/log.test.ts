import { expect, test } from "vitest"
import { errorFacts } from "./log.server"

test("an error is logged with its place, not with the values it was thrown with", () => {
  const error = new Error(
    "Failed query: insert into users values (?)\nparams: ruth@harmony.example,$argon2id$v=19",
  )
  const facts = errorFacts(
    Object.assign(error, { params: ["ruth@harmony.example"], code: "SQLITE_CONSTRAINT" }),
  )
  expect(facts).toMatchObject({ type: "Error", code: "SQLITE_CONSTRAINT" })
  expect(JSON.stringify(facts)).not.toMatch(/ruth|argon/)
  expect(JSON.stringify(facts)).toContain("log.test.ts")
})

test("a cause is named in the stack, without its values", () => {
  const cause = new Error("inner\nparams: secret")
  expect(JSON.stringify(errorFacts(new Error("outer", { cause })))).not.toContain("secret")
})

test("what is thrown and no error is named by its kind alone", () => {
  expect(errorFacts("a password")).toEqual({ message: "A thrown string" })
  expect(errorFacts({ password: "x" })).toEqual({ message: "A thrown object" })
})
