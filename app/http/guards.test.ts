import { sqlite } from "db/client.server"
import { users } from "db/schema/accounts"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { members } from "db/schema/people"
import { describe, expect, test } from "vitest"
import { startSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { fixClock } from "~/utils/clock.server"
import { pageOwnerHeader, senderHeader } from "~/utils/sender-header"
import { testNow } from "../../tests/support/clock"
import { addMember, changeRows, openSchool } from "../../tests/support/school"
import { formTokenOf, holderOfForm, unprovenOrigin } from "./form-token.server"
import { findViewer, requireMember, requireSuperAdmin, requireUser } from "./guards.server"
import { keepSignInToken } from "./sign-in-cookie.server"

async function requestOf(userId: string | undefined, path = "/students?status=lead", init: RequestInit = {}) {
  const headers = new Headers(init.headers)
  if (userId) {
    const { token } = startSignIn(userId, { remember: false, userAgent: null })
    headers.set("Cookie", (await keepSignInToken(token, undefined)).split(";")[0] ?? "")
  }
  return new Request(`http://localhost:3000${path}`, { ...init, headers })
}

/** Where a guard sends a visitor, or the status it refuses with. */
async function answerOf(guarded: Promise<unknown>): Promise<string | number> {
  const thrown = await guarded.then(
    () => "let in",
    (refusal: unknown) => refusal,
  )
  if (!(thrown instanceof Response)) return thrown as string
  return thrown.headers.get("Location") ?? thrown.status
}

/** Somebody who is a member of no school. */
const ended = {
  user: {
    id: "zoe",
    name: "Zoe Okafor",
    email: null,
    isSuperAdmin: false,
    staffRoles: [],
    mustChangePassword: false,
    needsSecondFactor: false,
    timeZone: null,
  },
  membership: null,
}

const withStatus = (schoolId: string, status: "pending" | "expired") =>
  changeRows(subscriptions, { schoolId }, { status })

describe("guards", () => {
  test("a visitor is sent to the login page and comes back; a form is not repeated", async () => {
    expect(await answerOf(requireUser(await requestOf(undefined)))).toBe(
      "/auth/login?to=%2Fstudents%3Fstatus%3Dlead",
    )
    expect(
      await answerOf(requireMember(await requestOf(undefined, "/x", { method: "POST" }), "student:read")),
    ).toBe("/auth/login")
  })

  test("the wrong role is sent home, the right one let in", async () => {
    const { actor, userId } = openSchool()
    const teacher = addMember(actor, "teacher", "Noa Lindqvist")
    const student = addMember(actor, "student", "Milo Fontaine")
    expect(await answerOf(requireMember(await requestOf(userId), "student:read"))).toBe("let in")
    expect(await answerOf(requireMember(await requestOf(teacher.userId), "student:read"))).toBe(
      "/dashboard/teacher",
    )
    expect(await answerOf(requireMember(await requestOf(student.userId), "student:read"))).toBe(
      "/student/dashboard",
    )
    expect(await answerOf(requireSuperAdmin(await requestOf(userId)))).toBe("/dashboard")
  })

  test("platform staff have their own home and no school's rows", async () => {
    const { userId } = openSchool()
    changeRows(users, { id: userId }, { isSuperAdmin: true })
    sqlite().prepare("update sign_ins set school_id = null, member_id = null").run()
    changeRows(members, { userId }, { deactivatedAt: testNow })
    expect(await answerOf(requireMember(await requestOf(userId), "student:read"))).toBe("/super-admin")
    expect(await answerOf(requireSuperAdmin(await requestOf(userId)))).toBe("let in")
  })

  test.each(["pending", "expired"] as const)(
    "a %s subscription: the office chooses a plan, others wait",
    async (status) => {
      const { actor, userId } = openSchool()
      const teacher = addMember(actor, "teacher", "Noa Lindqvist")
      withStatus(actor.school.id, status)
      expect(await answerOf(requireMember(await requestOf(userId), "student:read"))).toBe(
        "/select-plan?upgrade=true",
      )
      expect(await answerOf(requireMember(await requestOf(teacher.userId), "register:take"))).toBe(
        "/account-paused",
      )
    },
  )

  test("a login ends after twelve hours", async () => {
    const { userId } = openSchool()
    const request = await requestOf(userId)
    fixClock(testNow + 12 * 3_600_000 - 1)
    expect(await findViewer(request)).toBeDefined()
    fixClock(testNow + 12 * 3_600_000)
    expect(await findViewer(request)).toBeUndefined()
  })
})

test("what a device has kept for one person isn’t taken while someone else is logged in there", async () => {
  const { userId, actor } = openSchool()
  const sentFor = (sender: string, method = "POST") =>
    requestOf(userId, "/messaging/new", { method, headers: { [senderHeader]: sender } })
  expect(await answerOf(requireMember(await sentFor(actor.memberId ?? ""), "message:read"))).toBe("let in")
  expect(await answerOf(requireMember(await sentFor("another"), "message:read"))).toBe(401)
  expect(await answerOf(requireMember(await sentFor("another", "GET"), "message:read"))).not.toBe(401)
  // Without a login it isn't stored here, to be shown again: it is tried again and again.
  const body = new URLSearchParams({ formToken: formTokenOf({ ...ended, id: "gone" }), body: "Late" })
  const headers = { [senderHeader]: actor.memberId ?? "" }
  const loggedOut = await requestOf(undefined, "/messaging/new", { method: "POST", body, headers })
  expect(await answerOf(requireMember(loggedOut, "message:read"))).toBe(401)
})

test("a page of one person sends no form in the name of someone who has logged in since", async () => {
  const { userId, actor } = openSchool()
  const sentFrom = (owner: string, method = "POST") =>
    requestOf(userId, "/messaging/new", { method, headers: { [pageOwnerHeader]: owner } })
  expect(await answerOf(requireMember(await sentFrom(actor.memberId ?? ""), "message:read"))).toBe("let in")
  expect(await answerOf(requireMember(await sentFrom("another"), "message:read"))).toBe(401)
  expect(await answerOf(requireMember(await sentFrom("another", "GET"), "message:read"))).not.toBe(401)
  // Without a login it's kept until its writer logs in again.
  const headers = { [pageOwnerHeader]: "another" }
  const loggedOut = await requestOf(undefined, "/messaging/new", { method: "POST", headers })
  expect(await answerOf(requireMember(loggedOut, "message:read"))).not.toBe(401)
})

describe("the form token", () => {
  const unproven = (fields: Record<string, string>, method = "POST") => ({
    method,
    headers: { [unprovenOrigin]: "1" },
    ...(method === "POST" ? { body: new URLSearchParams(fields) } : {}),
  })
  const signInOf = (userId: string) =>
    sqlite()
      .prepare("select id from sign_ins where user_id = ? order by rowid desc")
      .pluck()
      .get(userId) as string

  test("speaks for a form without Origin, and leaves the form readable", async () => {
    const { userId } = openSchool()
    const request = await requestOf(userId, "/x", unproven({}))
    const token = formTokenOf({ ...ended, id: signInOf(userId) })
    const withToken = new Request(request, { body: new URLSearchParams({ formToken: token, name: "Fay" }) })
    expect(await findViewer(withToken)).toBeDefined()
    expect((await withToken.formData()).get("name")).toBe("Fay")
  })

  test.each([
    ["none", {}],
    ["another sign-in's", { formToken: formTokenOf({ ...ended, id: "another" }) }],
    ["an empty one", { formToken: "" }],
    ["one of other letters", { formToken: "ü".repeat(43) }],
  ])("%s is refused", async (_name, fields) => {
    const { userId } = openSchool()
    expect(
      await answerOf(findViewer(await requestOf(userId, "/x", unproven(fields as Record<string, string>)))),
    ).toBe(403)
  })

  test("is not asked of readers or of visitors without a login", async () => {
    const { userId } = openSchool()
    expect(await findViewer(await requestOf(userId, "/x", unproven({}, "GET")))).toBeDefined()
    expect(await findViewer(await requestOf(undefined, "/x", unproven({})))).toBeUndefined()
  })

  test("is another for every login and reveals nothing of it", () => {
    const tokenOf = (id: string) => formTokenOf({ ...ended, id })
    expect(tokenOf("a")).not.toBe(tokenOf("b"))
    expect(tokenOf("a")).toMatch(/^[\w-]{43}\.zoe\.[\w-]{22}$/)
  })

  test("says whose form it is, and cannot be made up for another user", () => {
    const holderIn = (formToken: string) => {
      const form = new FormData()
      form.set("formToken", formToken)
      return holderOfForm(form)
    }
    const token = formTokenOf({ ...ended, id: "a" })
    expect(holderIn(token)).toBe("zoe")
    expect(holderIn(token.replace(".zoe.", ".milo."))).toBeUndefined()
    expect(holderIn("")).toBeUndefined()
    expect(holderIn("a.b.c.d")).toBeUndefined()
  })
})
