import { users } from "db/schema/accounts"
import { subscriptionAttempts, subscriptionCases } from "db/schema/accounts-subscriptions"
import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { beforeAll, describe, expect, test } from "vitest"
import { queueJob } from "~/models/foundation/job/job.server"
import { now } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { inAct } from "../../support/in-act"
import { addMember, addRows, changeRows, openSchool, removeRows, rowOf } from "../../support/school"
import { addStaff } from "../../support/support-chat"

let staff: Browser
beforeAll(async () => {
  staff = await Browser.of(addStaff().userId)
})

describe("platform staff", () => {
  test("see schools by subscription, what waits and what has failed", async () => {
    const { actor } = openSchool({ name: "Harmony School of Music" })
    openSchool({ name: "Bright Keys Studio", kind: "solo", active: false })
    const at = now()
    const attempt = {
      schoolId: actor.school.id,
      plan: "standard" as const,
      interval: "yearly" as const,
      amountMinor: 14_900,
      currency: "USD",
      providerPlanId: "P-1",
      createdAt: at,
      updatedAt: at,
    }
    addRows(subscriptionAttempts, { ...attempt, id: "waiting", state: "approving" })
    addRows(subscriptionCases, {
      schoolId: actor.school.id,
      id: "wrong",
      reason: "mismatch",
      facts: "{}",
      createdAt: at,
      updatedAt: at,
    })
    inAct(queueJob)({ kind: "forget-finished-jobs" })
    inAct(queueJob)({ kind: "forget-expired-sign-ins" })
    changeRows(jobs, { kind: "forget-expired-sign-ins" }, { state: "dead" })
    removeRows(emails)
    const text = await staff.read("/super-admin")
    expect(text).toMatch(
      /Needs attention Last backup: none yet · Disk: \d+% free · Failed emails: 0 · Failed jobs: 1/,
    )
    expect(text).toContain(
      "1 job was given up in the last 24 hours. See Database, Jobs, Failed for the error.",
    )
    expect(text).toContain("Backups are on the same disk as the database: one fault takes both.")
    expect(text).toContain("1 active 0 ending 0 payment failed 0 expired 1 not paid yet")
    expect(text).toContain("1 pending payment 1 case to review")
    expect(text).toContain("0 emails to send, none failed")
    expect(text).toContain("1 job waiting, 1 failed")
    expect(text).toMatch(/Bright Keys Studio Solo teacher .* Not paid yet/)
    expect(text).toMatch(/Harmony School of Music School .* Active/)
  })

  test("no one else is let in", async () => {
    const { actor, userId } = openSchool()
    const teacher = addMember(actor, "teacher", "Helena Novak")
    expect((await (await Browser.of(userId)).visit("/super-admin")).headers.get("Location")).toBe(
      "/dashboard",
    )
    expect((await (await Browser.of(teacher.userId)).visit("/super-admin")).headers.get("Location")).toBe(
      "/dashboard/teacher",
    )
    expect((await new Browser().visit("/super-admin")).status).toBe(302)
  })
})

describe("a paused account", () => {
  test("its teachers and families read whom to ask, and can log out", async () => {
    const { actor, userId } = openSchool({ active: false })
    const family = await Browser.of(addMember(actor, "student", "Jonas Haddad").userId)
    const html = await family.html("/account-paused")
    expect(html).toContain("Harmony School of Music’s account is paused")
    expect(html).toContain("Ruth Castellano")
    const office = rowOf(users, { id: userId })
    expect(html).toContain(`mailto:${office?.email}`)
    expect((await family.submit("/logout", {})).headers.get("Location")).toBe("/")

    const admin = await Browser.of(userId)
    expect((await admin.visit("/account-paused")).headers.get("Location")).toBe("/select-plan?upgrade=true")
  })

  test("no member of an active school lands there", async () => {
    const { actor } = openSchool()
    const teacher = await Browser.of(addMember(actor, "teacher", "Helena Novak").userId)
    expect((await teacher.visit("/account-paused")).headers.get("Location")).toBe("/dashboard/teacher")
    expect((await staff.visit("/account-paused")).headers.get("Location")).toBe("/super-admin")
  })
})

describe("the landing page", () => {
  test("shows every part, the prices of the catalogue, and the ways in", async () => {
    const html = await new Browser().html("/")
    for (const part of [
      'id="features"',
      'id="pricing"',
      'id="contact"',
      "Save up to 40%",
      "$9.99",
      "17% saving, Save $20.88 compared to monthly",
      "Most Popular",
      'href="/auth/login"',
      'href="/register-school"',
      'href="/register-solo-teacher"',
      // The period travels by the address alone: one link for each, without scripts.
      'href="/register-school?plan=professional&amp;interval=monthly"',
      'href="/register-school?plan=professional&amp;interval=yearly"',
      'href="/register-solo-teacher?plan=soloTeacher&amp;interval=monthly"',
      "Sample quotes: these people belong to our demo school.",
      "These are sample contact details.",
    ])
      expect(html).toContain(part)
    expect(html).not.toContain(">Dashboard<")
  })

  test("someone of an active school finds the way to their home instead", async () => {
    const { actor, userId } = openSchool()
    const teacher = addMember(actor, "teacher", "Helena Novak")
    const home = async (id: string) => (await Browser.of(id)).html("/")
    expect(await home(userId)).toMatch(/href="\/dashboard"[^>]*>Dashboard/)
    expect(await home(teacher.userId)).toMatch(/href="\/dashboard\/teacher"[^>]*>Dashboard/)
    expect(await home(openSchool({ active: false }).userId)).not.toContain(">Dashboard<")
  })
})

test("a page that is not there says so in its title too", async () => {
  const answer = await new Browser().visit("/no-such-page")
  expect(answer.status).toBe(404)
  const html = await answer.text()
  expect(html).toContain("<title>Page Not Found · Tutti</title>")
  expect(html).toContain("The page you&#x27;re looking for doesn&#x27;t exist or has been moved.")
  expect(html).toMatch(/href="\/"[^>]*>Go Home/)
})
