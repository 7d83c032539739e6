import { sqlite } from "db/client.server"
import { oneTimeLinks, signInTries } from "db/schema/foundation"
import { beforeAll, describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import { findUser } from "~/models/accounts/user/user.server"
import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { paths } from "~/utils/paths"
import { Browser, redirectOf, rowCount, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { addRows, openSchool, rowsOf } from "../../support/school"

let email: string
let userId: string

beforeAll(() => {
  userId = openSchool().userId
  email = findUser(userId)?.email ?? ""
})

/** Asks for a link as a person would, lets the job run, and opens the mail. */
async function mailedLink() {
  sqlite().exec("delete from rate_limits")
  await new Browser().submit("/forgot-password", { email })
  while (await runNextJob());
  const link = rowsOf(oneTimeLinks, undefined, { by: "id" }).at(-1)
  const token = tokenOf(link?.id ?? "")
  return { token, page: paths.resetPassword(token, email) }
}

const passwordHash = () => findUser(userId)?.passwordHash

describe("forgot password", () => {
  test("asks for an email and says where it goes", async () => {
    for (const path of ["/auth/forgot-password", "/forgot-password"]) {
      const answer = await new Browser().visit(path)
      expect(answer.status).toBe(200)
      const html = await answer.text()
      expect(html).toContain('href="/login"')
      expect(html).toMatch(/<label[^>]*>Email<\/label>/)
    }
    expect(await new Browser().html("/login")).toContain('href="/auth/forgot-password"')
  })

  test("answers the same for an address with and without an account", async () => {
    const answers = await Promise.all(
      [email, "nobody@elsewhere.example"].map((typed) =>
        new Browser().submit("/auth/forgot-password", { email: typed }),
      ),
    )
    for (const answer of answers) expect(redirectOf(answer)).toEqual([303, "/auth/forgot-password?sent=yes"])
    const text = await new Browser().read("/auth/forgot-password?sent=yes")
    expect(text).toContain("Email Sent!")
    expect(text).toContain(
      "Password reset email sent If an account with this email exists, you'll receive password reset instructions.",
    )
    expect(text).toContain("Back to Login")
  })

  test.each([
    ["nothing", ""],
    ["no address", "nobody"],
    ["a list", "a@b.example, c@d.example"],
    ["a second line", "a@b.example\r\nBcc: c@d.example"],
    ["markup", "<b>@b.example"],
    ["too much", `${"a".repeat(300)}@b.example`],
  ])("refuses %s, and keeps what was typed", async (_what, typed) => {
    const before = rowCount("jobs")
    const answer = await new Browser().submit("/forgot-password", { email: typed })
    expect(answer.status).toBe(400)
    const text = await textOf(answer)
    expect(text).toContain("There is a problem")
    expect(text).toMatch(/Required|Invalid email|under 254 characters/)
    expect(rowCount("jobs")).toBe(before)
  })

  test("a flood at one address is answered as ever, account or not, and five mails go out", async () => {
    sqlite().exec("delete from rate_limits; delete from jobs; delete from emails")
    for (const typed of [email, "nobody@flooded.example"]) {
      const answers: unknown[] = []
      for (let times = 0; times < 7; times += 1) {
        const answer = await new Browser().submit("/forgot-password", { email: typed })
        answers.push([answer.status, answer.headers.get("Location"), answer.headers.get("Retry-After")])
        while (await runNextJob());
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]).toEqual([303, "/forgot-password?sent=yes", null])
      const call = await new Browser().call("POST", "/api/email/password-reset", { email: typed })
      expect([call.status, await call.json()]).toEqual([
        200,
        { message: "If an account with this email exists, you'll receive password reset instructions." },
      ])
    }
    while (await runNextJob());
    expect(rowCount("emails")).toBe(5)
  })

  test("a flood from one client is told how long to wait", async () => {
    sqlite().exec("delete from rate_limits")
    const statuses: (string | null)[] = []
    for (let times = 0; times < 31; times += 1) {
      const answer = await new Browser("203.0.113.8").submit("/forgot-password", {
        email: `a${times}@b.example`,
      })
      statuses.push(answer.headers.get("Retry-After"))
    }
    expect(statuses.slice(0, 30).every((wait) => wait === null)).toBe(true)
    expect(Number(statuses[30])).toBeGreaterThan(3000)
  })

  test("says whom to ask to a child without an email", async () => {
    for (const path of ["/forgot-password", "/login", "/simple-login"])
      expect(await new Browser().read(path)).toContain(
        "Ask your family or your school’s office for a temporary password.",
      )
  })

  test("says so when the request could not be kept", async () => {
    sqlite().exec("delete from rate_limits")
    sqlite().exec("alter table jobs rename to jobs_away")
    const answer = await new Browser().submit("/forgot-password", { email })
    sqlite().exec("alter table jobs_away rename to jobs")
    await expect(answer).toAnswer(503, "Error Failed to send password reset email. Please try again.")
  })
})

describe("reset password", () => {
  test("a link without its parts, or a made-up one, is refused with a way on", async () => {
    for (const path of [
      "/reset-password",
      "/reset-password?token=abc",
      paths.resetPassword("made-up", email),
    ]) {
      const html = await new Browser().html(path)
      expect(html).toContain("Invalid reset link. Please request a new password reset.")
      expect(html).toContain('href="/auth/forgot-password"')
      expect(html).toContain('href="/login"')
      expect(html).not.toContain('type="password"')
    }
  })

  test("the page is not cached and sends no referrer", async () => {
    const { page } = await mailedLink()
    const answer = await new Browser().visit(page)
    expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer")
    expect(answer.headers.get("Cache-Control")).toBe("no-store")
  })

  test("the journey: link, mistakes, new password, login", async () => {
    const { token, page } = await mailedLink()
    const browser = new Browser()
    expect(await browser.html(page)).toContain('autoComplete="new-password"')
    const send = (password: string, confirmPassword: string) =>
      browser.submit(page, { token, email, password, confirmPassword })

    const short = await send("kurz", "kurz")
    expect(short.status).toBe(400)
    const html = await short.text()
    expect(html).toContain("Password must be at least 8 characters long.")
    expect(html).not.toContain('value="kurz"')
    expect(await textOf(await send("eine Nachtmusik", "keine Nachtmusik"))).toContain(
      "Passwords do not match.",
    )
    expect(await textOf(await send("password123", "password123"))).toContain("This password is too common.")
    expect(await textOf(await send(email.toUpperCase(), email.toUpperCase()))).toContain(
      "Choose a password that isn’t your email or username.",
    )
    expect(await textOf(await send("ｐａｓｓｗｏｒｄ１２３", "ｐａｓｓｗｏｒｄ１２３"))).toContain(
      "This password is too common.",
    )
    expect((await send("x".repeat(300), "x".repeat(300))).status).toBe(400)
    expect(passwordHash()).toBe("not a hash")

    const done = await send("eine Nachtmusik", "eine Nachtmusik")
    await expect(done).toLead(303, "/reset-password?done=yes")
    const confirmation = await browser.html("/reset-password?done=yes")
    expect(confirmation).toContain("Password Reset Successful")
    expect(confirmation).toContain(
      "Your password has been updated. You can now log in with your new password.",
    )
    expect(confirmation).toMatch(
      /<a class="button primary" href="\/login" data-follow-after="3000">Go to Login<\/a>/,
    )
    // Whoever read the mail gets in, however many strangers guess.
    const { email: account } = findUser(userId) ?? {}
    const guessed = {
      kind: "account",
      account: account ?? "",
      source: "",
      failures: 300,
      lastAt: testNow,
    } as const
    addRows(signInTries, guessed)
    await expect(new Browser().submit("/login", { username: email, password: "eine Nachtmusik" })).toAnswer(
      429,
    )
    const login = await browser.submit("/login", { username: email, password: "eine Nachtmusik" })
    expect(login.headers.get("Location")).toBe("/dashboard")

    await expect(send("eine andere Musik", "eine andere Musik")).toAnswer(400, "Invalid reset link.")
  })
})

describe("the calls", () => {
  const ask = (body: unknown) => new Browser().call("POST", "/api/email/password-reset", body)
  const reset = (body: unknown) => new Browser().call("POST", "/api/auth/reset-password", body)

  test("a request is answered the same for every address", async () => {
    sqlite().exec("delete from rate_limits")
    const [known, unknown] = await Promise.all([ask({ email }), ask({ email: "nobody@call.example" })])
    expect([known?.status, unknown?.status]).toEqual([200, 200])
    expect(await known?.json()).toEqual(await unknown?.json())
    expect(known?.headers.get("Cache-Control")).toBe("private, no-store")
  })

  test.each<[string, unknown, number, string]>([
    ["nothing", {}, 400, "Required"],
    ["a number", { email: 7 }, 400, "Expected string, received number"],
    ["no address", { email: "nobody" }, 400, "Invalid email"],
    ["a list", { email: ["a@b.example"] }, 400, "Expected string, received array"],
    ["no object", "null", 400, "Expected object, received null"],
    ["no JSON", "{", 400, "This isn’t JSON."],
  ])("a request with %s is refused", async (_what, body, status, message) => {
    const answer = await ask(body)
    expect([answer.status, await answer.json()]).toEqual([status, { message }])
  })

  test("another method is refused", async () => {
    for (const method of ["GET", "PUT", "DELETE"]) {
      const answer = await new Browser().call(method, "/api/auth/reset-password")
      expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "POST"])
    }
  })

  test("a reset sets the password once", async () => {
    const { token } = await mailedLink()
    expect((await reset({ token, email, password: "short" })).status).toBe(400)
    expect(await (await reset({ token: "wrong", email, password: "long enough" })).json()).toEqual({
      message: "Invalid reset link. Please request a new password reset.",
    })
    const before = passwordHash()
    expect((await reset({ token, email, password: "long enough" })).status).toBe(200)
    expect(passwordHash()).not.toBe(before)
    expect((await reset({ token, email, password: "long enough" })).status).toBe(400)
  })
})
