import { users } from "db/schema/accounts"
import { platformPayments, subscriptions } from "db/schema/accounts-subscriptions"
import { deletedSchools } from "db/schema/platform"
import { beforeAll, describe, expect, test } from "vitest"
import { scheduleDeletion } from "~/models/accounts/school/delete-school.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listRevenue } from "~/models/platform/revenue/revenue.server"
import { fixClock, now } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { eraseDueSchools } from "../../support/erasing"
import { inAct } from "../../support/in-act"
import { addRows, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"
import { addStaff } from "../../support/support-chat"

// What recurring revenue did, from the schools' own logs: each change opens its schools, and files hold the same.

const page = "/super-admin/analytics"
const day = 86_400_000
let staff: Browser

type Facts = { status: string; plan: "standard" | "professional"; interval: "monthly" }
const monthly = (status: string, plan: Facts["plan"] = "standard"): Facts => ({
  status,
  plan,
  interval: "monthly",
})

/** A school whose subscription did these things, so many days ago. */
function schoolWith(name: string, history: [daysAgo: number, facts: Facts][]) {
  const school = openSchool({ name })
  for (const [daysAgo, after] of history) {
    fixClock(testNow - daysAgo * day)
    inAct(recordEvent)(school.actor, "subscription.activate", "I-1", { after })
  }
  fixClock(testNow)
  const last = history.at(-1)?.[1] ?? monthly("active")
  changeRows(
    subscriptions,
    { schoolId: school.actor.school.id },
    {
      plan: last.plan,
      interval: last.interval,
      status: last.status as "active" | "expired",
      activatedAt: now() - (history.at(-1)?.[0] ?? 0) * day,
      updatedAt: now(),
    },
  )
  return school
}

beforeAll(async () => {
  fixClock(testNow)
  staff = await Browser.of(addStaff().userId)
  // today is Nov 18: 100 days ago is Aug 10, 40 is Oct 9, 5 is Nov 13
  schoolWith("Aria Back", [
    [100, monthly("active")],
    [40, monthly("expired")],
    [5, monthly("active", "professional")],
  ])
  schoolWith("Bass Gone", [
    [100, monthly("active")],
    [10, monthly("expired")],
  ])
  schoolWith("Cello New", [[3, monthly("active")]])
})

describe("revenue changes", () => {
  test("show new, reactivated and ended revenue, net retention and churn rate by month", async () => {
    const text = await staff.read(`${page}?months=6`)
    expect(text).toContain(
      "November 2026 $29.00 +$29.00 +$79.00 – – −$29.00 $108.00 0% 100% October 2026 $58.00 – – – – −$29.00 $29.00 50% 50%",
    )
    expect(text).toContain(
      "Net change so far in November 2026: +$79.00. By this day in October 2026: −$29.00.",
    )
    expect(text).toMatch(/Standard 1 \$29\.00 3 2 67%/)
    expect(text).toMatch(/Professional 1 \$79\.00 1 0 0%/)
    // Its first payment stays its first, and it is missing while it was away.
    expect(text).toMatch(/August 2026 2 100% 100% 50% 50%/)
  })

  test("open the schools behind each", async () => {
    const html = await staff.html(`${page}?months=6`)
    expect(html).toContain('href="/super-admin/analytics?months=6&amp;show=churn&amp;month=2026-11#rows"')
    const churn = await staff.read(`${page}?months=6&show=churn&month=2026-11`)
    expect(churn).toMatch(
      /Churn in November 2026: −\$29\.00 per month.*Bass Gone Nov 8, 2026 Standard −\$29\.00/,
    )
    expect(await staff.read(`${page}?show=reactivation`)).toMatch(
      /Reactivated: \+\$79\.00 per month.*Aria Back Nov 13, 2026 Professional \+\$79\.00/,
    )
    const past = await staff.visit(`${page}?show=churn&month=1999-01&page=99`)
    expect(past.headers.get("Location")).toBe(`${page}?show=churn&month=1999-01&page=1`)
  })
})

describe("files", () => {
  test("hold the figures, the transactions and the schools", async () => {
    const [school] = rowsOf(subscriptions)
    addRows(platformPayments, {
      id: "PAY-1",
      schoolId: school?.schoolId ?? "",
      providerSubscriptionId: "I-1",
      amountMinor: 2900,
      refundedMinor: 1000,
      currency: "USD",
      status: "PARTIALLY_REFUNDED",
      paidAt: now(),
      updatedAt: now(),
    })
    const read = async (path: string) => {
      const answer = await staff.visit(path)
      expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "text/csv; charset=utf-8"])
      return answer.text()
    }
    expect(await read(`${page}.csv?months=6`)).toContain("2026-11,29,29,79,0,0,-29,108,0,100\r\n")
    expect(await read("/super-admin/transactions.csv")).toMatch(
      /2026-11-18T20:10:00\.000Z,.*,PARTIALLY_REFUNDED,29,10,19,0,USD,PAY-1,I-1/,
    )
    const schools = await read("/super-admin/schools.csv?q=Cello")
    expect(schools).toMatch(/Cello New,School,Standard,monthly,Active,1,2026-11-18T/)
    expect(schools).not.toContain("Bass Gone")
    const { userId } = addStaff("Kim Park")
    changeRows(users, { id: userId }, { staffRoles: "support" })
    const support = await Browser.of(userId)
    for (const path of [`${page}.csv`, "/super-admin/transactions.csv", "/super-admin/schools.csv"])
      expect((await support.visit(path)).headers.get("Location")).toBe("/super-admin")
    expect(await support.html("/super-admin/schools")).not.toContain("schools.csv")
  })
})

test("the months of a school that was deleted stay, without its name", async () => {
  const sam = addStaff()
  const gone = schoolWith("Cello Deleted", [
    [100, monthly("active")],
    [40, monthly("active", "professional")],
  ])
  const { id } = gone.actor.school
  const movesOf = () => listRevenue(sam).find((school) => school.id === id)
  const before = movesOf()
  expect(before?.moves.map(({ kind }) => kind)).toEqual(["new", "expansion"])
  scheduleDeletion(gone.actor)
  fixClock(testNow + 31 * day)
  await eraseDueSchools()
  const after = movesOf()
  expect(after?.name).toBe("Deleted school")
  expect(after?.moves.slice(0, 2)).toEqual(before?.moves)
  expect(after?.moves.at(-1)).toMatchObject({ kind: "churn", at: testNow + 31 * day })
  const left = rowOf(deletedSchools, { id })
  expect(JSON.stringify(left)).not.toMatch(/Cello|ruth|Ruth/)
  fixClock(testNow)
})
