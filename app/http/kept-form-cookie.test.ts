import { expect, test } from "vitest"
import { bringsKeptForms } from "./kept-form-cookie"

test.each([
  ["tutti=a; tutti-form=abc", true],
  ["__Host-tutti-form=abc; tutti=a", true],
  ["tutti-form=; tutti=a", false],
  ["not-tutti-form=abc", false],
  [undefined, false],
])("%s brings kept forms: %s", (cookies, brings) => {
  expect(bringsKeptForms(cookies)).toBe(brings)
})
