import { users } from "db/schema/accounts"
import type { instruments, levels } from "db/schema/accounts-school-lists"
import { schools } from "db/schema/accounts-schools"
import { outcomes } from "db/schema/attendance"
import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { addEntry, listEntries } from "~/models/accounts/school-list/school-list.server"
import type { Actor } from "~/models/foundation/access/actor"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { Browser, rowCount, textOf } from "../../support/app"
import { inAct } from "../../support/in-act"
import { addMember, openSchool, rowOf, rowsOf } from "../../support/school"

const at = "/settings/preferences"
const row = (part: string) => `/settings/policies?edit=${part}`
const list = "/settings/school"
let school: { actor: Actor; browser: Browser }

beforeEach(async () => {
  const { actor, userId } = openSchool()
  school = { actor, browser: await Browser.of(userId) }
})

const own = <T extends typeof outcomes | typeof instruments | typeof levels>(table: T) =>
  eq(table.schoolId, school.actor.school.id)
const table = () => rowsOf(outcomes, own(outcomes))
const defaults = {
  ...{ "present.chargedPercent": "100", "present.paidPercent": "100", "present.countsAsAttended": "on" },
  ...{ "late.chargedPercent": "100", "late.paidPercent": "100", "late.countsAsAttended": "on" },
  ...{ "absent.chargedPercent": "100", "absent.paidPercent": "100" },
  ...{ "excused.chargedPercent": "0", "excused.paidPercent": "0", "excused.issuesCredit": "on" },
  ...{ "cancelled.chargedPercent": "0", "cancelled.paidPercent": "0" },
}

describe("an attendance rule", () => {
  test("is shown as saved, changed as a whole, and each changed row is in the log", async () => {
    const rules = row("outcomes")
    const html = await school.browser.html(rules)
    expect(html).toMatch(/aria-label="Excused: family charged, percent"[^>]*value="0"/)
    const answer = await school.browser.submit(rules, {
      intent: "outcomes",
      ...defaults,
      "excused.chargedPercent": "50",
      "cancelled.issuesCredit": "on",
    })
    await expect(answer).toLead(303, "/settings/policies#outcomes")
    const byCode = Object.fromEntries(table().map((outcome) => [outcome.code, outcome]))
    expect(byCode.excused).toMatchObject({ chargedPercent: 50, issuesCredit: true })
    expect(byCode.cancelled).toMatchObject({ chargedPercent: 0, issuesCredit: true })
    const log = rowsOf(events, { schoolId: school.actor.school.id, noun: "outcome" })
    expect(log.map(({ nounId }) => nounId).sort()).toEqual(["cancelled", "excused"])
    expect(JSON.parse(log.find(({ nounId }) => nounId === "excused")?.before ?? "")).toMatchObject({
      chargedPercent: 0,
    })
    await school.browser.submit(rules, {
      intent: "outcomes",
      ...defaults,
      "excused.chargedPercent": "50",
      "cancelled.issuesCredit": "on",
    })
    expect(await school.browser.read(rules)).toContain("No changes to save.")
  })

  test("bad percentages are named and change nothing", async () => {
    const before = [table(), rowCount("events")]
    for (const bad of ["", "101", "-5", "half", "1e2", "<b>"]) {
      const answer = await school.browser.submit(row("outcomes"), {
        intent: "outcomes",
        ...defaults,
        "late.chargedPercent": bad,
      })
      expect(answer.status, bad).toBe(400)
      expect(await textOf(answer)).toMatch(/There is a problem.*Enter a percentage from 0 to 100\./)
    }
    expect((await school.browser.submit(row("outcomes"), { intent: "outcomes" })).status).toBe(400)
    expect([table(), rowCount("events")]).toEqual(before)
  })

  test("a solo teacher pays no teachers, so that column is not there and stays as it is", async () => {
    const solo = openSchool({ kind: "solo" })
    const browser = await Browser.of(solo.userId)
    expect(await browser.read(row("outcomes"))).not.toContain("Teacher paid")
    const withoutPay = Object.fromEntries(Object.entries(defaults).filter(([name]) => !name.includes("paid")))
    await browser.submit(row("late"), { intent: "outcomes", ...withoutPay, "absent.chargedPercent": "50" })
    const changed = rowOf(outcomes, { schoolId: solo.actor.school.id, code: "absent" })
    expect(changed).toMatchObject({ chargedPercent: 50, paidPercent: 100 })
  })
})

describe("rules and reminders", () => {
  test("are saved part by part; a cap can be none", async () => {
    const rules = () => rowOf(schools, { id: school.actor.school.id })
    const others = { creditExpiry: "days", lateAllowance: "0", creditWarnDays: "14" }
    await school.browser.submit(row("notice"), {
      intent: "policies",
      noticeHours: "48",
      lateAllowance: "2",
    })
    await school.browser.submit(row("credits"), {
      intent: "policies",
      creditExpiryDays: "120",
      creditCap: "3",
      creditExpiry: "term",
      creditWarnDays: "14",
    })
    await school.browser.submit(row("lesson-reminders"), { intent: "reminders", remindsOfLessons: "on" })
    expect(rules()).toMatchObject({
      noticeHours: 48,
      creditExpiryDays: 120,
      creditCap: 3,
      creditExpiry: "term",
      lateAllowance: 2,
      creditWarnDays: 14,
      remindsOfLessons: true,
    })
    await school.browser.submit(row("credits"), {
      intent: "policies",
      creditExpiryDays: "120",
      creditCap: "",
      ...others,
    })
    await school.browser.submit(row("lesson-reminders"), { intent: "reminders" })
    expect(rules()).toMatchObject({ creditCap: null, remindsOfLessons: false })
    for (const [field, bad, words] of [
      ["noticeHours", "-1", "from 0 to 720"],
      ["creditExpiryDays", "soon", "from 1 to 1,000"],
      ["creditCap", "many", "from 0 to 999"],
      ["creditExpiry", "never", "Choose when credits expire."],
      ["lateAllowance", "", "from 0 to 99"],
      ["creditWarnDays", "91", "from 0 to 90"],
    ] as const) {
      const fields = { noticeHours: "24", creditExpiryDays: "90", creditCap: "", ...others, [field]: bad }
      const part = /notice|late/.test(field) ? "notice" : "credits"
      await expect(school.browser.submit(row(part), { intent: "policies", ...fields })).toAnswer(400, words)
    }
    expect(rules()).toMatchObject({ noticeHours: 48 })
  })
})

describe("instruments and levels", () => {
  const names = (kind: "instruments" | "levels") =>
    listEntries(school.actor, kind).map(({ name, isArchived }) => (isArchived ? `(${name})` : name))

  test("are added, renamed, archived and restored, never twice; a refused name keeps its entry open", async () => {
    const { browser } = school
    for (const name of ["Violin", "Cello"])
      await browser.submit(list, { intent: "add-entry", list: "instruments", name })
    for (const name of ["Second", "First"])
      await browser.submit(list, { intent: "add-entry", list: "levels", name })
    expect(names("instruments")).toEqual(["Cello", "Violin"])
    expect(names("levels")).toEqual(["Second", "First"])
    const taken = await browser.submit(list, { intent: "add-entry", list: "instruments", name: "VIOLIN" })
    await expect(taken).toAnswer(409, "That name is already in use.")
    const [cello] = listEntries(school.actor, "instruments")
    const entry = cello?.id ?? ""
    expect(await browser.html(list)).toMatch(/<details class="grow"><summary[^>]*><span[^>]*>Cello</)
    const kept = await browser.submit(list, {
      intent: "rename-entry",
      list: "instruments",
      entry,
      name: "violin",
    })
    expect(kept.status).toBe(409)
    const refusedEntry = new RegExp(
      `There is a problem.*#instruments-${entry}-name.*<details class="grow" open="">.*>Cello<.*value="violin"`,
      "s",
    )
    expect(await kept.text()).toMatch(refusedEntry)
    expect(names("instruments")).toEqual(["Cello", "Violin"])
    await browser.submit(list, { intent: "rename-entry", list: "instruments", entry, name: "Cello <b>" })
    await browser.submit(list, { intent: "archive", list: "instruments", entry })
    expect(names("instruments")).toEqual(["Violin", "(Cello <b>)"])
    expect(await browser.html("/students/create")).not.toContain('<option value="Cello')
    await browser.submit(list, { intent: "restore", list: "instruments", entry })
    const form = await browser.html("/students/create")
    expect(form).toContain('<option value="Violin">')
    expect(form).toContain('<option value="First">')
  })

  test("bad input and another school's entries change nothing", async () => {
    const { browser } = school
    const stranger = openSchool()
    addEntry(stranger.actor, "levels", "Grade 1")
    const [foreign] = listEntries(stranger.actor, "levels")
    const entry = foreign?.id ?? ""
    const before = [rowCount("levels"), rowCount("instruments"), rowCount("events")]
    for (const name of ["", "   ", "x".repeat(61)])
      expect((await browser.submit(list, { intent: "add-entry", list: "levels", name })).status).toBe(400)
    for (const intent of ["rename-entry", "archive", "restore"])
      expect((await browser.submit(list, { intent, list: "levels", entry, name: "Mine" })).status).toBe(404)
    expect((await browser.submit(list, { intent: "add-entry", list: "users", name: "x" })).status).toBe(404)
    expect([rowCount("levels"), rowCount("instruments"), rowCount("events")]).toEqual(before)
    expect(listEntries(stranger.actor, "levels")).toMatchObject([{ name: "Grade 1", isArchived: false }])
  })
})

describe("mail preferences", () => {
  const receipt = (recipient: string) =>
    inAct(queueMail)({
      template: "payment-receipt",
      schoolId: school.actor.school.id,
      recipient,
      data: {
        schoolName: "Harmony",
        recipientName: "Dana",
        amount: "$1.00",
        number: "1",
        method: "cash",
        receivedOn: "today",
        reference: null,
      },
    })
  const sent = () => rowsOf(emails, { schoolId: school.actor.school.id, template: "payment-receipt" })

  test("is the person's own, offered by role, and the outbox obeys it", async () => {
    const family = addMember(school.actor, "student", "Dana Haddad")
    const email = rowOf(users, { id: family.userId })?.email ?? ""
    const browser = await Browser.of(family.userId)
    const text = await browser.read(at)
    expect(text).toMatch(/Notifications.*Lesson reminders.*Receipts/)
    expect(text).not.toContain("Attendance rules")
    expect(text).not.toContain("Your plan")
    receipt(email)
    expect(sent()).toHaveLength(1)
    const off = { intent: "mail", columns: "email", "email.receipts": "off", "email.plan": "off" }
    const refused = await browser.submit(at, { ...off, "email.lessons": "<b>" })
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("Choose when these emails come."),
    ])
    await browser.submit(at, off)
    receipt(email.toUpperCase())
    expect(sent()).toHaveLength(1)
    expect(await browser.html(`${at}?edit=mail`)).toMatch(
      /name="email\.receipts"[^>]*>.*?<option value="off" selected=""/s,
    )
    await browser.submit(at, { intent: "mail", columns: "email", "email.receipts": "now" })
    receipt(email)
    expect(sent()).toHaveLength(2)
    // An address that does not sign in here has chosen nothing.
    receipt("nobody@elsewhere.example")
    expect(sent()).toHaveLength(3)
  })

  test("the school's rules are not a family's or a teacher's to change", async () => {
    const before = table()
    for (const role of ["student", "teacher"] as const) {
      const browser = await Browser.of(addMember(school.actor, role, "Kwame Boateng").userId)
      const wish = { ...defaults, "absent.chargedPercent": "0", list: "levels", name: "x" }
      for (const intent of ["outcomes", "policies", "reminders", "add-entry"])
        expect((await browser.submit(at, { intent, ...wish })).status).toBe(404)
      for (const [address, intent] of [
        [row("outcomes"), "outcomes"],
        [list, "add-entry"],
      ] as const)
        expect((await browser.submit(address, { intent, ...wish })).status).toBe(302)
    }
    expect(table()).toEqual(before)
  })
})
