import { expect, test } from "vitest"
import { hashPassword } from "~/models/accounts/user/password.server"
import { addUser } from "~/models/accounts/user/user.server"
import { withSettings } from "../../support/settings"

// The app as it is really used: production, no demonstration.
withSettings({
  NODE_ENV: "production",
  DEMO: "false",
  APP_URL: "https://app.tutti-school.org",
  SESSION_SECRET: "a secret of more than thirty-two letters",
  SEAL_KEYS: "another one of more than thirty-two letters",
  PAYPAL_MODE: "sandbox",
  PAYPAL_CLIENT_ID: "own",
  PAYPAL_CLIENT_SECRET: "own",
  RESEND_API_KEY: "re_own",
  MAIL_FROM: "Tutti <hello@tutti-school.org>",
  CONTACT_EMAIL: "hello@tutti-school.org",
})

test("platform staff set up a second factor before anything else", async () => {
  const { Browser, textOf } = await import("../../support/app")
  const { codeAt } = await import("../../support/second-factor")
  const password = "three small words"
  addUser({
    name: "Tutti staff",
    email: "staff@tutti-school.org",
    passwordHash: await hashPassword(password),
    isSuperAdmin: true,
  })
  const browser = new Browser()
  const credentials = { username: "staff@tutti-school.org", password }
  expect((await browser.submit("/auth/login", credentials)).status).toBe(303)
  const setUp = "/auth/second-factor/set-up"
  for (const path of ["/super-admin", "/dashboard", "/settings/profile"]) {
    const answer = await browser.visit(path)
    expect([path, answer.status, answer.headers.get("Location")]).toEqual([path, 302, setUp])
  }
  expect(await (await browser.visit("/api/user")).json()).toMatchObject({ isSuperAdmin: false })
  expect(await textOf(await browser.visit(setUp))).toContain(
    "Platform staff log in with a password and a code.",
  )

  await browser.submit(setUp, { currentPassword: password })
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(await browser.html(setUp))?.[1] ?? ""
  const on = await browser.submit(setUp, { intent: "confirm", code: codeAt(secret) })
  expect(await on.text()).toContain('href="/super-admin"')
  expect((await browser.visit("/super-admin")).status).toBe(200)
  const off = await browser.submit("/settings/profile", { intent: "turn-off", currentPassword: password })
  expect(off.status).toBe(404)
  const again = await new Browser().submit("/auth/login", credentials)
  expect(again.headers.get("Location")).toBe("/auth/second-factor")
})
