import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { openEverySchool } from "~/models/accounts/school/register-school.server"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { env, readSettings } from "~/utils/env.server"
import { checkSettings } from "~/utils/settings-check.server"
import { takePlanSale } from "~/utils/sold-plans"
import { Browser } from "../../support/app"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { changeRows, openSchool, rowOf, rowsOf } from "../../support/school"
import { withSettings } from "../../support/settings"
import { addStaff } from "../../support/support-chat"

// A school that runs Tutti for itself may do without PayPal: its first registration opens the school, every plan's limits are
// off, and no page offers a plan or a payment by PayPal.

withSettings({ PAYPAL_MODE: "off" })
env()

const ownInstallation = {
  NODE_ENV: "production",
  APP_URL: "https://tutti.harmony-school.org",
  TRUSTED_PROXIES: "1",
  SESSION_SECRET: "a secret of forty characters and a few more",
  SEAL_KEYS: "another one of forty characters and some more",
  PAYPAL_MODE: "off",
  SMTP_HOST: "smtp.harmony-school.org",
  SMTP_USER: "tutti",
  SMTP_PASSWORD: "a password",
  MAIL_FROM: "Harmony <hello@harmony-school.org>",
  CONTACT_EMAIL: "hello@harmony-school.org",
}

test("production takes settings without PayPal and Resend, and check-settings asks nothing about either", () => {
  expect(readSettings(ownInstallation).faults).toBeUndefined()
  const about = checkSettings(ownInstallation, { isRoot: false }).map(({ kind, name }) => `${kind} ${name}`)
  expect(about.filter((finding) => /PAYPAL|RESEND|MAIL_EVENTS/.test(finding))).toEqual([])
})

/** A school as it is opened where plans are sold. */
function openSold<School>(open: () => School): School {
  takePlanSale(true)
  const school = open()
  takePlanSale(false)
  return school
}

const register = (name: string) => {
  const visitor = new Browser()
  return visitor
    .submit("/register-school", {
      name: "Rosa Marin",
      email: `${name.toLowerCase()}@harmony-school.org`,
      password: "a-long-password-of-her-own",
      schoolName: `${name} School`,
      timeZone: "Europe/Madrid",
    })
    .then((answer) => ({ visitor, answer }))
}

let office: Browser
describe("an installation of one’s own", () => {
  beforeAll(async () => {
    const home = await new Browser().visit("/")
    expect(home.headers.get("Location")).toBe("/register-school")
    const { visitor, answer } = await register("Harmony")
    await expect(answer).toLead(303, "/dashboard")
    office = visitor
  })

  test("opens its first school without a plan to choose, with no limit, and lets no stranger add another", async () => {
    const school = rowOf(schools)
    expect(await office.read("/dashboard")).toContain("Harmony School")
    const { actor } = openSold(openSchool)
    expect(school?.name).toBe("Harmony School")
    expect(rowOf(subscriptions)).toMatchObject({ status: "active", plan: "professional" })
    expect(findPlanUsage({ ...actor, school: { ...actor.school, id: school?.id ?? "" } })).toMatchObject({
      teachers: { limit: null },
      students: { limit: null },
    })
    expect((await new Browser().visit("/")).headers.get("Location")).toBe("/auth/login")
    const { answer } = await register("Stranger")
    expect(answer.headers.get("Location")).toBe("/auth/login")
    for (const address of ["/register-school", "/register-solo-teacher", "/auth/register", "/register"])
      expect((await new Browser().visit(address)).headers.get("Location"), address).toBe("/auth/login")
    expect(rowsOf(schools, { name: "Stranger School" })).toEqual([])
  })

  test("opens the schools of a database that comes from where plans are sold", () => {
    const { actor } = openSold(openSchool)
    const own = eq(subscriptions.schoolId, actor.school.id)
    changeRows(subscriptions, own, { status: "expired" })
    openEverySchool()
    expect(rowOf(subscriptions, own)).toMatchObject({ status: "active" })
  })

  test.each([
    "/select-plan",
    "/select-plan?upgrade=true",
    "/settings/subscription",
    "/dashboard/admin/subscription",
    "/settings/subscription/end",
    "/subscription",
    "/payment-success",
    "/billing/manage/automatic-payments",
  ])("leads from %s to a page that is true", async (address) => {
    for (const browser of [office, new Browser()]) {
      const answer = await browser.visit(address)
      expect([302, 303, 404], `${address}: ${answer.status}`).toContain(answer.status)
    }
  })
})

/** Where each of an area's links leads, from its first page on. */
async function textsFrom(browser: Browser, first: string) {
  const waiting = [first]
  const seen = new Map<string, string>()
  while (waiting.length > 0 && seen.size < 150) {
    const address = waiting.shift() ?? ""
    if (seen.has(address)) continue
    const answer = await browser.visit(address)
    if (answer.status !== 200 || !answer.headers.get("Content-Type")?.includes("html")) {
      seen.set(address, "")
      continue
    }
    const html = await answer.text()
    seen.set(address, html)
    for (const [, to = ""] of html.matchAll(/href="(\/[^"#]*)/g))
      if (!/\.(css|js|svg|png|pdf|csv|ics|webmanifest)|^\/(assets|build|logout|photo)/.test(to))
        waiting.push(to.replaceAll("&amp;", "&").replace(/\?.*/, ""))
  }
  return [...seen].filter(([, html]) => html !== "")
}
const visible = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<template[\s\S]*?<\/template>/g, " ")
    // A payment that a family made by itself can be recorded, as cash can.
    .replace(/<option[^>]*>PayPal<\/option>|A check, bank or PayPal number/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
const promises = /.{40}(PayPal|[Uu]pgrade|your plan\b|[Ss]ubscription|Choose a plan).{40}/

test("no page of the office, of a family, of a visitor or of the staff speaks of PayPal or of a plan to buy", async () => {
  const { userId } = openSold(openSchool)
  const family = openSold(openPayingFamily)
  invoiceOver(family.school, family, 12_000)
  const told: string[] = []
  expect((await new Browser().visit("/help")).status).toBe(200)
  for (const [browser, first] of [
    [await Browser.of(userId), "/dashboard"],
    [await Browser.of(family.guardian.userId), "/student/invoices"],
    [new Browser(), "/login"],
    [new Browser(), "/help"],
    [await Browser.of(addStaff("Sam Ortiz").userId), "/super-admin"],
  ] as const)
    for (const [address, html] of await textsFrom(browser, first)) {
      // What staff read of a school’s standing is no offer.
      const [found] = (first === "/super-admin" ? /.{40}PayPal.{40}/ : promises).exec(visible(html)) ?? []
      if (found) told.push(`${address}: ${found}`)
    }
  expect(told).toEqual([])
}, 300_000)
