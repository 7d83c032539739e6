import { recoveryCodes, secondFactors } from "db/schema/accounts"
import { signIns } from "db/schema/accounts-sign-ins"
import { emails } from "db/schema/foundation-mail"
import { expect, test } from "vitest"
import { fixClock, now } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { codeAt, turnOnSecondFactor } from "../../../../tests/support/second-factor"
import { countRecoveryCodes, hasSecondFactor } from "../sign-in/second-factor-state.server"
import { findSignIn, startSignIn } from "../sign-in/sign-in.server"
import {
  acceptCode,
  beginSecondFactor,
  confirmSecondFactor,
  findOpenEnrolment,
  removeSecondFactor,
  replaceRecoveryCodes,
} from "./second-factor.server"

const signInOf = (userId: string) => {
  const { token } = startSignIn(userId, { remember: false, userAgent: "test" })
  return { token, id: findSignIn(token)?.id ?? "" }
}

/** Turned on in the present half minute, whose code is used up. */
function enrolled() {
  const { userId } = openSchool()
  const signIn = signInOf(userId)
  const { secret, recoveryCodes: codes } = turnOnSecondFactor(userId, signIn.id)
  return { userId, secret, signIn, codes }
}

test("counts only once a first code has confirmed it, and then ends every other login", () => {
  const { userId } = openSchool()
  const [here, elsewhere] = [signInOf(userId), signInOf(userId)]
  expect(confirmSecondFactor(userId, "123456", here.id)).toBeRefused("not-begun")
  expect(beginSecondFactor(userId)).toEqual({ ok: true })
  const open = findOpenEnrolment(userId)
  expect(open?.address).toMatch(
    /^otpauth:\/\/totp\/Tutti:ruth\d+%40harmony\.example\?issuer=Tutti&secret=[A-Z2-7]{32}&/,
  )
  expect(hasSecondFactor(userId)).toBe(false)
  const wrong = codeAt(open?.secret ?? "", now() + 600_000)
  expect(confirmSecondFactor(userId, wrong, here.id)).toBeRefused("wrong-code")
  const confirmed = confirmSecondFactor(userId, codeAt(open?.secret ?? ""), here.id)
  expect(confirmed.ok && confirmed.recoveryCodes).toHaveLength(10)
  expect(hasSecondFactor(userId)).toBe(true)
  expect(findSignIn(here.token)).toBeDefined()
  expect(findSignIn(elsewhere.token)).toBeUndefined()
  expect(beginSecondFactor(userId)).toBeRefused("already-on")
  expect(findOpenEnrolment(userId)).toBeUndefined()
})

test("a code opens once, and only near its time", () => {
  const { userId, secret } = enrolled()
  expect(acceptCode(userId, { code: codeAt(secret) })).toBe(false)
  const next = codeAt(secret, testNow + 30_000)
  expect(acceptCode(userId, { code: next })).toBe(true)
  expect(acceptCode(userId, { code: next })).toBe(false)
  fixClock(testNow + 300_000)
  expect(acceptCode(userId, { code: codeAt(secret, testNow + 120_000) })).toBe(false)
  expect(acceptCode(userId, { code: ` ${codeAt(secret).replace(/^.../, "$& ")} ` })).toBe(true)
  for (const code of ["", "12345", "1234567", "abcdef", "１２３４５６"])
    expect(acceptCode(userId, { code })).toBe(false)
})

test("a recovery code opens once, however it is typed, and only its owner's door", () => {
  const { userId, codes } = enrolled()
  const stranger = enrolled()
  const [first = "", second = ""] = codes
  expect(acceptCode(stranger.userId, { recoveryCode: first })).toBe(false)
  expect(acceptCode(userId, { recoveryCode: first.toUpperCase().replaceAll("-", " ") })).toBe(true)
  expect(acceptCode(userId, { recoveryCode: first })).toBe(false)
  expect(countRecoveryCodes(userId)).toBe(9)
  expect(replaceRecoveryCodes(userId)).toHaveLength(10)
  expect(acceptCode(userId, { recoveryCode: second })).toBe(false)
})

test("neither secret nor recovery codes can be read in the database", () => {
  const { userId, secret, codes } = enrolled()
  const rows = JSON.stringify([rowsOf(secondFactors, { userId }), rowsOf(recoveryCodes, { userId })])
  expect(rows).not.toContain(secret.replaceAll(" ", ""))
  for (const code of codes) expect(rows).not.toContain(code)
})

test("turning it off forgets everything, ends other logins, and both changes are emailed", () => {
  const { userId, signIn, codes } = enrolled()
  const elsewhere = signInOf(userId)
  removeSecondFactor(userId, signIn.id)
  expect(hasSecondFactor(userId)).toBe(false)
  expect(acceptCode(userId, { recoveryCode: codes[0] })).toBe(false)
  expect(findSignIn(elsewhere.token)).toBeUndefined()
  expect(rowsOf(signIns, { userId })).toHaveLength(1)
  const mails = rowsOf(emails, { template: "second-factor-changed" })
  expect(mails.slice(-2).map(({ data }) => JSON.parse(data).state)).toEqual(["on", "off"])
})
