import { expect, test } from "vitest"
import { z } from "zod"
import { shortReason } from "./short-reason"

const reason = z.string().trim().min(3, shortReason("Enter a reason."))
const said = (typed: string) => reason.safeParse(typed).error?.issues.map(({ message }) => message) ?? []

test("a reason that was typed is called too short, not missing", () => {
  expect(said("  ")).toEqual(["Enter a reason."])
  expect(said(" ok ")).toEqual(["That reason is too short. Use at least 3 characters."])
  expect(said("moved")).toEqual([])
})
