import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sqlite } from "db/client.server"
import { platformPayments, subscriptions } from "db/schema/accounts-subscriptions"
import { isNotNull } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../../../sandbox/sandbox"
import { locationOf } from "../../support/app"
import { browserOf, useSeededDatabase } from "../../support/demo"
import { rowsOf } from "../../support/school"
import { withSettings } from "../../support/settings"

// The demo's schools are billed by the stand-in for PayPal, so that an upgrade can be tried: also when the demo is
// started a second time.

const folder = mkdtempSync(join(tmpdir(), "tutti-demo-subscriptions-"))
const databasePath = join(folder, "sandbox.db")
let sandbox: Sandbox

const takeIn = () =>
  execFileSync(process.execPath, ["--import", "tsx", "scripts/demo-subscriptions.ts"], {
    env: { ...process.env, SANDBOX_DATABASE_PATH: databasePath, VITEST: "" },
  })

beforeAll(async () => {
  useSeededDatabase()
  sqlite()
  takeIn()
  takeIn()
  sandbox = await startSandbox({ port: 0, appUrl: "http://localhost:3000", databasePath })
  withSettings({ PAYPAL_API_BASE: `${sandbox.url}/paypal` })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

async function press(approveUrl: string): Promise<string> {
  const page = new URL(approveUrl)
  const body = new URLSearchParams({ ba_token: page.searchParams.get("ba_token") ?? "", choice: "agree" })
  const answer = await fetch(`${page.origin}${page.pathname}`, { method: "POST", body, redirect: "manual" })
  const to = new URL(locationOf(answer))
  return `${to.pathname}${to.search}`
}

test("every school that pays is known there, says the same, and is told once", async () => {
  const { reconcileSubscription } = await import(
    "~/models/accounts/subscription/reconcile-subscription.server"
  )
  const { schoolActor } = await import("~/models/foundation/access/actor.server")
  const paying = rowsOf(subscriptions, isNotNull(subscriptions.providerSubscriptionId))
  expect(paying.map(({ status }) => status).sort()).toEqual([
    "active",
    "active",
    "active",
    "expired",
    "suspended",
  ])
  for (const { schoolId } of paying) {
    const actor = schoolActor(schoolId)
    expect(actor && (await reconcileSubscription(actor))).toBe("same")
  }
  // One each, and a renewal that was declined.
  expect(rowsOf(platformPayments)).toHaveLength(6)
})

test("the demo's administrator upgrades from the menu to the larger plan, end to end", async () => {
  const admin = await browserOf("admin@harmony.example")
  expect(await admin.read("/teachers/create")).toContain("You have 5 of 5 teachers on Standard.")
  const full = await admin.html("/teachers/create")
  expect(full).not.toContain('name="name"')
  expect(full).toContain('href="/select-plan?upgrade=true"')
  const to = locationOf(await admin.visit("/select-plan?upgrade=true"))
  expect(to).toBe("/settings/subscription?plan=professional#change")
  const page = await admin.read(to)
  expect(page).toMatch(/Professional costs \$[\d.]+ today/)
  expect(page).not.toContain("isn’t billed through PayPal")
  const asked = await admin.submit("/settings/subscription", {
    intent: "change",
    plan: "professional",
    interval: "yearly",
  })
  const back = await press(locationOf(asked))
  expect((await admin.visit(back)).headers.get("Location")).toBe("/settings/subscription")
  expect(await admin.read("/settings/subscription")).toContain("Your plan is Professional, billed yearly.")
  expect(await admin.html("/teachers/create")).toContain('name="name"')
})
