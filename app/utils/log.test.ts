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

test("no line of a value is logged, and a long word takes no time", () => {
  const error = new Error(`Failed query: insert\nparams: one,first line\r\nsecond line\nthird`)
  expect(JSON.stringify(errorFacts(error))).not.toMatch(/first|second|third/)
  expect(JSON.stringify(errorFacts(error))).toContain("log.test.ts")
  expect(errorFacts(new Error("/".repeat(20_000))).message).toHaveLength(20_000)
})

test("a cause is named in the stack, without its values", () => {
  const cause = new Error("inner\nparams: secret")
  expect(JSON.stringify(errorFacts(new Error("outer", { cause })))).not.toContain("secret")
})

test("what is thrown and no error is named by its kind alone", () => {
  expect(errorFacts("a password")).toEqual({ message: "A thrown string" })
  expect(errorFacts({ password: "x" })).toEqual({ message: "A thrown object" })
})

test("an address in an error is logged without its query and without who signs in there", () => {
  for (const address of [
    "http://localhost:3000http://x/dashboard?token=abc&email=ruth@harmony.example",
    "/auth/reset?token=abc",
    "https://ruth:secret@storage.example/bucket?X-Amz-Signature=abc",
  ]) {
    const facts = JSON.stringify(errorFacts(new TypeError(`Failed to parse URL from ${address}`)))
    expect(facts).toContain("Failed to parse URL from")
    expect(facts).not.toMatch(/abc|ruth|secret/)
  }
})
