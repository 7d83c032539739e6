import { recoveryCodes, secondFactors } from "db/schema/accounts"
import { calendarFeeds } from "db/schema/exchange"
import { oneTimeLinks } from "db/schema/foundation"
import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { staffInvitations } from "db/schema/people"
import { describe, expect, test } from "vitest"
import { renewFeed } from "~/models/exchange/calendar-feed/calendar-feed.server"
import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { findInvitation } from "~/models/people/invitation/invitation.server"
import { inviteStaff } from "~/models/people/invitation/invite.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { inAct } from "../../../../tests/support/in-act"
import { addRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { mailPasswordReset, resetPassword } from "../password-reset/password-reset.server"
import { changePassword } from "../profile/profile.server"
import { beginSecondFactor, confirmSecondFactor } from "../second-factor/second-factor.server"
import { findSignIn, startSignIn, startSignInInstead } from "../sign-in/sign-in.server"
import { hashPassword, passwordMatches } from "../user/password.server"
import { findUser, isUnproven } from "../user/user.server"
import { askForConfirmation, confirmAddress, findConfirmation } from "./confirm-address.server"

const browser = { remember: true, userAgent: "test" }

/** Someone has registered a school with an address that may not be theirs. */
function squatted() {
  const { actor, userId } = openSchool({ name: "Trap", isEmailProven: false })
  const email = findUser(userId)?.email ?? ""
  return { actor, userId, email, token: startSignIn(userId, browser).token }
}

const newestToken = (subjectId: string) => {
  const link = rowsOf(oneTimeLinks, { subjectId }, { by: "id" }).at(-1)
  return tokenOf(link?.id ?? "")
}
const lettersTo = (email: string, template: string) => rowsOf(emails, { recipient: email, template })

function confirmationOf(userId: string) {
  expect(askForConfirmation(userId).ok).toBe(true)
  return newestToken(userId)
}

describe("an account whose address no one has proven", () => {
  test("can have no second factor, begun or confirmed", () => {
    const { userId } = squatted()
    expect(beginSecondFactor(userId)).toBeRefused("unproven")
    const row = { userId, sealedSecret: "planted", createdAt: now() }
    addRows(secondFactors, row)
    expect(confirmSecondFactor(userId, "123456", "none")).toBeRefused("not-begun")
  })

  test("is proven by a confirmation: everything of before ends, and a letter names its schools", () => {
    const { actor, userId, email, token } = squatted()
    renewFeed(actor)
    const asked = { schoolId: actor.school.id, id: newId(), createdAt: now(), invitedBy: actor.memberId }
    const second = { ...asked, name: "Second self", email: "second@self.example" }
    addRows(staffInvitations, second)
    const invited = inviteStaff(actor, second.id)
    if (!invited.ok) throw new Error(invited.reason)
    const planted = { userId, sealedSecret: "planted", confirmedAt: now(), createdAt: now() }
    addRows(secondFactors, planted)
    addRows(recoveryCodes, { id: newId(), userId, codeHash: "planted", createdAt: now() })

    const link = confirmationOf(userId)
    expect(confirmAddress(link, "the owner's hash")).toEqual({ ok: true, userId })
    expect(findSignIn(token)).toBeUndefined()
    const user = findUser(userId)
    expect([user?.passwordHash, user && isUnproven(user)]).toEqual(["the owner's hash", false])
    expect(rowsOf(secondFactors, { userId })).toEqual([])
    expect(rowsOf(recoveryCodes, { userId })).toEqual([])
    const feeds = rowsOf(calendarFeeds, { schoolId: actor.school.id })
    expect(feeds.map(({ revokedAt }) => revokedAt)).toEqual([now()])
    expect(findInvitation(tokenOf(invited.linkId)).state).toBe("revoked")
    const letters = lettersTo(email, "address-proven")
    expect(letters.map(({ data }) => JSON.parse(data))).toEqual([{ email, schoolNames: ["Trap"] }])
    const verbs = rowsOf(events, { schoolId: actor.school.id })
    expect(verbs.map(({ verb }) => verb)).toContain("prove-address")
    expect(beginSecondFactor(userId)).toEqual({ ok: true })
  })

  test("is proven by a reset in the same way, once", async () => {
    const { userId, email, token } = squatted()
    inAct(mailPasswordReset)(email)
    const reset = { token: newestToken(userId), email, password: "three small words" }
    expect(await resetPassword(reset)).toEqual({ userId })
    expect(findSignIn(token)).toBeUndefined()
    expect(lettersTo(email, "address-proven")).toHaveLength(1)
    expect(lettersTo(email, "password-changed")).toHaveLength(0)
    expect(await resetPassword({ ...reset, password: "again the same" })).toBeUndefined()
  })

  test("is not proven by a link that is used, replaced, or of another account", async () => {
    const { userId, email } = squatted()
    const first = confirmationOf(userId)
    const second = confirmationOf(userId)
    expect(findConfirmation(first)).toBeUndefined()
    for (const made of [first, "guessed", "", confirmationOf(squatted().userId).slice(1)])
      expect(confirmAddress(made, "x")).toBeRefused("unusable")
    inAct(mailPasswordReset)(email)
    expect(confirmAddress(newestToken(userId), "x")).toBeRefused("unusable")
    expect(await resetPassword({ token: second, email, password: "no reset link" })).toBeUndefined()
    expect(confirmAddress(second, "the owner's hash").ok).toBe(true)
    expect(confirmAddress(second, "the attacker's hash")).toBeRefused("unusable")
    expect(findUser(userId)?.passwordHash).toBe("the owner's hash")
  })

  test("an open confirmation changes nothing after a reset was faster", async () => {
    const { userId, email } = squatted()
    const confirmation = confirmationOf(userId)
    inAct(mailPasswordReset)(email)
    await resetPassword({ token: newestToken(userId), email, password: "three small words" })
    const { passwordHash } = findUser(userId) ?? {}
    expect(confirmAddress(confirmation, "late")).toBeRefused("unusable")
    expect(findUser(userId)?.passwordHash).toBe(passwordHash)
    expect(askForConfirmation(userId)).toBeRefused("proven")
  })
})

test("what was begun before the mailbox took over cannot be finished after it", () => {
  const { userId, token } = squatted()
  const signIn = findSignIn(token)
  const checked = findUser(userId)?.passwordHash ?? null
  confirmAddress(confirmationOf(userId), "the owner's hash")
  expect(changePassword(userId, "the squatter's hash", signIn?.id ?? "")).toBe(false)
  expect(startSignInInstead(userId, browser, { checked, replaces: null })).toBeUndefined()
  expect(findUser(userId)?.passwordHash).toBe("the owner's hash")
})

test("a proven account keeps its second factor through a reset", async () => {
  const { userId } = openSchool()
  const email = findUser(userId)?.email ?? ""
  const row = { userId, sealedSecret: "own", confirmedAt: now(), createdAt: now() }
  addRows(secondFactors, row)
  inAct(mailPasswordReset)(email)
  await resetPassword({ token: newestToken(userId), email, password: "three small words" })
  expect(rowsOf(secondFactors, { userId })).toHaveLength(1)
  expect(lettersTo(email, "password-changed")).toHaveLength(1)
  expect(lettersTo(email, "address-proven")).toHaveLength(0)
})

test("one password in all its Unicode forms is one password; hashes of before keep working", async () => {
  const composed = "caf\u00e9 \u00fcber \u212bngstr\u00f6m"
  const decomposed = composed.normalize("NFD")
  expect(decomposed).not.toBe(composed)
  const hash = await hashPassword(decomposed)
  for (const typed of [composed, decomposed, composed.normalize("NFKC")])
    expect(await passwordMatches(hash, typed)).toBe(true)
  expect(await passwordMatches(hash, "cafe uber angstrom")).toBe(false)
  const { hash: plain } = await import("@node-rs/argon2")
  const old = await plain(decomposed)
  expect(await passwordMatches(old, decomposed)).toBe(true)
})
