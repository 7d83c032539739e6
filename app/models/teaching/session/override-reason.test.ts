import { expect, test } from "vitest"
import { z } from "zod"
import { isReasoned, needsReason, overrideReason } from "./override-reason"

const form = z.object({ overrideReason, intent: z.string() }).refine(isReasoned, needsReason)
const said = (typed: string | undefined, intent = "override") =>
  form
    .safeParse({ overrideReason: typed, intent })
    .error?.issues.map(({ path, message }) => [path[0], message])

test("a reason to accept a clash that was typed is called too short, not missing", () => {
  expect(said(undefined)).toEqual([["overrideReason", "Enter a reason."]])
  expect(said("  ")).toEqual([["overrideReason", "Enter a reason."]])
  expect(said(" ok ")).toEqual([["overrideReason", "That reason is too short. Use at least 3 characters."]])
  expect([said("Agreed"), said("", "save")]).toEqual([undefined, undefined])
})
