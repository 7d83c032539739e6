import { sqlite } from "db/client.server"
import { expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock, now } from "~/utils/clock.server"
import { askedOfAnalytics as asked } from "../../../../tests/support/analytics"
import { addMember, openSchool } from "../../../../tests/support/school"
import { findAnalyticsInBackground } from "./analytics.server"

// What a tab says is the same object for all for whom it was read once.

const { actor } = openSchool()
const owner = addMember(actor, "admin", "Noa Lindqvist").actor
/** Sees reports, and neither invoices nor pay. */
const helper: Actor = { ...addMember(actor, "office", "Sol Rivera").actor, rights: ["reports"] }

test("a tab that several ask for at once is read once, for each of those who see the same", async () => {
  for (const tab of ["students", "teaching", "money", "ahead"] as const) {
    const ask = (who: Actor, query = asked) => findAnalyticsInBackground(who, tab, query)
    const [one, two, other] = await Promise.all([actor, owner, helper].map((who) => ask(who)))
    expect([two === one, other === one], tab).toEqual([true, false])
    expect([(await ask(owner)) === one, (await ask(owner, { ...asked, months: 12 })) === one], tab).toEqual([
      true,
      false,
    ])
  }
})

test("who asks after a write, in the next minute or of another school has figures of their own", async () => {
  const other = openSchool().actor
  const ask = (who = actor) => findAnalyticsInBackground(who, "money", asked)
  const before = await ask()
  expect([(await ask(other)) === before, (await ask()) === before]).toEqual([false, true])
  sqlite()
    .prepare("insert into rooms (school_id, id, name, created_at) values (?, 'hall', 'Hall', 1)")
    .run(actor.school.id)
  const after = await ask()
  expect(after === before).toBe(false)
  fixClock(now() + 60_000)
  expect((await ask()) === after).toBe(false)
})
