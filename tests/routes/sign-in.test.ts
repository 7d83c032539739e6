import { db, sqlite } from "db/client.server"
import { users } from "db/schema/people"
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { hashPassword } from "~/models/user/password.server"
import { Browser, rowCount, textOf } from "../support/app"
import { openSchool } from "../support/school"

let email: string

beforeAll(async () => {
  const { userId } = openSchool()
  const passwordHash = await hashPassword("eine kleine Nachtmusik")
  const user = db().update(users).set({ passwordHash }).where(eq(users.id, userId)).returning().get()
  email = user.email ?? ""
})

describe("signing in", () => {
  test("a sign-in that has ended is said on the login page, once", async () => {
    const browser = await Browser.of(openSchool().userId)
    const twin = browser.copy()
    await twin.submit("/logout", {})
    const answer = await browser.visit("/students")
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/auth/login?to=%2Fstudents"])
    const page = await browser.visit("/auth/login?to=%2Fstudents")
    const html = await page.clone().text()
    expect(html).toMatch(/class="toast bad"[^>]*role="alert"/)
    expect(await textOf(page)).toContain(
      "Authentication Error Failed to load your account information. Please try logging in again.",
    )
    expect((await browser.visit("/students")).status).toBe(302)
  })

  test("that cannot be done says so, with what was typed", async () => {
    sqlite().exec("alter table sign_ins rename to away")
    const answer = await new Browser().submit("/login", {
      username: email,
      password: "eine kleine Nachtmusik",
    })
    const call = await new Browser().call("POST", "/api/login", {
      username: email,
      password: "eine kleine Nachtmusik",
    })
    sqlite().exec("alter table away rename to sign_ins")
    expect(answer.status).toBe(503)
    expect(await textOf(answer)).toContain("Login failed An unexpected error occurred. Please try again.")
    expect([call.status, await call.json()]).toEqual([
      503,
      { message: "An unexpected error occurred. Please try again." },
    ])
  })

  test("the right password leads to the role's home", async () => {
    const browser = new Browser()
    const answer = await browser.submit("/login", {
      username: email.toUpperCase(),
      password: "eine kleine Nachtmusik",
    })
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/dashboard"])
    expect((await browser.visit("/dashboard")).status).toBe(200)
    expect((await browser.visit("/login")).headers.get("Location")).toBe("/dashboard")
  })

  test("a wrong password is refused with the field's value kept", async () => {
    const answer = await new Browser().submit("/auth/login", { username: email, password: "wrong" })
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    expect(await textOf(answer)).toContain("Login failed Invalid username or password")
    expect(html).toContain(`value="${email}"`)
    expect(html).not.toContain("wrong")
    expect(html).toContain("<title>Error: Log in")
  })

  test("empty fields are named one by one", async () => {
    const text = await textOf(await new Browser().submit("/login", {}))
    expect(text).toContain("Please enter your username or email.")
    expect(text).toContain("Password is required.")
  })

  test("an account is held after ten wrong tries, from any address", async () => {
    for (let tries = 0; tries < 10; tries += 1)
      await new Browser().submit("/login", { username: "nobody@harmony.example", password: `${tries}` })
    const answer = await new Browser().submit("/login", {
      username: "nobody@harmony.example",
      password: "once more",
    })
    expect(await textOf(answer)).toContain("Too many tries. Wait 15 minutes")
  })

  test("only our own addresses are followed after signing in", async () => {
    for (const to of ["https://evil.test", "//evil.test", "/\t/evil.test", "/\\evil.test"]) {
      const answer = await new Browser().submit("/login", {
        username: email,
        password: "eine kleine Nachtmusik",
        to,
      })
      expect(answer.headers.get("Location")).toBe("/dashboard")
    }
    const answer = await new Browser().submit("/login", {
      username: email,
      password: "eine kleine Nachtmusik",
      to: "/billing?status=paid",
    })
    expect(answer.headers.get("Location")).toBe("/billing?status=paid")
  })

  test("logging out ends the sign-in and leads to the landing page", async () => {
    const browser = new Browser()
    await browser.submit("/simple-login", { username: email, password: "eine kleine Nachtmusik" })
    const before = rowCount("sign_ins")
    const answer = await browser.submit("/logout", {})
    expect(answer.headers.get("Location")).toBe("/")
    expect(rowCount("sign_ins")).toBe(before - 1)
    expect((await browser.visit("/dashboard")).headers.get("Location")).toBe("/auth/login?to=%2Fdashboard")
  })
})
