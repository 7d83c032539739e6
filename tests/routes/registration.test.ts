import { db, sqlite } from "db/client.server"
import { users } from "db/schema/people"
import { emails } from "db/schema/platform"
import { schools } from "db/schema/schools"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { Browser, rowCount, textOf } from "../support/app"
import { openSchool } from "../support/school"

beforeEach(() => void sqlite().exec("delete from rate_limits"))

let count = 0
const form = (more: Record<string, string> = {}) => {
  count += 1
  return {
    name: "Ruth Castellano",
    email: `Ruth.${count}@Harmony.example`,
    password: "andante con moto",
    schoolName: "Harmony School of Music",
    ...more,
  }
}
const soloForm = (more: Record<string, string> = {}) => {
  const { schoolName: _, ...account } = form()
  return { ...account, businessName: "Bright Keys Studio", ...more }
}

const schoolOf = (email: string) =>
  db().select().from(schools).where(eq(schools.email, email.toLowerCase())).get()

/** Posts a registration that must be refused, changing nothing; answers what the person reads. */
async function refused(path: string, fields: Record<string, string>, status = 400) {
  const before = [rowCount("schools"), rowCount("users"), rowCount("sign_ins")]
  const answer = await new Browser().submit(path, fields)
  expect(answer.status).toBe(status)
  expect(answer.headers.getSetCookie()).toEqual([])
  expect([rowCount("schools"), rowCount("users"), rowCount("sign_ins")]).toEqual(before)
  const html = await answer.clone().text()
  expect(html).toContain("<title>Error: ")
  return { html, text: await textOf(answer) }
}

describe("registering a school", () => {
  test("makes the school, signs its administrator in and goes on to the plans", async () => {
    const browser = new Browser()
    const page = await textOf(await browser.visit("/register-school?plan=professional"))
    for (const label of [
      "Full Name",
      "Email",
      "Password",
      "School Name",
      "Log in",
      "Account",
      "Plan",
      "Payment",
    ])
      expect(page).toContain(label)
    const fields = form({ plan: "professional", timeZone: "Europe/Vienna" })
    const answer = await browser.submit("/register-school", fields)
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/select-plan?plan=professional"])
    const next = await textOf(await browser.visit("/select-plan?plan=professional"))
    expect(next).toContain("Account created successfully Now choose your subscription plan to get started.")
    expect(next).toContain("Choose a plan for Harmony School of Music")
    expect(await textOf(await browser.visit("/select-plan"))).not.toContain("Account created")
    expect(schoolOf(fields.email)).toMatchObject({
      kind: "school",
      timeZone: "Europe/Vienna",
      currency: "USD",
    })
    const user = db().select().from(users).where(eq(users.email, fields.email.toLowerCase())).get()
    expect(user?.passwordHash).toMatch(/^\$argon2id\$/)
    expect(await (await browser.visit("/api/user")).json()).toMatchObject({
      role: "admin",
      subscriptionStatus: "pending",
      schoolName: "Harmony School of Music",
    })
    expect((await browser.visit("/dashboard")).headers.get("Location")).toBe("/select-plan?upgrade=true")
  })

  test("without a plan, by the other address, with names of any script", async () => {
    const fields = form({
      name: "Нино Ჭავჭავაძე",
      schoolName: "東京音楽教室",
      timeZone: "Mars/Olympus",
      plan: "gold",
    })
    const answer = await new Browser().submit("/signup", fields)
    expect(answer.headers.get("Location")).toBe("/select-plan")
    expect(schoolOf(fields.email)).toMatchObject({ name: "東京音楽教室", timeZone: "America/New_York" })
    expect(await (await new Browser().visit("/signup")).text()).toContain(
      '<link rel="canonical" href="http://localhost:3000/register-school"',
    )
  })

  test("every field says what is wrong with it", async () => {
    const { text, html } = await refused("/register-school", {
      name: " x ",
      email: "not an address",
      password: "short",
      schoolName: "",
    })
    for (const message of [
      "Name must be at least 3 characters",
      "Please enter a valid email address",
      "Password must be at least 6 characters",
      "School name must be at least 3 characters",
    ])
      expect(text).toContain(message)
    expect(html).toContain('value="not an address"')
    expect(html).not.toContain("short")
  })

  test("what is too long, marked up or unprintable changes nothing or is kept as text", async () => {
    const long = "n".repeat(121)
    const { text } = await refused("/register-school", form({ name: long, schoolName: long }))
    expect(text).toContain("Name can have at most 120 characters")
    expect(text).toContain("School name can have at most 120 characters")
    await refused("/register-school", form({ password: "p".repeat(257) }))
    await refused("/register-school", form({ email: `${"e".repeat(250)}@x.example` }))
    await refused("/register-school", form({ schoolName: "Two\nlines" }))
    await refused("/register-school", form({ name: "Nul\u0000l" }))
    const { html } = await refused("/register-school", form({ name: "<b>R</b>", password: "x" }))
    expect(html).toContain('value="&lt;b&gt;R&lt;/b&gt;"')
  })

  test("a password everybody tries first is refused", async () => {
    for (const password of ["123456", "Password", "qwerty"])
      expect((await refused("/register-school", form({ password }))).text).toContain("first that are guessed")
  })

  test("an address that has an account is never changed or signed in; its owner is told", async () => {
    openSchool()
    const taken = db().select().from(users).get()
    const mailsBefore = rowCount("emails")
    const fields = form({ email: taken?.email?.toUpperCase() ?? "" })
    const { text } = await refused("/register-school", fields)
    expect(text).toContain(
      "Registration failed This address already has an account. Log in, and add the school from there.",
    )
    expect(
      db()
        .select()
        .from(users)
        .where(eq(users.id, taken?.id ?? ""))
        .get(),
    ).toEqual(taken)
    expect(rowCount("emails")).toBe(mailsBefore + 1)
    expect(db().select().from(emails).all().at(-1)).toMatchObject({
      template: "account-exists",
      recipient: taken?.email,
    })
  })

  test("the same form sent twice makes one school", async () => {
    const fields = form()
    const answers = await Promise.all([
      new Browser().submit("/register-school", fields),
      new Browser().submit("/register-school", fields),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400])
  })

  test("that cannot be kept says so, and keeps what was typed", async () => {
    sqlite().exec("alter table subscriptions rename to away")
    const { text, html } = await refused("/register-school", form(), 503)
    sqlite().exec("alter table away rename to subscriptions")
    expect(text).toContain("Registration failed An error occurred. Please try again.")
    expect(html).toContain('value="Harmony School of Music"')
  })

  test("a program that fills in every field is refused", async () => {
    await refused("/register-school", form({ fax: "555" }))
  })

  test("twenty registrations an hour from one address are enough", async () => {
    const taken = form()
    await new Browser().submit("/register-school", taken)
    sqlite().exec("update rate_limits set points = 20")
    const { text } = await refused("/register-school", form(), 429)
    expect(text).toContain("Registration failed Too many registrations from here")
  })
})

describe("registering as a solo teacher", () => {
  test("says that a PayPal account is needed, links to sign-in and schools, and goes on to the solo plan", async () => {
    const html = await (await new Browser().visit("/register-solo-teacher")).text()
    expect(html).toContain("You need a PayPal account")
    expect(html).toContain('href="/auth/login"')
    expect(html).toContain('href="/register-school"')
    for (const label of ["Full Name", "Email Address", "Password", "Business Name"])
      expect(html).toContain(label)

    const browser = new Browser()
    const answer = await browser.submit("/register-solo-teacher", soloForm({ plan: "soloTeacher" }))
    expect(answer.headers.get("Location")).toBe("/select-plan?plan=soloTeacher&type=solo")
    expect(await (await browser.visit("/api/user")).json()).toMatchObject({ role: "solo_teacher_admin" })
    const bare = await new Browser().submit("/register-solo-teacher", soloForm())
    expect(bare.headers.get("Location")).toBe("/select-plan?type=solo")
  })

  test("the business needs a name", async () => {
    const { text } = await refused("/register-solo-teacher", soloForm({ businessName: "ab" }))
    expect(text).toContain("Business name must be at least 3 characters")
  })
})
