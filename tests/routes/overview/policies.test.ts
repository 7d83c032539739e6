import { members } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import { findPolicies } from "~/models/overview/policies/policies.server"
import { Browser, textOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { openPayingFamily } from "../../support/family"
import { formsOf } from "../../support/forms"
import { addMember, changeRows, openSchool } from "../../support/school"

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
  const text = await office.read("/settings/policies")
  expect(text).toContain("Families can cancel up to 24 hours before a lesson.")
  expect(text).toContain("Off. Charge a fee for overdue invoices.")
  expect(text).toContain("Cancel at least 24 hours before a lesson.")
})

const parts = [
  ...[
    "notice",
    "in-time",
    "late",
    "school-cancels",
    "outcomes",
    "credits",
    "freed-times",
    "swaps",
    "open-times",
    "leave",
    "tuition",
  ],
  ...["trials", "tax", "invoices", "reminders", "late-fee", "automatic-payment", "lesson-reminders"],
  ...["lesson-emails", "locking", "teacher-prices"],
]

test("each rule opens its own form in its row, by a link, and no other", async () => {
  const closed = await office.html("/settings/policies")
  expect(closed).not.toContain('class="edited"')
  for (const part of parts) {
    expect(closed, part).toMatch(new RegExp(`href="/settings/policies\\?edit=${part}(&amp;on=yes)?#${part}"`))
    const html = await office.html(`/settings/policies?edit=${part}`)
    expect(html.match(/class="edited"/g), part).toHaveLength(1)
    expect(html, part).toMatch(
      new RegExp(`<div id="${part}"><dt>[^<]*</dt><dd[^>]*>.*?</dd><dd class="edited">`, "s"),
    )
    expect(html, part).toMatch(new RegExp(`href="/settings/policies#${part}">(Cancel|Done)</a>`))
  }
  const nowhere = await office.html("/settings/policies?edit=nowhere")
  expect(nowhere).not.toContain('class="edited"')
})

test("a row saves its rule and leads back to it; a refused form stays open with what was typed", async () => {
  const at = "/settings/policies?edit=late-fee"
  const wrong = await office.submit(at, { intent: "late-fee", kind: "fixed", amount: "ten", afterDays: "9" })
  expect(wrong.status).toBe(400)
  const html = await wrong.text()
  expect(html).toContain('value="ten"')
  expect(html).toContain("Enter an amount, like 10.00.")
  const saved = await office.submit(at, { intent: "late-fee", kind: "fixed", amount: "10", afterDays: "9" })
  expect(saved.headers.get("Location")).toBe("/settings/policies#late-fee")
  expect(await office.read("/settings/policies")).toContain("$10.00, 9 days after the due date.")
  expect((await office.submit(at, { intent: "trials", price: "class" })).status).toBe(404)
})

test("two rows saved by two people, each open before the other was saved, are both there", async () => {
  const colleague = await Browser.of(addMember(school.actor, "admin", "Nina Novak").userId)
  const fieldsOf = async (browser: Browser, part: string, has: string) => {
    const html = await browser.html(`/settings/policies?edit=${part}`)
    const form = formsOf(html, "/").find(({ fields }) => fields.some(({ name }) => name === has))
    return Object.fromEntries((form?.fields ?? []).map(({ name, value }) => [name, value ?? ""]))
  }
  const notice = await fieldsOf(office, "notice", "noticeHours")
  const late = await fieldsOf(office, "late", "absent.chargedPercent")
  await colleague.submit("/settings/policies?edit=credits", {
    ...(await fieldsOf(colleague, "credits", "creditCap")),
    ...{ intent: "policies", creditCap: "5" },
  })
  await colleague.submit("/settings/policies?edit=in-time", {
    ...(await fieldsOf(colleague, "in-time", "excused.chargedPercent")),
    ...{ intent: "outcomes", "excused.chargedPercent": "35" },
  })
  await office.submit("/settings/policies?edit=notice", { ...notice, intent: "policies", noticeHours: "48" })
  await office.submit("/settings/policies?edit=late", {
    ...late,
    ...{ intent: "outcomes", "absent.chargedPercent": "75" },
  })
  const after = findPolicies(school.actor)
  expect([after.notice.noticeHours, after.credits.creditCap]).toEqual([48, 5])
  expect([after.inTime.chargedPercent, after.late.chargedPercent]).toEqual([35, 75])
})

test("a row of one absence leaves the other statuses as they are", async () => {
  const before = findPolicies(school.actor)
  const form = formsOf(await office.html("/settings/policies?edit=in-time"), "/")
  const fields = Object.fromEntries(
    form
      .filter(({ fields: each }) => each.some(({ name }) => name === "excused.chargedPercent"))
      .flatMap(({ fields: each }) => each.map(({ name, value }) => [name, value])),
  )
  const saved = await office.submit("/settings/policies?edit=in-time", {
    ...fields,
    "excused.chargedPercent": "50",
    intent: "outcomes",
  })
  expect(saved.status).toBe(303)
  const after = findPolicies(school.actor)
  expect(after.inTime.chargedPercent).toBe(50)
  expect([after.late, after.schoolCancels]).toEqual([before.late, before.schoolCancels])
})

test("what is off is turned on with what is usual, and shown as it is by Edit", async () => {
  const hoursIn = async (more: string) =>
    /name="hours"[^>]*value="(\d+)"/.exec(
      await office.html(`/settings/policies?edit=freed-times${more}`),
    )?.[1]
  expect([await hoursIn(""), await hoursIn("&on=yes")]).toEqual(["0", "12"])
})

test("the earlier addresses of the rules lead to their rows", async () => {
  for (const [earlier, row] of [
    ["/billing/prices", "/settings/policies"],
    ["/billing/manage/reminders/schedule", "/settings/policies?edit=reminders#reminders"],
    ["/settings/preferences?edit=policies", "/settings/policies?edit=notice#notice"],
    ["/settings/preferences?edit=outcomes", "/settings/policies?edit=outcomes#outcomes"],
    ["/settings/preferences?edit=teachers", "/settings/policies?edit=teacher-prices#teacher-prices"],
    ["/settings/preferences?edit=attendance", "/settings/policies?edit=locking#locking"],
    ["/settings/preferences?edit=reminders", "/settings/policies?edit=lesson-reminders#lesson-reminders"],
  ] as const)
    expect((await office.visit(earlier)).headers.get("Location"), earlier).toBe(row)
  expect((await office.visit("/settings/preferences")).status).toBe(200)
  for (const [page, part] of [
    ["/attendance/freed-times", "freed-times"],
    ["/attendance/swaps", "swaps"],
    ["/billing/manage/automatic", "invoices"],
    ["/billing/manage/payments", "automatic-payment"],
  ] as const)
    expect(await office.html(page), page).toContain(`/settings/policies?edit=${part}`)
})

test("who sets the rules without invoicing changes none of invoices; who invoices keeps theirs", async () => {
  const as = async (rights: string) => {
    const { userId, memberId } = addMember(school.actor, "office", "Ruth Keller")
    changeRows(members, { id: memberId }, { rights })
    return await Browser.of(userId)
  }
  const rules = await as("prices,settings")
  const html = await rules.html("/settings/policies?edit=invoices")
  expect(html).not.toContain('class="edited"')
  expect(html).not.toContain("edit=invoices")
  const wish = { intent: "rule", isOn: "on", dayOfMonth: "3", period: "past" }
  expect((await rules.submit("/settings/policies?edit=invoices", wish)).status).not.toBe(303)
  expect(findPolicies(school.actor).invoices.isAutomatic).toBe(false)
  const books = await as("prices,invoices")
  expect(await books.html("/billing/manage/automatic")).toContain('name="dayOfMonth"')
  expect(await books.read("/billing/manage/reminders/schedule")).toContain("Automatic reminders are off")
})

test("a preset is compared first, and only what was chosen is saved", async () => {
  const html = await office.html("/settings/policies?compare=firm")
  const shown = await office.read("/settings/policies?compare=firm")
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
  const after = await office.read("/settings/policies")
  expect(after).toContain("Ruth Castellano changed the late fee")
})

test("the change to a preset can be undone on the page, and another school’s can’t", async () => {
  const page = "/settings/policies?compare=firm"
  const before = findPolicies(school.actor)
  const stamp = stampIn(await (await office.visit(page)).text())
  await office.submit(page, { preset: "firm", stamp, topic: ["lateFee", "inTime"] })
  const html = await (await office.visit("/settings/policies")).text()
  expect(html).toContain("Ruth Castellano changed 2 rules to Firm on ")
  const change = /name="change" value="([^"]+)"/.exec(html)?.[1] ?? ""
  const wish = { intent: "undo-preset", change }
  await (await Browser.of(openSchool().userId)).submit("/settings/policies", wish)
  expect(findPolicies(school.actor)).not.toEqual(before)
  await office.submit("/settings/policies", wish)
  expect(findPolicies(school.actor)).toEqual(before)
  const after = await textOf(await office.visit("/settings/policies"))
  expect(after).toContain("put the policies back as they were before a preset")
  expect(after).not.toContain("changed 2 rules to Firm")
})

test("nothing chosen is asked for, a stranger’s topic is refused, rules changed meanwhile are compared again", async () => {
  const stamp = stampIn(await office.html("/settings/policies?compare=firm"))
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
  const text = await guardian.read("/student/policies")
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
  expect(await office.read("/settings/admin/log")).toContain("dismissed a suggestion")
  const unknown = await office.submit("/settings/policies", {
    intent: "dismiss-suggestion",
    suggestion: "everything",
  })
  expect(unknown.status).toBe(404)
})

test("a rule is tried on the last term before it is saved", async () => {
  const before = findPolicies(school.actor)
  const at = "/settings/policies?edit=late-fee"
  const answer = await office.submit(at, {
    intent: "try-rule",
    kind: "fixed",
    amount: "15.00",
    afterDays: "14",
  })
  const text = await textOf(answer)
  expect(text).toContain("The term so far, Jul 1, 2026 to Nov 18, 2026")
  expect(text).toContain("No late fees. $0.00 was charged.")
  expect(findPolicies(school.actor)).toEqual(before)
  await expect(office.submit(at, { intent: "try-rule", kind: "fixed", afterDays: "0" })).toAnswer(400)
  const late = await office.submit("/settings/policies?edit=late", {
    intent: "try-rule",
    "absent.chargedPercent": "50",
    "absent.paidPercent": "50",
  })
  expect(await textOf(late)).toContain("Absent: no lessons.")
  openFamily(school.actor)
  const credits = await office.submit("/settings/policies?edit=notice", {
    intent: "try-rule",
    noticeHours: "48",
    lateAllowance: "0",
  })
  expect(credits.headers.get("Location")).toMatch(/^\/tasks\//)
})
