import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { checkSettings, isUsable } from "./settings-check.server"

const folder = mkdtempSync(join(tmpdir(), "tutti-settings-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const database = join(folder, "tutti.db")
writeFileSync(database, "", { mode: 0o600 })

const production = {
  APP_URL: "https://tutti.school",
  DATABASE_PATH: database,
  SESSION_SECRET: "zYx8wVu7tSr6qPo5nMl4kJi3hGf2eDc1bA0",
  SEAL_KEYS: "aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX",
  PAYPAL_MODE: "live",
  PAYPAL_CLIENT_ID: "a client",
  PAYPAL_CLIENT_SECRET: "a client's secret",
  PAYPAL_WEBHOOK_ID: "8AB12345CD678901E",
  PAYPAL_PLANS: ["soloTeacher", "standard", "professional"]
    .flatMap((plan) => [`${plan}.monthly=P-${plan.toUpperCase()}-1:29`, `${plan}.yearly=P-${plan}2:149`])
    .join(",")
    .replaceAll(/P-\w+2:/g, "P-YEARLY:"),
  RESEND_API_KEY: "re_real",
  MAIL_EVENTS_SECRET: "whsec_YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4",
  MAIL_FROM: "Tutti <hello@tutti.school>",
  CONTACT_EMAIL: "hello@tutti.school",
  CONTACT_TELEPHONE: "+1 212 555 0123",
  SOCIAL_LINKS: "Instagram=https://instagram.com/tutti",
  TRUSTED_PROXIES: "1",
  BACKUP_TO: "s3://tutti-backups/live",
  AWS_ACCESS_KEY_ID: "key",
  AWS_SECRET_ACCESS_KEY: "secret",
  ALERT_EMAIL: "ops@tutti.school",
  ALERT_WEBHOOK_URL: "https://chat.tutti.school/hooks/ops",
  HEARTBEAT_URL: "https://watch.tutti.school/ping",
}
const check = (more: Record<string, string> = {}, names: string[] = [], isRoot = false) =>
  checkSettings(
    { ...production, ...more },
    { isRoot, file: { path: join(folder, "no-such-file"), names } },
  ).filter(({ message }) => !message.startsWith("is on a disk"))
const told = (...given: Parameters<typeof check>) =>
  check(...given).map(({ kind, name }) => `${kind} ${name}`)

describe("the settings before a deployment", () => {
  test("say nothing when all is as it should be", () => {
    expect(check()).toEqual([])
  })

  test("tell what is missing from what is wrong; the app starts with neither", () => {
    const findings = check({ SEAL_KEYS: "", APP_URL: "http://tutti.school" })
    expect(findings.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "missing SEAL_KEYS",
      "wrong APP_URL",
    ])
    expect(isUsable(findings)).toBe(false)
  })

  test.each([
    ["BACKUP_TO", { BACKUP_TO: join(folder, "backups"), AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "" }],
    ["MAIL_EVENTS_SECRET", { MAIL_EVENTS_SECRET: "" }],
    [
      "INBOUND_MAIL_AUTHORITY",
      {
        INBOUND_MAIL_DOMAIN: "reply.tutti.school",
        INBOUND_MAIL_SECRET: "whsec_YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4",
      },
    ],
    ["DATABASE_PATH", { DATABASE_PATH: join(folder, "elsewhere.db") }],
    ["CREATE_DATABASE", { CREATE_DATABASE: "true" }],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "0" }],
    ["SESSION_SECRET", { SESSION_SECRET: "abcabcabcabcabcabcabcabcabcabcabcabc" }],
    ["PAYPAL_WEBHOOK_ID", { PAYPAL_WEBHOOK_ID: "" }],
    ["PAYPAL_MODE", { PAYPAL_MODE: "sandbox" }],
    ["ALERT_EMAIL", { ALERT_EMAIL: "", ALERT_WEBHOOK_URL: "" }],
    ["ALERT_WEBHOOK_URL", { ALERT_WEBHOOK_URL: "" }],
    ["HEARTBEAT_URL", { HEARTBEAT_URL: "" }],
    ["INBOUND_MAIL_DOMAIN", { RESEND_API_KEY: "", MAIL_EVENTS_SECRET: "", SMTP_HOST: "smtp.tutti.school" }],
    [
      "SMTP_TLS",
      {
        RESEND_API_KEY: "",
        MAIL_EVENTS_SECRET: "",
        SMTP_HOST: "smtp.tutti.school",
        SMTP_TLS: "none",
        INBOUND_MAIL_DOMAIN: "reply.tutti.school",
        INBOUND_MAIL_TOKEN: "a-token-of-the-mail-server",
        INBOUND_MAIL_AUTHORITY: "mx.tutti.school",
      },
    ],
    ["CONTACT_TELEPHONE", { CONTACT_TELEPHONE: "" }],
    ["SOCIAL_LINKS", { SOCIAL_LINKS: "" }],
    ["LOG_LEVEL", { LOG_LEVEL: "silent" }],
  ])("warn that %s is unsafe, and let the app start", (name, more) => {
    const findings = check(more)
    expect(findings.map((finding) => `${finding.kind} ${finding.name}`)).toEqual([`unsafe ${name}`])
    expect(isUsable(findings)).toBe(true)
  })

  test("warn of files that others can read and of root", () => {
    chmodSync(database, 0o644)
    expect(told({}, [], true)).toEqual(["unsafe DATABASE_PATH", "unsafe user"])
    chmodSync(database, 0o600)
    const path = join(folder, ".env")
    writeFileSync(path, "", { mode: 0o644 })
    expect(checkSettings(production, { isRoot: false, file: { path, names: [] } })).toContainEqual(
      expect.objectContaining({ kind: "unsafe", name: "ENV_FILE" }),
    )
    chmodSync(path, 0o640)
    expect(checkSettings(production, { isRoot: false, file: { path, names: [] } })).not.toContainEqual(
      expect.objectContaining({ name: "ENV_FILE" }),
    )
  })

  test("name what has no effect, and what was misspelled; a default that is written out is neither", () => {
    expect(
      told({ LITEFS_URL: "http://10.0.0.1:20202", LITEFS_LEASE_SECONDS: "10", ASSISTANT_MODEL: "m" }, [
        "SESSION_SECRETS",
        "ALERT_MAIL",
        "FAVORITE_COLOR",
      ]),
    ).toEqual([
      "unused LITEFS_URL",
      "unused ASSISTANT_MODEL",
      "unused SESSION_SECRETS",
      "unused ALERT_MAIL",
      "unused FAVORITE_COLOR",
    ])
    const messages = check({}, ["SESSION_SECRETS", "ALERT_MAIL", "FAVORITE_COLOR"]).map(
      ({ message }) => message,
    )
    expect(messages).toEqual([
      "is no setting. Did you mean SESSION_SECRET?",
      "is no setting. Did you mean ALERT_EMAIL?",
      "is no setting of Tutti.",
    ])
  })

  test("never quote a value", () => {
    const findings = check({ SESSION_SECRET: "short-secret", MAIL_FROM: "not an address" })
    expect(JSON.stringify(findings)).not.toMatch(/short-secret|not an address/)
  })
})
