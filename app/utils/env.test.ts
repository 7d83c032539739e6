import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { parseEnv as parseDotEnv } from "node:util"
import { describe, expect, test } from "vitest"
import { isMailSetUp, parseEnv, readSettings } from "./env.server"

const production = {
  NODE_ENV: "production",
  APP_URL: "https://tutti.school",
  SESSION_SECRET: "a secret of forty characters and a few more",
  SEAL_KEYS: "another one of forty characters and some more",
  PAYPAL_MODE: "live",
  PAYPAL_CLIENT_ID: "a client",
  PAYPAL_CLIENT_SECRET: "a client's secret",
  PAYPAL_PLANS: ["soloTeacher", "standard", "professional"]
    .flatMap((plan) => [
      `${plan}.monthly=P-${plan.toUpperCase()}-1:29`,
      `${plan}.yearly=P-${plan.toUpperCase()}-2:149.50`,
    ])
    .join(", "),
  RESEND_API_KEY: "re_real",
  MAIL_FROM: "Tutti <hello@tutti.school>",
  CONTACT_EMAIL: "hello@tutti.school",
}

/** The names of the variables an environment is refused for. */
function refused(source: Record<string, string | undefined>): string[] {
  try {
    parseEnv(source)
    return []
  } catch (error) {
    return [...String(error).matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name ?? "")
  }
}

describe("settings", () => {
  test("nothing is needed to try it: everything is on this machine", () => {
    expect(parseEnv({})).toMatchObject({
      APP_URL: "http://localhost:3000",
      PAYPAL_API_BASE: "http://localhost:3001/paypal",
      RESEND_BASE_URL: "http://localhost:3001/resend",
    })
    expect(parseEnv({ PORT: "4000", SANDBOX_PORT: "4001", APP_URL: "" })).toMatchObject({
      APP_URL: "http://localhost:4000",
      PAYPAL_API_BASE: "http://localhost:4001/paypal",
    })
  })

  test.each([
    ["PORT", "99999"],
    ["PORT", "http"],
    ["SANDBOX_PORT", "-1"],
    ["APP_URL", "tutti.school"],
    ["APP_URL", "javascript:alert(1)"],
    ["SESSION_SECRET", "short"],
    ["SESSION_SECRET", "a secret of forty characters or a few more,short"],
    ["SEAL_KEYS", "short"],
    ["PAYPAL_MODE", "practice"],
    ["PAYPAL_API_BASE", "paypal"],
    ["PAYPAL_PLANS", "standard.weekly=P-1AB:29"],
    ["PAYPAL_PLANS", "standard.monthly=P-1AB:29,standard.yearly=149"],
    ["PAYPAL_PLANS", "standard.monthly=P-1AB:-1"],
    ["RESEND_BASE_URL", "resend"],
    ["MAIL_FROM", "nobody"],
    ["MAIL_FROM", "Tutti <hello@tutti.school>\r\nBcc: all@tutti.school"],
    ["CONTACT_EMAIL", "nobody"],
    ["WORKERS", "0"],
    ["WORKERS", "many"],
    ["LOG_LEVEL", "loud"],
    ["TRUSTED_PROXIES", "true"],
    ["TRUSTED_PROXIES", "flycast"],
    ["CLOCK_START", "yesterday"],
    ["DEMO", "perhaps"],
    ["NODE_ENV", "staging"],
  ])("%s=%s is named", (name, value) => {
    expect(refused({ [name]: value })).toEqual([name])
  })

  test.each([
    ["PORT", "many", "must be a number"],
    ["PORT", "70000", "must be at most 65535"],
    ["TRUSTED_PROXIES", "many", "must be a number from 0 to 5, or fly"],
    ["ALERT_DISK_FREE_PERCENT", "90", "must be at most 50"],
    ["WORKERS", "1.5", "must be a whole number"],
    ["ALERT_EMAIL", "ops", "must be an email address"],
    ["HEARTBEAT_URL", "hc-ping", "must be a whole address, such as https://example.com"],
    ["LOG_LEVEL", "loud", "must be fatal, error, warn, info, debug, trace or silent"],
    ["DEMO", "perhaps", "must be true or false"],
    ["CLOCK_START", "yesterday", "must be a time such as 2026-11-28T09:00:00Z"],
  ])("%s=%s is refused in plain words", (name, value, message) => {
    expect(readSettings({ [name]: value }).faults).toEqual([{ name, message }])
  })

  test.each([
    [{ SMTP_USER: "tutti", SMTP_PASSWORD: "secret" }, "SMTP_HOST"],
    [{ SMTP_HOST: "smtp.school.org", SMTP_USER: "tutti" }, "SMTP_PASSWORD"],
    [{ SMTP_HOST: "smtp.school.org", SMTP_USER: "a", SMTP_PASSWORD: "b", SMTP_TLS: "none" }, "SMTP_TLS"],
    [{ SMTP_HOST: "smtp.school.org", INBOUND_MAIL_DOMAIN: "reply.school.org" }, "INBOUND_MAIL_TOKEN"],
    [{ SMTP_HOST: "smtp.school.org", SMTP_PORT: "0" }, "SMTP_PORT"],
  ])("a mail server by half is refused: %j", (given, name) => {
    expect(refused(given)).toEqual([name])
  })

  test("a mail server is encrypted unless it is said otherwise, and mail no longer goes to the sandbox", () => {
    const by = (more: Record<string, string>) => parseEnv({ SMTP_HOST: "smtp.school.org", ...more })
    expect(by({})).toMatchObject({ mailBy: "smtp", SMTP_TLS: "starttls", INBOUND_MAIL_DOMAIN: undefined })
    expect(by({ SMTP_PORT: "465" }).SMTP_TLS).toBe("tls")
    expect(by({ SMTP_TLS: "none" }).SMTP_TLS).toBe("none")
    expect(isMailSetUp(by({}))).toBe(true)
  })

  test("all bad variables are named at once", () => {
    expect(refused({ PORT: "x", WORKERS: "y", LOG_LEVEL: "z" })).toEqual(["PORT", "WORKERS", "LOG_LEVEL"])
  })

  test("every setting is in .env.example", () => {
    const example = readFileSync(".env.example", "utf8")
    const derived = ["NODE_ENV", "hasOwnSealKeys", "mailBy", "mayCreateDatabase"]
    expect(
      Object.keys(parseEnv({})).filter((name) => !derived.includes(name) && !example.includes(`\n${name}=`)),
    ).toEqual([])
  })

  test(".env.example means the same to node as to a shell, and is usable as it is", () => {
    const read = parseDotEnv(readFileSync(".env.example", "utf8"))
    expect(refused(read)).toEqual([])
    const sourced = execFileSync("sh", ["-ec", "set -a; . ./.env.example; env -0"], {
      env: { NODE_ENV: "test" },
    }).toString()
    const fromShell = new Map(
      sourced
        .split("\0")
        .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    )
    for (const [name, value] of Object.entries(read))
      expect([name, fromShell.get(name)]).toEqual([name, value])
  })

  test("secrets are lists, the newest first; sealed things are on the session secret until they have their own", () => {
    const [one, two] = [
      "one secret of at least thirty-two letters",
      "two secrets of at least thirty-two letters",
    ]
    expect(parseEnv({ SESSION_SECRET: `${one}, ${two}` })).toMatchObject({
      SESSION_SECRET: [one, two],
      SEAL_KEYS: [one, two],
    })
    expect(parseEnv({ SESSION_SECRET: one, SEAL_KEYS: two })).toMatchObject({ SEAL_KEYS: [two] })
  })
})

describe("several machines", () => {
  const node = {
    LITEFS_DIR: "/litefs",
    NODE_NAME: "n1",
    NODE_URLS: "n1=http://10.0.0.1:3000, n2=http://10.0.0.2:3000",
  }

  test("share the database in LiteFS's folder and know each other's addresses", () => {
    const settings = parseEnv(node)
    expect(settings.DATABASE_PATH).toBe("/litefs/app.db")
    expect(settings.NODE_URLS?.("n2")).toBe("http://10.0.0.2:3000")
    expect(settings.NODE_URLS?.("n3")).toBeUndefined()
    const onFly = parseEnv({ ...node, NODE_URLS: "", FLY_APP_NAME: "tutti", PORT: "8080" })
    expect(onFly.NODE_URLS?.("148e")).toBe("http://148e.vm.tutti.internal:8080")
  })

  test.each([
    ["NODE_NAME", ""],
    ["NODE_NAME", "-n"],
    ["NODE_URLS", ""],
    ["NODE_URLS", "n1=10.0.0.1"],
    ["NODE_URLS", "http://{node}/app"],
    ["DATABASE_PATH", "data/tutti.db"],
    ["DATABASE_PATH", "/litefs/a/app.db"],
    ["WORKERS", "2"],
    ["LITEFS_URL", "https://litefs"],
    ["LITEFS_LEASE_SECONDS", "1"],
  ])("%s=%s is named", (name, value) => {
    expect(refused({ ...node, [name]: value })).toEqual([name])
  })
})

describe("production", () => {
  test("starts with everything of its own", () => {
    expect(parseEnv(production)).toMatchObject({
      PAYPAL_API_BASE: "https://api-m.paypal.com",
      RESEND_BASE_URL: "https://api.resend.com",
    })
    expect(parseEnv({ ...production, PAYPAL_MODE: "sandbox" }).PAYPAL_API_BASE).toBe(
      "https://api-m.sandbox.paypal.com",
    )
  })

  test.each(Object.keys(production).filter((name) => name !== "NODE_ENV"))(
    "without %s it does not start",
    (name) => {
      expect(refused({ ...production, [name]: undefined })).toContain(name)
      expect(refused({ ...production, [name]: "" })).toContain(name)
    },
  )

  test.each([
    ["SESSION_SECRET", "tutti-development-secret-change-me"],
    ["SESSION_SECRET", "a new secret of forty characters or more,tutti-development-secret-change-me"],
    ["SEAL_KEYS", "tutti-development-secret-change-me"],
    ["APP_URL", "http://tutti.school"],
    ["PAYPAL_MODE", "standin"],
    ["PAYPAL_CLIENT_ID", "sandbox-client"],
    ["PAYPAL_CLIENT_SECRET", "sandbox-secret"],
    ["PAYPAL_API_BASE", "http://localhost:3001/paypal"],
    ["PAYPAL_API_BASE", "https://api-m.paypal.com.evil.test"],
    ["PAYPAL_API_BASE", "https://api-m.sandbox.paypal.com"],
    ["RESEND_API_KEY", "re_sandbox"],
    ["RESEND_BASE_URL", "http://localhost:3001/resend"],
    ["RESEND_BASE_URL", "https://api.resend.com.evil.test"],
    ["CLOCK_START", "2026-11-18T20:10:00Z"],
    ["MAIL_FROM", "Tutti <hello@tutti.example>"],
    ["CONTACT_EMAIL", "hello@tutti.example"],
    ["DEMO", "true"],
  ])("with %s=%s it does not start", (name, value) => {
    expect(refused({ ...production, [name]: value })).toContain(name)
  })

  test("a demonstration may run the built app, never beside real money", () => {
    expect(refused({ NODE_ENV: "production", DEMO: "true" })).toEqual([])
    expect(refused({ ...production, DEMO: "true" })).toEqual(["DEMO"])
  })
})
