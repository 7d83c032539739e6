import { sqlite } from "db/client.server"
import { oneTimeLinks } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { describe, expect, test } from "vitest"
import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { inAct } from "../../../../tests/support/in-act"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { findSignIn, startSignIn } from "../sign-in/sign-in.server"
import { passwordMatches } from "../user/password.server"
import { findUser } from "../user/user.server"
import { askForPasswordReset, findResetLink, mailPasswordReset, resetPassword } from "./password-reset.server"

const minute = 60_000

/** A person who has just been mailed a link. */
function personWithLink() {
  const { userId } = openSchool()
  const email = findUser(userId)?.email ?? ""
  inAct(mailPasswordReset)(email)
  const link = rowsOf(oneTimeLinks, { subjectId: userId }, { by: "id" }).at(-1)
  return { userId, email, token: tokenOf(link?.id ?? "") }
}

const queued = () => sqlite().prepare("select kind, payload from jobs order by created_at, id").all()
const mailTo = (recipient: string) => rowsOf(emails, { recipient }, { only: ["template", "data"] })

describe("asking for a new password", () => {
  test("leaves the same trace for an address with and without an account", () => {
    const { userId } = openSchool()
    const known = findUser(userId)?.email ?? ""
    askForPasswordReset(known.toUpperCase())
    askForPasswordReset("nobody@harmony.example")
    expect(queued()).toEqual([
      { kind: "password-reset", payload: JSON.stringify({ email: known }) },
      { kind: "password-reset", payload: JSON.stringify({ email: "nobody@harmony.example" }) },
    ])
  })

  test("twice before the job ran is one job", () => {
    const before = queued().length
    askForPasswordReset("twice@harmony.example")
    askForPasswordReset(" Twice@Harmony.example ")
    expect(queued()).toHaveLength(before + 1)
  })

  test("mails a person with an account, and no one else; the mail waits without the secret", () => {
    const { email, token } = personWithLink()
    const [mail] = mailTo(email)
    expect(mail?.template).toBe("password-reset")
    expect(mail?.data).not.toContain(token)
    inAct(mailPasswordReset)("nobody@harmony.example")
    expect(mailTo("nobody@harmony.example")).toEqual([])
  })
})

describe("a link to choose a new password", () => {
  test("sets the password, ends every login and tells the person", async () => {
    const { userId, email, token } = personWithLink()
    const phone = startSignIn(userId, { remember: true, userAgent: "phone" })
    expect(await resetPassword({ token, email, password: "ein neues Wort" })).toEqual({ userId })
    expect(await passwordMatches(findUser(userId)?.passwordHash, "ein neues Wort")).toBe(true)
    expect(findSignIn(phone.token)).toBeUndefined()
    expect(mailTo(email).map(({ template }) => template)).toEqual(["password-reset", "password-changed"])
  })

  test("works once; of two at the same moment exactly one wins", async () => {
    const { userId, email, token } = personWithLink()
    const outcomes = await Promise.all([
      resetPassword({ token, email, password: "the first word" }),
      resetPassword({ token, email, password: "the second word" }),
    ])
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    const winner = outcomes[0] ? "the first word" : "the second word"
    expect(await passwordMatches(findUser(userId)?.passwordHash, winner)).toBe(true)
    expect(await resetPassword({ token, email, password: "the third word" })).toBeUndefined()
    expect(mailTo(email)).toHaveLength(2)
  })

  test("is good for one hour", async () => {
    const { email, token } = personWithLink()
    fixClock(testNow + 59 * minute)
    expect(findResetLink(token, email)).toBeDefined()
    fixClock(testNow + 60 * minute)
    expect(await resetPassword({ token, email, password: "too late now" })).toBeUndefined()
  })

  test("belongs to one address", async () => {
    const one = personWithLink()
    const other = personWithLink()
    expect(await resetPassword({ ...one, email: other.email, password: "somebody else" })).toBeUndefined()
    expect(findResetLink(one.token, one.email.toUpperCase())).toBeDefined()
  })

  test("gives way to a newer one", () => {
    const { email, token } = personWithLink()
    fixClock(testNow + minute)
    inAct(mailPasswordReset)(email)
    expect(findResetLink(token, email)).toBeUndefined()
  })
})
