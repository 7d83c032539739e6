import { expect, test } from "vitest"
import { bringsPendingForms } from "./pending-form-cookie"

test.each([
  ["tutti=a; tutti-form=abc", true],
  ["__Host-tutti-form=abc; tutti=a", true],
  ["tutti-form=; tutti=a", false],
  ["not-tutti-form=abc", false],
  [undefined, false],
])("%s brings kept forms: %s", (cookies, brings) => {
  expect(bringsPendingForms(cookies)).toBe(brings)
})
