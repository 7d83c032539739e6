import { sqlite } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { platformPayments } from "db/schema/accounts-subscriptions"
import { jobs, oneTimeLinks } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { members } from "db/schema/people"
import { cleanupRuns, deletedSchools } from "db/schema/platform"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { eraseClosedSchools } from "~/jobs/erase-schools.server"
import { scheduleDeletion } from "~/models/accounts/school/delete-school.server"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import { addUser } from "~/models/accounts/user/user.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { makeOneTimeLink } from "~/models/foundation/one-time-link/one-time-link.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { fixClock, now } from "~/utils/clock.server"
import { Browser, locationOf, rowCount, textOf } from "../../support/app"
import { november, openFamily, owe } from "../../support/billing"
import { testNow } from "../../support/clock"
import { inAct } from "../../support/in-act"
import { startPayPal } from "../../support/paypal"
import { addRows, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"
import { addStaff } from "../../support/support-chat"

// What the platform's staff see of growth, of the database itself, and of what can be tidied away.

const day = 24 * 3_600_000
let paypal: Awaited<ReturnType<typeof startPayPal>>
let staff: Browser
beforeAll(async () => {
  paypal = await startPayPal()
  staff = await Browser.of(addStaff().userId)
})
afterAll(() => paypal.close())

describe("/super-admin/analytics", () => {
  test("counts who registered, paid and uses it, and every figure opens its schools", async () => {
    fixClock(testNow - 70 * day)
    openSchool({ name: "Étude Academy", active: false })
    fixClock(testNow)
    const { actor } = openSchool({ name: "Cadenza School" })
    sqlite()
      .prepare("update subscriptions set activated_at = ? where school_id = ?")
      .run(now(), actor.school.id)
    addRows(platformPayments, {
      id: "PAY-1",
      schoolId: actor.school.id,
      providerSubscriptionId: "I-1",
      amountMinor: 14900,
      currency: "USD",
      status: "COMPLETED",
      paidAt: now(),
      updatedAt: now(),
    })
    const text = await staff.read("/super-admin/analytics")
    expect(text).toMatch(/2 registered 1 paid, 50% of them 0 took attendance in the last 30 days, 0%/)
    expect(text).toMatch(/\$12\.42 per month/)
    expect(text).toMatch(/\$149\.00 so far in November, \$149\.00 more than at this point in October/)
    expect(text).toMatch(/November 2026 1 100%/)
    const paid = await staff.read("/super-admin/analytics?show=paid")
    expect(paid).toMatch(/Paid: 1.*Cadenza School/)
    expect(paid).not.toContain("Étude Academy")
    expect(await staff.read("/super-admin/analytics?show=registered&month=2026-09")).toMatch(
      /Registered in September 2026: 1.*Étude Academy/,
    )
    for (const odd of ["?show=<b>", "?months=999", "?month=soon&show=cohort", "?show=used&page=99999"])
      expect((await staff.visit(`/super-admin/analytics${odd}`)).status, odd).toBe(200)
  })
})

describe("/super-admin/database", () => {
  const at = "/super-admin/database"

  test("says how the file is doing, which tables are large, and whether everything fits", async () => {
    expect(await staff.read(at)).toMatch(/This machine alone.*Last verified backup None yet.*Up to date/)
    expect(await staff.read(`${at}?show=tables`)).toMatch(/Size with indexes.* schools \d+ /)
    const fine = await textOf(await staff.submit(at, { intent: "check" }))
    expect(fine).toContain("An invoice equals the sum of its lines Passed")
    expect(fine).not.toMatch(/rows? fails?/)
    const { actor } = openSchool()
    sqlite().prepare("delete from subscriptions where school_id = ?").run(actor.school.id)
    expect(await textOf(await staff.submit(at, { intent: "check" }))).toContain(
      `Every school has a subscription record 1 row fails ${actor.school.id}`,
    )
    expect((await staff.submit(at, { intent: "drop" })).status).toBe(404)
  })

  test("jobs and mail that were have failed are listed and retried, one or all", async () => {
    inAct(queueJob)({ kind: "make-sessions" })
    inAct(queueJob)({ kind: "charge-months" })
    changeRows(jobs, undefined, { state: "dead", attempts: 6, lastError: "no <b>such</b> table" })
    const id = inAct(queueMail)({
      template: "account-exists",
      data: { name: "Ada" },
      schoolId: null,
      recipient: "ada.lovelace@family.example",
    })
    changeRows(emails, { id }, { state: "failed", lastError: "validation_error" })
    const listed = await staff.read(`${at}?show=jobs`)
    expect(listed).toMatch(/Failed 2.*make-sessions.*no <b>such<\/b> table.*Retry all 2/)
    const mail = await staff.read(`${at}?show=mail`)
    expect(mail).toContain("a…@family.example")
    expect(mail).not.toContain("ada.lovelace")
    expect((await staff.submit(at, { intent: "retry-mail", id })).headers.get("Location")).toBe(
      `${at}?show=mail`,
    )
    expect(rowOf(emails, { id })).toMatchObject({
      state: "queued",
      attempts: 0,
    })
    await staff.submit(at, { intent: "retry-jobs" })
    expect(rowsOf(jobs).map(({ state }) => state)).toEqual(["queued", "queued"])
    await staff.submit(at, { intent: "retry-mail", id: "nothing" })
    expect(await staff.read(at)).toContain("Nothing to retry")
  })
})

describe("/super-admin/cleanup-details", () => {
  const at = "/super-admin/cleanup-details"
  const runs = () => rowsOf(cleanupRuns)

  test("a dry run counts and removes nothing; a run removes; both leave a line", async () => {
    fixClock(testNow - 40 * day)
    const abandoned = openSchool({ name: "Rubato Rooms", active: false })
    await startSubscription(abandoned.actor, { plan: "standard", interval: "yearly" })
    const paying = openSchool({ name: "Legato School" })
    makeOneTimeLink({
      purpose: "password-reset",
      schoolId: null,
      subjectId: abandoned.userId,
      email: "ruth@harmony.example",
      lifetimeMs: day,
    })
    fixClock(testNow)
    const text = await staff.read(at)
    expect(text).toMatch(
      /Abandoned registrations .* 2 .*Abandoned registrations Étude Academy .*Rubato Rooms/,
    )
    const before = [rowCount("schools"), rowCount("one_time_links")]
    await staff.submit(at, { intent: "dry", kind: ["registrations", "links"] })
    expect([rowCount("schools"), rowCount("one_time_links")]).toEqual(before)
    expect(await staff.read(at)).toContain(
      "Dry run: 2 abandoned registrations, 1 email link would be removed.",
    )
    await staff.submit(at, { intent: "run", kind: ["registrations", "links", "<b>"] })
    const after = await staff.read(at)
    expect(after).toContain("Removed: 2 abandoned registrations.")
    expect(after).toMatch(/Run Sam Ortiz .*Dry run Sam Ortiz/)
    expect(rowOf(schools, { id: abandoned.actor.school.id })).toBeUndefined()
    expect(rowOf(schools, { id: paying.actor.school.id })).toBeDefined()
    expect(rowsOf(oneTimeLinks)).toEqual([])
    expect(runs().map(({ isDry }) => isDry)).toEqual([true, false])
  })

  test("what a dry run counted stays the choice of what is removed", async () => {
    const dry = await staff.submit(at, { intent: "dry", kind: ["links", "jobs"] })
    const page = await staff.html(locationOf(dry))
    const boxes = [...page.matchAll(/<input[^>]*name="kind"[^>]*>/g)].map(([box]) => box)
    expect(boxes.length).toBeGreaterThan(2)
    const ticked = boxes.filter((box) => box.includes("checked"))
    expect(ticked.map((box) => /value="([^"]*)"/.exec(box)?.[1])).toEqual(["links", "jobs"])
    for (let run = 0; run < 50; run += 1) await staff.submit(at, { intent: "dry", kind: "links" })
    expect(await staff.html(`${at}?of=links%2Cjobs`)).toMatch(
      /href="[^"]*page=2&amp;of=links%2Cjobs"|href="[^"]*of=links%2Cjobs&amp;page=2"/,
    )
  })

  test("nothing ticked, or no word, does nothing", async () => {
    const before = runs().length
    await staff.submit(at, { intent: "run" })
    expect(await staff.read(at)).toContain("Nothing selected")
    await staff.submit(at, { kind: "links" })
    expect(runs()).toHaveLength(before)
  })

  test("a school goes with its invoices, payments and log once its thirty days are over, and not before", async () => {
    const { actor, userId } = openSchool({ name: "Finale School" })
    const family = openFamily(actor)
    const issued = issueInvoice(actor, november(family.familyId, [owe(actor, family, 100)]))
    if (!issued.ok) throw new Error(issued.reason)
    const other = openSchool({ name: "Coda School" })
    const both = addUser({ name: "Iris Novak", email: "iris@novak.example", passwordHash: null })
    for (const { school } of [actor, other.actor])
      addRows(members, {
        schoolId: school.id,
        id: `iris-${school.id}`,
        userId: both,
        role: "teacher",
        createdAt: now(),
      })
    scheduleDeletion(actor)
    await staff.submit(at, { intent: "run", kind: "schools" })
    expect(rowOf(schools, { id: actor.school.id })).toBeDefined()
    fixClock(testNow + 31 * day)
    staff = await Browser.of(
      addUser({ name: "Sam Ortiz", email: "sam2@tutti.example", passwordHash: null, isSuperAdmin: true }),
    )
    await staff.submit(at, { intent: "run", kind: "schools" })
    expect(await staff.read(at)).toContain("Removed: 1 school past its 30 days.")
    while (await eraseClosedSchools());
    expect(rowOf(schools, { id: actor.school.id })).toBeUndefined()
    for (const table of ["invoices", "invoice_lines", "events", "families", "members"])
      expect(
        sqlite().prepare(`select count(*) from "${table}" where school_id = ?`).pluck().get(actor.school.id),
        table,
      ).toBe(0)
    expect(rowOf(users, { id: userId })).toBeUndefined()
    expect(rowOf(users, { id: both })).toBeDefined()
    expect(rowsOf(deletedSchools)).toMatchObject([{ id: actor.school.id, kind: "school" }])
    expect(sqlite().pragma("foreign_key_check")).toEqual([])
    // What keeps invoices, payments and the log is back.
    expect(() => sqlite().prepare("delete from events").run()).toThrow("append-only")
  })
})
