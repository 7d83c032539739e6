import { oneTimeLinks } from "db/schema/foundation"
import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { readerUpdates } from "db/schema/teaching-reader-updates"
import { describe, expect, test } from "vitest"
import { newRow } from "~/models/foundation/access/own.server"
import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { fixClock, now } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { inAct } from "../../../../tests/support/in-act"
import { addRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { mailPasswordReset } from "../password-reset/password-reset.server"
import { setPasswordByMailbox } from "../proven-address/proven-address.server"
import { endOtherSignIns } from "../sign-in/own-sign-ins.server"
import { findSignIn, startSignIn } from "../sign-in/sign-in.server"
import { findUser } from "../user/user.server"
import { askForEmailChange, changeEmail, findEmailChange } from "./change-email.server"
import { changePassword } from "./profile.server"

function open() {
  const { userId, actor } = openSchool()
  return { userId, actor, old: findUser(userId)?.email ?? "" }
}

const newestToken = (userId: string, purpose: "email-change" | "password-reset" = "email-change") => {
  const link = rowsOf(oneTimeLinks, { subjectId: userId, purpose }, { by: "id" }).at(-1)
  return link ? tokenOf(link.id) : undefined
}
const lettersTo = (recipient: string) => rowsOf(emails, { recipient }).map(({ template }) => template)

describe("another email to log in with", () => {
  test("counts once its link is used, tells the old address, and keeps logins", () => {
    const { userId, actor, old } = open()
    const { token } = startSignIn(userId, { remember: true, userAgent: "test" })
    inAct(mailPasswordReset)(old)
    const wanted = `${userId}@new.example`
    expect(askForEmailChange(userId, wanted.toUpperCase())).toEqual({ ok: true })
    expect(findUser(userId)?.email).toBe(old)
    const link = newestToken(userId) ?? ""
    expect(findEmailChange(link)?.link.email).toBe(wanted)
    expect(changeEmail(link)).toEqual({ ok: true, email: wanted })
    expect(findUser(userId)).toMatchObject({ email: wanted, emailProvenAt: now() })
    expect(findSignIn(token)).toBeDefined()
    expect(lettersTo(old)).toContain("email-changed")
    expect(lettersTo(wanted)).toEqual(["email-change"])
    const verbs = rowsOf(events, { schoolId: actor.school.id })
    expect(verbs.find(({ verb }) => verb === "change-email")).toMatchObject({ noun: "member" })
    expect(changeEmail(link)).toBeRefused("unusable")
    const resets = rowsOf(oneTimeLinks, { subjectId: userId, purpose: "password-reset" })
    expect(resets.every(({ revokedAt }) => revokedAt !== null)).toBe(true)
  })

  test("is answered alike when the address has an account, which gets no link and stays", () => {
    const [one, other] = [open(), open()]
    expect(askForEmailChange(one.userId, other.old)).toEqual({ ok: true })
    expect(newestToken(one.userId)).toBeUndefined()
    expect(lettersTo(other.old)).toEqual([])
  })

  test("goes to the first of two who ask for one address", () => {
    const [one, other] = [open(), open()]
    const wanted = `${one.userId}@new.example`
    for (const { userId } of [one, other]) askForEmailChange(userId, wanted)
    expect(changeEmail(newestToken(other.userId) ?? "").ok).toBe(true)
    expect(changeEmail(newestToken(one.userId) ?? "")).toBeRefused("unusable")
    expect(findUser(one.userId)?.email).toBe(one.old)
  })

  test("isn't the same address, and not by an older, late or guessed link", () => {
    const { userId, old } = open()
    expect(askForEmailChange(userId, old)).toBeRefused("same")
    askForEmailChange(userId, "first@new.example")
    const first = newestToken(userId) ?? ""
    askForEmailChange(userId, "second@new.example")
    const second = newestToken(userId) ?? ""
    for (const made of [first, "guessed", ""]) expect(changeEmail(made)).toBeRefused("unusable")
    fixClock(testNow + 25 * 3_600_000)
    expect(findEmailChange(second)).toBeUndefined()
    expect(findUser(userId)?.email).toBe(old)
  })

  test("is told to the present address, with the time and the address asked for", () => {
    const { userId, old } = open()
    askForEmailChange(userId, "stranger@new.example")
    expect(lettersTo(old)).toEqual(["email-change-asked"])
    const told = rowOf(emails, { recipient: old })
    expect(JSON.parse(told?.data ?? "{}")).toMatchObject({ email: "stranger@new.example", askedAt: testNow })
  })

  test("is off once the password is new, or the other browsers are logged out", async () => {
    const { userId, old } = open()
    const { token } = startSignIn(userId, { remember: true, userAgent: "test" })
    const signInId = findSignIn(token)?.id ?? ""
    const recoveries: (() => unknown)[] = [
      () => changePassword(userId, "another hash", signInId),
      () => endOtherSignIns(userId, signInId),
      () => inAct(setPasswordByMailbox)(userId, "a third hash"),
    ]
    for (const recover of recoveries) {
      askForEmailChange(userId, "stranger@new.example")
      const link = newestToken(userId) ?? ""
      expect(findEmailChange(link)).toBeDefined()
      recover()
      expect(changeEmail(link)).toBeRefused("unusable")
      expect(findUser(userId)?.email).toBe(old)
    }
  })
})

test("a letter about lessons that waits stays with the contact, which another login email doesn’t change", () => {
  const { actor, userId } = openSchool()
  const old = findUser(userId)?.email ?? ""
  addTeacher(actor, { name: "Ruth Castellano", email: old })
  const waiting = { ...newRow(actor), sessionId: "lesson", reader: old, known: "{}", dueAt: testNow }
  addRows(readerUpdates, waiting)
  askForEmailChange(userId, `${userId}@new.example`)
  expect(changeEmail(newestToken(userId) ?? "").ok).toBe(true)
  expect(rowOf(readerUpdates, { id: waiting.id })?.reader).toBe(old)
})
