import { expect, test } from "vitest"
import { aFile, megabyte } from "~/addresses/address"
import { largestFile } from "./school-file"

test("a form with a file of a school has room for the largest one", () => {
  expect(aFile).toBe(largestFile + megabyte)
})
