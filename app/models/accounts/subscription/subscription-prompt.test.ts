import { expect, test } from "vitest"
import { opensOver, promptOf } from "./subscription-prompt"

const opens = (status: "pending" | "expired", path: string) => {
  const prompt = promptOf(status, "school")
  return prompt !== null && opensOver(prompt, path)
}

test("the dialog of a school that hasn’t paid never covers the page it writes to us on, nor its own", () => {
  for (const path of [
    "/support",
    "/support/anything",
    "/select-plan",
    "/subscription",
    "/settings/admin/export",
  ])
    expect([opens("pending", path), opens("expired", path)], path).toEqual([false, false])
  expect([opens("pending", "/students"), opens("expired", "/students")]).toEqual([true, true])
  // A name that only begins so is another page.
  expect(opens("expired", "/supporters")).toBe(true)
  expect(promptOf("active", "school")).toBeNull()
})
