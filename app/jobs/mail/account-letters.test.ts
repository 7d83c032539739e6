import { expect, test } from "vitest"
import { emailChangeAskedLetter } from "./account-letters"

test("whoever is asked to give up a login email learns who asked when, and how to stop it", () => {
  const askedAt = Date.UTC(2026, 10, 18, 15, 10)
  const letter = emailChangeAskedLetter({ name: "Ruth", email: "stranger@new.example", askedAt })
  const text = letter.paragraphs.join(" ")
  for (const part of ["Nov 18, 2026, 3:10 PM (UTC)", "stranger@new.example", "choose a new password now"])
    expect(text).toContain(part)
  expect(letter.button?.url).toContain("/forgot-password")
})
