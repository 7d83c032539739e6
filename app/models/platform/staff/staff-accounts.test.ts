import { emails } from "db/schema/foundation-mail"
import { expect, test } from "vitest"
import { setPasswordByMailbox } from "~/models/accounts/proven-address/proven-address.server"
import { addUser, findUserByEmail } from "~/models/accounts/user/user.server"
import { inAct } from "../../../../tests/support/in-act"
import { rowsOf } from "../../../../tests/support/school"
import { addStaff } from "./staff-accounts.server"

const lettersTo = (email: string) => rowsOf(emails, { recipient: email }).map(({ template }) => template)

function choosePassword(email: string) {
  inAct(setPasswordByMailbox)(findUserByEmail(email)?.id ?? "", "a hash")
  return lettersTo(email)
}

test("who is new on the staff is not told of an account that was taken over", () => {
  const email = "ada@tutti-school.org"
  expect(addStaff(email, { mails: false }).ok).toBe(true)
  expect(choosePassword(email)).not.toContain("address-proven")
})

test("an account that was there with the address unproven is still taken over by who reads its mailbox", () => {
  const email = "eve@tutti-school.org"
  addUser({ name: "Eve", email, passwordHash: "known to somebody", isEmailProven: false })
  expect(addStaff(email, { mails: false }).ok).toBe(true)
  expect(choosePassword(email)).toContain("address-proven")
})
