import { expect, test } from "vitest"
import { graceDays } from "~/models/accounts/subscription/subscription"
import planHelp from "../help/articles/choose-a-plan.md?raw"
import terms from "./terms.md?raw"

test("the terms and the help say the same of a failed payment as the rule: how many days a school stays open", () => {
  for (const text of [terms, planHelp])
    expect(text).toContain(`If a payment fails, your school stays open for ${graceDays} days.`)
})
