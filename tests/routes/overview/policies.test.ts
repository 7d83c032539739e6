import { beforeEach, expect, test } from "vitest"
import { findPolicies } from "~/models/overview/policies/policies.server"
import { Browser, textOf } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import { addMember, openSchool } from "../../support/school"

// The page of all policies: each rule in a sentence, presets compared before anything changes, and what families read.

type School = ReturnType<typeof openSchool>
let school: School
let office: Browser

beforeEach(async () => {
  school = openSchool()
  office = await Browser.of(school.userId)
})

const stampIn = (html: string) => /name="stamp" value="([^"]+)"/.exec(html)?.[1] ?? ""

test("each rule is one sentence with its value, what is off can be turned on", async () => {
  const text = await textOf(await office.visit("/settings/policies"))
  expect(text).toContain("Families can cancel up to 24 hours before a lesson.")
  expect(text).toContain("Off. Charge a fee for overdue invoices.")
  expect(text).toContain("Cancel at least 24 hours before a lesson.")
})

test("a preset is compared first, and only what was chosen is saved", async () => {
  const html = await (await office.visit("/settings/policies?compare=firm")).text()
  const shown = await textOf(await office.visit("/settings/policies?compare=firm"))
  expect(shown).toContain("Compare with Firm")
  expect(shown).toContain("Firm: $25.00, 7 days after the due date.")
  expect(findPolicies(school.actor).lateFee.kind).toBe("none")
  const saved = await office.submit("/settings/policies?compare=firm", {
    preset: "firm",
    stamp: stampIn(html),
    topic: ["lateFee", "inTime"],
  })
  expect(saved.status).toBe(303)
  const now = findPolicies(school.actor)
  expect(now.lateFee).toMatchObject({ kind: "fixed", amountMinor: 2500 })
  expect(now.inTime.chargedPercent).toBe(100)
  expect(now.schoolCancels.issuesCredit).toBe(false)
  const after = await textOf(await office.visit("/settings/policies"))
  expect(after).toContain("Ruth Castellano changed the late fee")
})

test("nothing chosen is asked for, a stranger’s topic is refused, rules changed meanwhile are compared again", async () => {
  const stamp = stampIn(await (await office.visit("/settings/policies?compare=firm")).text())
  const none = await office.submit("/settings/policies?compare=firm", { preset: "firm", stamp })
  expect(none.status).toBe(400)
  expect(await none.text()).toContain("Choose at least one rule to change.")
  const wrong = await office.submit("/settings/policies?compare=firm", {
    preset: "firm",
    stamp,
    topic: "tax",
  })
  expect(wrong.status).toBe(400)
  await office.submit("/settings/policies?compare=firm", { preset: "firm", stamp, topic: "lateFee" })
  const stale = await office.submit("/settings/policies?compare=flexible", {
    preset: "flexible",
    stamp,
    topic: "notice",
  })
  expect(stale.status).toBe(409)
  expect(await stale.text()).toContain("Someone else changed these rules. Compare again.")
})

test("teachers don’t open it", async () => {
  const teacher = await Browser.of(addMember(school.actor, "teacher", "Helena Novak").userId)
  expect((await teacher.visit("/settings/policies")).status).toBe(302)
  expect((await teacher.visit("/settings/policies.pdf")).status).toBe(302)
})

test("families read the same sentences, on a page and on paper", async () => {
  const family = openPayingFamily()
  const guardian = await Browser.of(family.guardian.userId)
  const text = await textOf(await guardian.visit("/student/policies"))
  expect(text).toContain("Cancel at least 24 hours before a lesson.")
  expect(text).toContain("Later cancellations and missed lessons are charged.")
  for (const [who, address] of [
    [guardian, "/student/policies.pdf"],
    [office, "/settings/policies.pdf"],
  ] as const) {
    const pdf = await who.visit(address)
    expect(pdf.headers.get("content-type")).toBe("application/pdf")
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-")
  }
})

test("a suggestion of the dashboard is dismissed for good, and an unknown one is a 404", async () => {
  const done = await office.submit("/settings/policies", {
    intent: "dismiss-suggestion",
    suggestion: "freed-times",
  })
  expect(done.headers.get("Location")).toBe("/dashboard")
  expect(await textOf(await office.visit("/settings/admin/log"))).toContain("dismissed a suggestion")
  const unknown = await office.submit("/settings/policies", {
    intent: "dismiss-suggestion",
    suggestion: "everything",
  })
  expect(unknown.status).toBe(404)
})
