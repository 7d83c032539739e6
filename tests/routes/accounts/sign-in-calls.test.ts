import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { signIns } from "db/schema/accounts-sign-ins"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { members } from "db/schema/people"
import { describe, expect, test } from "vitest"
import { hashPassword } from "~/models/accounts/user/password.server"
import { addUser, findUser, findUserByEmail } from "~/models/accounts/user/user.server"
import { Browser, rowCount } from "../../support/app"
import { testNow } from "../../support/clock"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"
import { codeAt, turnOnSecondFactor } from "../../support/second-factor"

const password = "three small words"
const passwordHash = await hashPassword(password)

function person() {
  const school = openSchool()
  changeRows(users, { id: school.userId }, { passwordHash })
  return { ...school, username: findUser(school.userId)?.email ?? "" }
}
const signInsOf = (userId: string) => rowsOf(signIns, { userId })

describe("POST /api/login", () => {
  test("answers role, id, schoolId and isSuperAdmin, and logs in", async () => {
    const { actor, userId, username } = person()
    const browser = new Browser()
    const answer = await browser.call("POST", "/api/login", { username: username.toUpperCase(), password })
    expect(answer.status).toBe(200)
    expect(answer.headers.get("Cache-Control")).toContain("no-store")
    expect(answer.headers.getSetCookie().join()).toMatch(/^tutti=.*HttpOnly; SameSite=Lax$/)
    expect(await answer.json()).toEqual({
      id: userId,
      role: "admin",
      schoolId: actor.school.id,
      isSuperAdmin: false,
    })
    expect(await (await browser.visit("/api/user")).json()).toMatchObject({
      id: userId,
      subscriptionStatus: "active",
    })
    expect(signInsOf(userId)).toMatchObject([{ remembered: false }])
  })

  test("the wrong password and an unknown name get the same words and no cookie", async () => {
    const { username } = person()
    for (const body of [
      { username, password: "wrong" },
      { username: "nobody@else.example", password },
    ]) {
      const answer = await new Browser().call("POST", "/api/login", body)
      expect(answer.status).toBe(401)
      expect(await answer.json()).toEqual({ message: "Invalid username or password" })
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  test("bad input says what is wrong", async () => {
    const bad: [unknown, number, string][] = [
      [{}, 400, "Please enter your username or email."],
      [{ username: "", password: "x" }, 400, "Please enter your username or email."],
      [{ username: "ruth", password: "" }, 400, "Password is required."],
      [{ username: 7, password: "x" }, 400, "Expected string, received number"],
      [{ username: "a".repeat(255), password: "x" }, 400, "Keep the username under 254 characters."],
      [{ username: "ruth", password: "x", rememberMe: "yes" }, 400, "Expected boolean, received string"],
      ["[", 400, "This isn’t JSON."],
    ]
    for (const [body, status, message] of bad) {
      const answer = await new Browser().call("POST", "/api/login", body)
      expect([answer.status, await answer.json()]).toEqual([status, { message }])
    }
    await expect(new Browser().submit("/api/login", { username: "ruth", password: "x" })).toAnswer(415)
    const get = await new Browser().visit("/api/login")
    expect([get.status, get.headers.get("Allow")]).toEqual([405, "POST"])
  })

  test("guessing waits longer each time, whichever way in, and not for the owner elsewhere", async () => {
    const { username } = person()
    const guess = () => new Browser("203.0.113.5")
    for (let tries = 0; tries < 3; tries += 1) {
      await guess().call("POST", "/api/login", { username, password: "wrong" })
      await guess().submit("/auth/login", { username, password: "wrong" })
    }
    const held = await guess().call("POST", "/api/login", { username, password })
    expect([held.status, held.headers.get("Retry-After")]).toEqual([429, "30"])
    expect((await held.json()).message).toMatch(/^Too many tries\. Wait a minute/)
    await expect(new Browser("198.51.100.1").call("POST", "/api/login", { username, password })).toAnswer(200)
  })

  test("a second factor is asked for here too", async () => {
    const { userId, username } = person()
    const { secret } = turnOnSecondFactor(userId)
    const browser = new Browser()
    const asked = await browser.call("POST", "/api/login", { username, password })
    expect(asked.status).toBe(401)
    expect(await asked.json()).toEqual({
      message: "Enter the code from your authenticator app.",
      secondFactorRequired: true,
    })
    expect((await browser.visit("/api/user")).status).toBe(401)
    expect((await browser.visit("/auth/second-factor")).status).toBe(200)
    const wrong = await browser.call("POST", "/api/login", { username, password, code: "000000" })
    expect(wrong.status).toBe(401)
    const right = { username, password, code: codeAt(secret, testNow + 30_000) }
    expect((await browser.call("POST", "/api/login", { ...right, password: "wrong" })).status).toBe(401)
    expect((await browser.call("POST", "/api/login", right)).status).toBe(200)
    expect(signInsOf(userId)).toHaveLength(1)
  })
})

describe("POST /api/logout", () => {
  test("ends the login on the server and in the browser, also without one", async () => {
    const { userId } = person()
    const browser = await Browser.of(userId)
    const twin = browser.copy()
    const answer = await browser.call("POST", "/api/logout")
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
    expect(signInsOf(userId)).toEqual([])
    expect((await twin.visit("/api/user")).status).toBe(401)
    expect((await new Browser().call("POST", "/api/logout")).status).toBe(200)
    expect((await new Browser().call("DELETE", "/api/logout")).status).toBe(405)
  })
})

const registration = (email: string) => ({
  name: "Ines Duarte",
  email,
  password,
  schoolName: "Duarte Strings",
  role: "admin",
})

describe("POST /api/register", () => {
  test("founds a school and answers its user, logged in", async () => {
    const browser = new Browser()
    const answer = await browser.call("POST", "/api/register", registration("ines@duarte.example"))
    expect(answer.status).toBe(201)
    const user = await answer.json()
    expect(user).toMatchObject({
      name: "Ines Duarte",
      email: "ines@duarte.example",
      role: "admin",
      isSuperAdmin: false,
      schoolName: "Duarte Strings",
      subscriptionStatus: "pending",
    })
    expect(await (await browser.visit("/api/user")).json()).toEqual(user)
    const solo = await new Browser().call("POST", "/api/register", {
      ...registration("solo@duarte.example"),
      role: "solo_teacher_admin",
      subscriptionPlan: "soloTeacher",
    })
    expect(await solo.json()).toMatchObject({ role: "solo_teacher_admin" })
  })

  test("no other role is taken, and no other key is stored", async () => {
    for (const role of ["super_admin", "teacher", "student", "", null, undefined]) {
      const answer = await new Browser().call("POST", "/api/register", {
        ...registration("bad@duarte.example"),
        role,
      })
      expect([role, answer.status]).toEqual([role, 400])
      expect(await answer.json()).toEqual({ message: "The role must be admin or solo_teacher_admin." })
    }
    expect(findUserByEmail("bad@duarte.example")).toBeUndefined()
    const victim = person()
    const answer = await new Browser().call("POST", "/api/register", {
      ...registration("sly@duarte.example"),
      isSuperAdmin: true,
      schoolId: victim.actor.school.id,
      subscriptionStatus: "active",
      id: victim.userId,
    })
    const user = await answer.json()
    expect(user).toMatchObject({ isSuperAdmin: false, subscriptionStatus: "pending" })
    expect(user.schoolId).not.toBe(victim.actor.school.id)
    const stored = findUserByEmail("sly@duarte.example")
    expect(stored?.isSuperAdmin).toBe(false)
    expect(rowOf(subscriptions, { schoolId: user.schoolId })?.status).toBe("pending")
  })

  test("an address with an account is refused, and that account stays as it is", async () => {
    const { userId, username } = person()
    const before = [findUser(userId), rowCount("schools")]
    const browser = new Browser()
    const answer = await browser.call("POST", "/api/register", registration(username))
    expect(answer.status).toBe(409)
    expect((await answer.json()).message).toContain("already has an account")
    expect([findUser(userId), rowCount("schools")]).toEqual(before)
    expect((await browser.visit("/api/user")).status).toBe(401)
  })

  test("the rules and words are those of the form", async () => {
    const bad: [object, string][] = [
      [{ name: "In" }, "Name must be at least 3 characters"],
      [{ email: "ines" }, "Please enter a valid email address"],
      [{ password: "12345" }, "Password must be at least 6 characters"],
      [{ schoolName: "DS" }, "School name must be at least 3 characters"],
      [
        { password: "password" },
        "This password is too common. Choose another, for example three random words.",
      ],
    ]
    for (const [wrong, message] of bad) {
      const answer = await new Browser().call("POST", "/api/register", {
        ...registration("x@duarte.example"),
        ...wrong,
      })
      expect([answer.status, await answer.json()]).toEqual([400, { message }])
    }
  })
})

describe("POST /api/auth/register-school", () => {
  const form = { fullName: "Jo", schoolName: "JS", email: "jo@js.example", password }

  test("answers success and message, logged in", async () => {
    const browser = new Browser()
    const answer = await browser.call("POST", "/api/auth/register-school", form)
    expect([answer.status, await answer.json()]).toEqual([
      201,
      { success: true, message: "Account created successfully" },
    ])
    expect(await (await browser.visit("/api/user")).json()).toMatchObject({ role: "admin", schoolName: "JS" })
    const again = await new Browser().call("POST", "/api/auth/register-school", form)
    expect([again.status, (await again.json()).success]).toEqual([409, false])
  })

  test.each([
    [{ fullName: "J" }, "Full name is required."],
    [{ schoolName: "" }, "School name is required."],
    [{ email: "jo" }, "Please enter a valid email address."],
    [{ password: "1234567" }, "Password must be at least 8 characters."],
  ])("%o: %s", async (wrong, message) => {
    const answer = await new Browser().call("POST", "/api/auth/register-school", { ...form, ...wrong })
    expect([answer.status, await answer.json()]).toEqual([400, { message }])
  })
})

describe("GET /api/school-by-id", () => {
  test("answers a user's own school to every role, and no other", async () => {
    const { actor, userId } = person()
    const { id } = actor.school
    const path = `/api/school-by-id/${id}`
    const own = await (await Browser.of(userId)).visit(path)
    expect(await own.json()).toEqual({
      id,
      name: actor.school.name,
      settings: { invoiceSettings: { defaultCurrency: "USD" } },
    })
    const teacher = await Browser.of(addMember(actor, "teacher", "Leo Marsh").userId)
    expect((await teacher.visit(path)).status).toBe(200)
    const stranger = await Browser.of(openSchool().userId)
    for (const unknown of [path, "/api/school-by-id/no-such-school"]) {
      const answer = await stranger.visit(unknown)
      expect([answer.status, await answer.json()]).toEqual([404, { message: "Not found" }])
    }
    expect((await new Browser().visit(path)).status).toBe(401)
    const staff = await Browser.of(
      addUser({ name: "Staff", email: "staff@tutti.example", passwordHash: null, isSuperAdmin: true }),
    )
    expect((await staff.visit(path)).status).toBe(200)
    expect((await staff.visit("/api/school-by-id/none")).status).toBe(404)
  })
})

describe("the second school form", () => {
  const form = {
    fullName: "Al Ng",
    schoolName: "Ng",
    email: "al@ng.example",
    password,
    confirmPassword: password,
    plan: "professional",
  }

  test("is at both addresses and links to /login", async () => {
    for (const path of ["/auth/register", "/register"]) {
      expect(await new Browser().html(path)).toContain('href="/login"')
      const html = await new Browser().html(`${path}?plan=professional`)
      // The choice is not lost on somebody who has an account already.
      expect(html).toMatch(/href="\/login\?to=[^"]*plan%3Dprofessional/)
      expect(html).toContain('value="professional"')
      expect(html).toContain("Confirm Password")
    }
  })

  test("registers and goes on to the plans with the chosen one", async () => {
    const browser = new Browser()
    await expect(browser.submit("/register", form)).toLead(303, "/select-plan?plan=professional")
    const user = findUserByEmail("al@ng.example")
    const member = rowOf(members, { userId: user?.id ?? "" })
    expect(member?.role).toBe("admin")
    expect(rowOf(schools, { id: member?.schoolId ?? "" })?.name).toBe("Ng")
    expect(await browser.html("/select-plan")).toContain("Account created successfully")
  })

  test.each([
    [{ confirmPassword: "another" }, "Passwords don&#x27;t match"],
    [{ email: "al" }, "Please enter a valid email address."],
    [{ password: "1234567", confirmPassword: "1234567" }, "Password must be at least 8 characters."],
    [{ fullName: "A" }, "Full name is required."],
    [{ schoolName: "N" }, "School name is required."],
    [{ fax: "yes" }, "Leave the Fax field empty"],
  ])("%o: %s", async (wrong, message) => {
    const answer = await new Browser().submit("/auth/register", {
      ...form,
      email: "new@ng.example",
      ...wrong,
    })
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain(message)
    expect(html).not.toContain(password)
  })
})
