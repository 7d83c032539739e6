import { db, transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { emails } from "db/schema/foundation-mail"
import { readerUpdates } from "db/schema/teaching-reader-updates"
import { eq, ne } from "drizzle-orm"
import { tellDue } from "~/jobs/tell-due.server"
import { hashPassword } from "~/models/accounts/user/password.server"
import { addUser, findUserByEmail } from "~/models/accounts/user/user.server"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { listPortalInvoices } from "~/models/money/family-invoice/portal-invoices.server"
import { noteOpened } from "~/models/money/invoice/invoice-opened.server"
import { fixClock, now } from "~/utils/clock.server"
import { seedExpenses } from "./seed/expenses"
import { seedCoupons, seedFailedRenewal } from "./seed/failed-renewal"
import { seedHarmony } from "./seed/harmony"
import { memberNamed, seedTeachersAndFamilies } from "./seed/library"
import { whySeedRefused } from "./seed/may-seed"
import { seedMessages } from "./seed/messages"
import { seedService } from "./seed/service"
import { seedBrightKeys, seedCrescendo, seedUnpaidSchools } from "./seed/small-schools"
import { seedDeskWork, seedSupport } from "./seed/support"
import { seedTextMessages } from "./seed/text-messages"

// Schools with named people and half a year of lived history up to today, made through the models. The demo and the
// tests share them.

/** All demo accounts have this password. */
const demoPassword = "tutti-demo-2026"

type Seeded = { ok: true; text: string } | { ok: false; reason: string }

/** Seeds the demo once; a database that has it stays as it is, one with other accounts is refused. */
export async function seedDemo(): Promise<Seeded> {
  if (findUserByEmail("super@tutti.example"))
    return { ok: true, text: "The demo is already in this database, which stays as it is." }
  const reason = whySeedRefused()
  if (reason) return { ok: false, reason }
  const passwordHash = await hashPassword(demoPassword)
  const present = now()
  transact(() => {
    seedHarmony(present, passwordHash)
    seedBrightKeys(present, passwordHash)
    seedCrescendo(present, passwordHash)
    seedUnpaidSchools(present, passwordHash)
    seedFailedRenewal(present, passwordHash)
    fixClock(present)
    const staffUserId = addUser({
      name: "Tutti staff",
      email: "super@tutti.example",
      passwordHash,
      isSuperAdmin: true,
    })
    seedService(present, staffUserId)
    seedCoupons(present, staffUserId)
    seedColleagues(passwordHash)
    deliverMail(present)
  })
  await seedSupport(present)
  seedDeskWork(present)
  await seedTeachersAndFamilies(present)
  await seedMessages(present)
  await seedExpenses(present)
  deliverMail(present)
  const [office, guardian, teacher] = ["admin", "guardian", "teacher"].map((who) =>
    memberNamed(`${who}@harmony.example`),
  )
  if (office && guardian && teacher) transact(() => seedTextMessages(office, guardian, teacher, present))
  const [opened] = guardian ? listPortalInvoices(guardian) : []
  if (guardian && opened) noteOpened(guardian, opened)
  fixClock(undefined)
  return { ok: true, text: "Two schools are seeded with half a year of lessons." }
}

/** Staff with one role each, beside the one who has all. */
function seedColleagues(passwordHash: string) {
  for (const [name, role] of [
    ["Dana Whitfield", "support"],
    ["Marcus Lindqvist", "money"],
    ["Priya Raman", "operations"],
  ] as const) {
    const userId = addUser({ name, email: `${role}@tutti.example`, passwordHash, isSuperAdmin: true })
    db().update(users).set({ staffRoles: role }).where(eq(users.id, userId)).run()
  }
}

/** The half year's mail was delivered long ago. */
function deliverMail(at: number) {
  for (const { schoolId } of db()
    .selectDistinct({ schoolId: readerUpdates.schoolId })
    .from(readerUpdates)
    .all()) {
    const actor = schoolActor(schoolId)
    if (actor) tellDue(actor, at)
  }
  db().update(emails).set({ state: "sent", sentAt: at }).where(ne(emails.state, "sent")).run()
}
