import { sqlite } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { beforeEach, describe, expect, test } from "vitest"
import { findUser } from "~/models/accounts/user/user.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, rowCount, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { openSchool, rowOf, rowsOf } from "../../support/school"

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

const secondForm = () => {
  const { name, ...account } = form()
  return { ...account, fullName: name, confirmPassword: account.password }
}

const schoolOf = (email: string) => rowOf(schools, { email: email.toLowerCase() })

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

const call = (email: string) => ({
  name: "Ruth Castellano",
  email,
  password: "andante con moto",
  schoolName: "Harmony School of Music",
  role: "admin",
})

describe("registering a school", () => {
  test("makes the school, signs its administrator in and goes on to the plans", async () => {
    const browser = new Browser()
    const page = await browser.read("/register-school?plan=professional")
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
    await expect(browser.submit("/register-school", fields)).toLead(303, "/select-plan?plan=professional")
    const next = await browser.read("/select-plan?plan=professional")
    expect(next).toContain("Account created successfully Now choose your subscription plan to get started.")
    expect(next).toContain("Choose a plan for Harmony School of Music")
    expect(await browser.read("/select-plan")).not.toContain("Account created")
    expect(schoolOf(fields.email)).toMatchObject({
      kind: "school",
      timeZone: "Europe/Vienna",
      currency: "EUR",
    })
    const user = rowOf(users, { email: fields.email.toLowerCase() })
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
    expect(await new Browser().html("/signup")).toContain(
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
    expect(text).toContain("Keep the name under 120 characters")
    expect(text).toContain("Keep the school name under 120 characters")
    await refused("/register-school", form({ password: "p".repeat(257) }))
    await refused("/register-school", form({ email: `${"e".repeat(250)}@x.example` }))
    await refused("/register-school", form({ schoolName: "Two\nlines" }))
    await refused("/register-school", form({ name: "Nul\u0000l" }))
    const { html } = await refused("/register-school", form({ name: "<b>R</b>", password: "x" }))
    expect(html).toContain('value="&lt;b&gt;R&lt;/b&gt;"')
  })

  test("a password everybody tries first is refused", async () => {
    for (const password of ["123456", "Password", "qwerty"])
      expect((await refused("/register-school", form({ password }))).text).toContain(
        "This password is too common.",
      )
  })

  test("an address that has an account is never changed or logged in; its owner is told", async () => {
    openSchool()
    const taken = rowOf(users)
    const mailsBefore = rowCount("emails")
    const fields = form({ email: taken?.email?.toUpperCase() ?? "" })
    const { text } = await refused("/register-school", fields)
    expect(text).toContain(
      "Registration failed This email already has an account. Log in to add a school to it.",
    )
    expect(rowOf(users, { id: taken?.id ?? "" })).toEqual(taken)
    expect(rowCount("emails")).toBe(mailsBefore + 1)
    expect(rowsOf(emails).at(-1)).toMatchObject({
      template: "account-exists",
      recipient: taken?.email,
    })
  })

  test("a client that keeps trying a taken address is slowed down, and its owner gets one email a day", async () => {
    const { userId } = openSchool()
    const email = findUser(userId)?.email ?? ""
    const letters = () => rowsOf(emails, { recipient: email, template: "account-exists" }).length
    const statuses: number[] = []
    for (let times = 0; times < 7; times += 1)
      statuses.push(
        (await new Browser(`203.0.113.${times}`).call("POST", "/api/register", call(email))).status,
      )
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429, 429])
    const held = await new Browser().call("POST", "/api/auth/register-school", {
      ...call(email),
      fullName: "Ruth Castellano",
    })
    expect(held.status).toBe(429)
    expect(Number(held.headers.get("Retry-After"))).toBeGreaterThan(3000)
    expect(letters()).toBe(1)
    sqlite().exec("delete from rate_limits")
    fixClock(testNow + 25 * 3_600_000)
    await Promise.all(
      Array.from({ length: 4 }, () => new Browser().call("POST", "/api/register", call(email))),
    )
    expect(letters()).toBe(2)
  })

  test("a password that is the address is none, however it is written", async () => {
    for (const password of ["ruth@harmony.example", "RUTH@Harmony.example", "ｒｕｔｈ＠harmony.example"]) {
      const fields = form({ email: "ruth@harmony.example", password })
      const { text } = await refused("/register-school", fields)
      expect(text).toContain("Choose a password that isn’t your email or username.")
    }
    const answer = await new Browser().call("POST", "/api/register", {
      ...call("ruth@harmony.example"),
      password: "ruth@harmony.example",
    })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { message: "Choose a password that isn’t your email or username." },
    ])
  })

  test("is taken from the address too, and the period goes along to the plans", async () => {
    const html = await new Browser().html("/signup?plan=professional&interval=monthly")
    expect(html).toMatch(/name="plan"[^>]*value="professional"/)
    expect(html).toMatch(/name="interval"[^>]*value="monthly"/)
    const chosen = "/select-plan?plan=professional&interval=monthly"
    for (const [path, fields] of [
      ["/register-school?plan=professional&interval=monthly", form()],
      ["/signup", form({ plan: "professional", interval: "monthly" })],
      ["/register?plan=professional&interval=monthly", secondForm()],
    ] as const)
      expect((await new Browser().submit(path, fields)).headers.get("Location"), path).toBe(chosen)
    const solo = await new Browser().submit(
      "/register-solo-teacher?plan=soloTeacher&interval=monthly",
      soloForm(),
    )
    expect(solo.headers.get("Location")).toBe("/select-plan?plan=soloTeacher&type=solo&interval=monthly")
    const odd = await new Browser().submit("/signup?plan=gold&interval=daily", form({ interval: "weekly" }))
    expect(odd.headers.get("Location")).toBe("/select-plan")
    const login = encodeURIComponent(chosen)
    expect(html).toContain(`href="/auth/login?to=${login}"`)
    expect(await new Browser().html("/register?plan=professional&interval=monthly")).toContain(
      `href="/login?to=${login}"`,
    )
  })

  test("an invisible name is none", async () => {
    for (const name of [
      "\u200b\u200b\u200b\u200b",
      "\u3164\u3164\u3164",
      "A\u2060\u2060n",
      "\u2800\u2800\u2800",
    ]) {
      const { text } = await refused("/register-school", form({ name, schoolName: name }))
      expect(text).toContain("Name must be at least 3 characters")
      expect(text).toContain("School name must be at least 3 characters")
    }
    await refused("/register-school", form({ password: " ".repeat(8) }))
    const joined = form({ name: "\u0646\u06cc\u200c\u0645\u0627", schoolName: "👩‍🎤🎻🎹" })
    expect((await new Browser().submit("/register-school", joined)).status).toBe(303)
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
    expect(text).toContain("Registration failed Too many new accounts from your network")
  })
})

describe("registering as a solo teacher", () => {
  test("says that a PayPal account is needed, links to login and schools, and goes on to the solo plan", async () => {
    const html = await new Browser().html("/register-solo-teacher")
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

describe("a person who has an account", () => {
  const addressOf = (html: string) => /href="([^"]+)"[^>]*>Log in and add the school/.exec(html)?.[1] ?? ""

  test("logs in and adds the school, with everything that was chosen; the account stays one", async () => {
    const { actor, userId } = openSchool()
    const taken = rowOf(users, { id: userId })
    const fields = form({
      email: taken?.email ?? "",
      schoolName: "Second Hall",
      plan: "professional",
      interval: "monthly",
    })
    const { html } = await refused("/register-school", fields)
    const to =
      new URL(addressOf(html).replaceAll("&amp;", "&"), "http://localhost:3000").searchParams.get("to") ?? ""
    expect(to).toBe("/add-school?plan=professional&interval=monthly&kind=school&name=Second+Hall")

    const browser = await Browser.of(userId)
    expect(await browser.html(to)).toMatch(/name="schoolName"[^>]*value="Second Hall"/)
    const [schoolCount, userCount] = [rowCount("schools"), rowCount("users")]
    const wanted = { kind: "school", schoolName: "Second Hall", plan: "professional", interval: "monthly" }
    const added = await browser.submit("/add-school", wanted)
    await expect(added).toLead(303, "/select-plan?plan=professional&interval=monthly")
    expect([rowCount("schools"), rowCount("users")]).toEqual([schoolCount + 1, userCount])
    expect(await browser.read("/select-plan")).toContain("Choose a plan for Second Hall")
    expect(await (await browser.visit("/api/user")).json()).toMatchObject({
      id: userId,
      role: "admin",
      schoolName: "Second Hall",
      subscriptionStatus: "pending",
    })
    // Sent again, the unpaid school is taken up again; the first school is as it was.
    await browser.submit("/add-school", wanted)
    expect(rowCount("schools")).toBe(schoolCount + 1)
    expect((await (await Browser.of(userId)).visit("/dashboard")).status).toBe(200)
    expect(actor.school.name).not.toBe("Second Hall")

    // Taking it back takes only this school.
    await browser.submit("/cancel-registration", { intent: "cancel" })
    expect([rowCount("schools"), rowCount("users")]).toEqual([schoolCount, userCount])
    expect((await (await Browser.of(userId)).visit("/dashboard")).status).toBe(200)
  })

  test("as a solo teacher too; what is missing is said, and nothing is added", async () => {
    const { userId } = openSchool()
    const browser = await Browser.of(userId)
    const before = rowCount("schools")
    for (const fields of [
      {},
      { kind: "choir", schoolName: "x" },
      { kind: "solo", schoolName: "\u200b\u200b\u200b" },
    ]) {
      const answer = await browser.submit("/add-school", fields as Record<string, string>)
      await expect(answer).toAnswer(400, "School name must be at least 3 characters")
    }
    expect(rowCount("schools")).toBe(before)
    const added = await browser.submit("/add-school?plan=soloTeacher", {
      kind: "solo",
      schoolName: "Own Keys",
    })
    expect(added.headers.get("Location")).toBe("/select-plan?type=solo")
    expect(await (await browser.visit("/api/user")).json()).toMatchObject({ role: "solo_teacher_admin" })
  })

  test("reads on the registration where to go on", async () => {
    const unpaid = await Browser.of(openSchool({ active: false }).userId)
    expect(await unpaid.html("/register-school?plan=standard")).toMatch(
      /still needs a plan\..*href="\/select-plan\?plan=standard"[^>]*>Choose a plan/s,
    )
    const open = await Browser.of(openSchool().userId)
    for (const path of ["/register-school", "/register", "/register-solo-teacher"])
      expect(await open.html(path), path).toContain('href="/add-school"')
    expect(await new Browser().html("/register-school")).not.toContain("You’re logged in")
    expect((await new Browser().visit("/add-school")).headers.get("Location")).toBe(
      "/auth/login?to=%2Fadd-school",
    )
  })
})
