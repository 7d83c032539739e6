import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as schema from "db/schema/tables"
import { getTableColumns, getTableName, is } from "drizzle-orm"
import { SQLiteTable } from "drizzle-orm/sqlite-core"
import ts from "typescript"
import { describe, expect, test } from "vitest"
import { findUnscoped } from "../support/statements/scoped-statements"

// Tenancy that cannot be forgotten: every statement on a table whose rows belong to a school is scoped by `own` (or, where
// no member acts, by `ofSchool`), and every further owned table is reached from there by `joined`. An insert is held by the
// compiler (the school is a required column) and by the database (references carry the school).

/** The tables with a school that every row must have; those of persons and of the platform may have none. */
const owned = Object.fromEntries(
  Object.entries<unknown>(schema).flatMap(([name, table]) =>
    is(table, SQLiteTable) && getTableColumns(table).schoolId?.notNull ? [[name, getTableName(table)]] : [],
  ),
)

/** Statements that are not of one school, by file and function, each with its reason. */
const acrossSchools: Record<string, string> = {
  "calendar-feed.server.ts findFeedReader": "the token in the address says which school",
  "invoice-link.server.ts findInvoiceLink": "the secret in the address says which school",
  "school-page.server.ts holderOf": "an address is one school's in all of them, and says which",
  "text-account.server.ts schoolsAt":
    "a number’s replies reach one school, so another one that has its key is refused",
  "inquiry-draft.server.ts schoolsBehind":
    "a job that forgets what no link confirms any more, in all schools",
  "refund.server.ts recordRefund": "a provider's reference exists once in all schools",
  "payment-order.server.ts findOrderOfProvider": "the provider's notice does not say which school",
  "deleted-record.server.ts emptyBins": "what was deleted 30 days ago goes in every school",
  "deleted-record.server.ts listOldStudents": "the same of students, whose names go with them",
  "announce-charges.server.ts listChargesUnderWay": "a job that asks the provider for all schools",
  "carry-out-charge.server.ts findAttempt": "the provider's notice does not say which school",
  "find-methods.server.ts findMethodOfToken": "the provider's notice does not say which school",
  "find-methods.server.ts listMethodsToAskAbout": "a job that asks the provider for all schools",
  "refund-order.server.ts listRefundsToAskAbout": "a job that asks the provider for all schools",
  "payment-order.server.ts listOrdersToAskAbout": "a job that asks the provider for all schools",
  "paid-orders.server.ts paidToAskAboutQuery": "a job that asks the provider for all schools",
  "settle-refunds.server.ts findOrderOfCapture": "the provider's notice does not say which school",
  "support-image.server.ts forgetUnusedFiles":
    "a job that forgets receipts without an expense, in all schools",
  "support-image.server.ts listUnused": "a job that forgets what was never sent, in all schools",
  "subscription-attempt.server.ts findSchoolOfAttempt": "the provider's notice does not say which school",
  "subscription-attempt.server.ts listAttemptsToAskAbout": "a job that asks the provider for all schools",
  "subscription-attempt.server.ts listSchoolsToReconcile": "a job that walks all schools",
  "make-sessions.server.ts listSchoolsBehind": "a job that walks all schools",
  "announcement.server.ts previewRecipients": "who administers any school, for a message to all of them",
  "announcement.server.ts writeTo": "who administers some schools, for a message to all of them",
  "push-devices.server.ts addPushDevice":
    "a browser shows one person's notifications, whichever school had it before",
  "push-devices.server.ts forgetQuietPushDevices": "a job that tidies up for all schools",
  "mail-count.server.ts listMostMail": "a platform figure",
  "mail-count.server.ts forgetMailCounts": "the platform tidies up after itself",
  "cleanup.server.ts countRows": "the platform tidies up after itself",
  "cleanup.server.ts abandoned": "registrations nobody paid for, of all schools",
  "growth.server.ts listGrowthSchools": "a platform figure",
  "list-schools.server.ts listSchools": "the platform's list of schools",
  "list-schools.server.ts conditionsOf": "a condition of the platform's list of schools",
  "paid-subscriptions.server.ts listPaidSubscriptions": "the platform's list of subscriptions",
  "pending-payments.server.ts countQuery": "a platform figure",
  "pending-payments.server.ts listPendingPayments": "the platform's own list, for its staff",
  "coupon-desk.server.ts listCoupons": "the platform's own list, for its staff",
  "coupon.server.ts countUses": "how many schools use a coupon that anyone may enter",
  "coupon.server.ts discountedPlan": "the provider's plan of a coupon, the same for every school",
  "platform-figures.server.ts openCasesQuery": "a platform figure",
  "platform-figures.server.ts schoolsQuery": "a platform figure",
  "platform-figures.server.ts newestQuery": "a platform figure",
  "renewal-failure.server.ts listFailuresToFollow": "a job that walks all schools",
  "at-risk.server.ts sumAtRisk": "a platform figure",
  "at-risk.server.ts failures": "the platform's own list, for its staff",
  "at-risk.server.ts listCancellations": "the platform's own list, for its staff",
  "at-risk.server.ts countReasons": "a platform figure",
  "subscription-case.server.ts listed": "the platform's own list, for its staff",
  "forget-member.server.ts isKnownElsewhere": "a person's memberships, in whichever schools",
  "staff-accounts.server.ts belongsToSchool": "staff of the platform are members of no school at all",
  "proven-address.server.ts takeOver": "a person's memberships, in whichever schools",
  "sign-in.server.ts membershipsQuery": "a person's memberships, in whichever schools",
  "sign-in.server.ts membershipCountQuery": "how many these are",
  "sign-in.server.ts listLockedSchools": "in which schools a person’s login is locked",
  "sign-in.server.ts signInByToken": "the sign-in says which membership",
  "register-school.server.ts addSchool": "a person's memberships, in whichever schools",
  "register-school.server.ts openEverySchool": "every school, where no plan is sold",
  "text-outbox.server.ts dueQuery": "a sender that goes through the texts of all schools",
  "demo-mail.server.ts demoPersonQuery": "the recipient of a mail of no school, in whichever schools",
  "live-demo.server.ts findSampleSchool": "the sample school's administrator says which school",
  "erase-school.server.ts deleteUser": "a person who is a member of no school",
}

/** Files that know the school by its id alone, because no member acts, each with its reason. */
const withoutActor: Record<string, string> = {
  "accept-invitation.server.ts": "the link in the mail says which school",
  "invited.server.ts": "the link in the mail says which school",
  "mail-wish.server.ts": "a queued mail says which school",
  "members-at.server.ts": "a queued text or notification says which school",
  "choices.server.ts": "a queued mail, text or notification says which school",
  "unsubscribe.server.ts": "the signed link in an email says which school",
  "wording.server.ts": "a queued mail says which school",
  "quiet-hours.server.ts": "a queued mail, text or notification says which school",
  "push-devices.server.ts": "a queued mail or job says which school",
  "absence-mail.server.ts": "a queued mail says which school",
  "payment-order.server.ts": "an order that was found says which school",
  "refund-order.server.ts": "an order that was found says which school",
  "settle-payment.server.ts": "an order that was found says which school",
  "text-account.server.ts":
    "a queued text, or a message of Twilio that is proven by that school's key, says which school",
  "text-outbox.server.ts": "a queued text, or a message of Twilio that was proven, says which school",
  "stripe-account.server.ts": "a message of Stripe says which school, and is proven by that school's secret",
  "find-school.server.ts": "platform staff look at one school",
  "staff-act.server.ts": "platform staff look at one school",
  "subscription-case.server.ts": "platform staff close a case of one school",
  "proven-address.server.ts": "a person's memberships, one after another",
  "live-demo.server.ts": "a visitor's copy of the sample school, before anyone is in it",
  "later-days.server.ts": "how old the sample school is, before a visitor's copy of it is made",
  "sign-in.server.ts": "the membership that a sign-in is for",
  "erase-school.server.ts": "the school itself goes",
  "subscription-attempt.server.ts": "an attempt that was found says which school",
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesOf(path)
    return /\.tsx?$/.test(path) && !path.includes(".test.") ? [path] : []
  })
}
const parse = (path: string, text: string) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
const files = filesOf("app").map((path) => parse(path, readFileSync(path, "utf8")))
/** What the door does itself is proven in its own test; here each use of it is looked at. */
const door = "app/models/foundation/access/door.server.ts"
const found = findUnscoped(
  files.filter(({ fileName }) => fileName !== door),
  owned,
)

const isListed = ({ where }: { where: string }) => where in acrossSchools
const inWords = ({ where, line, what }: { where: string; line: number; what: string }) =>
  `${where}:${line} ${what}`

describe("statements on the tables of a school", () => {
  test("are held to one school by the helper, and joined within it", () => {
    expect(Object.keys(owned).length).toBeGreaterThan(50)
    expect(found.seen).toBeGreaterThan(500)
    expect(found.unscoped.filter((each) => !isListed(each)).map(inWords)).toEqual([])
  })

  test("say nowhere by hand whose they are", () => {
    expect(found.byHand.filter((each) => !isListed(each)).map(inWords)).toEqual([])
  })

  test("are held by the id of a school only where no member acts", () => {
    expect(found.withoutActor.filter(({ file }) => !(file in withoutActor)).map(({ file }) => file)).toEqual(
      [],
    )
  })

  test("are on the lists only as long as they are needed", () => {
    const places = new Set([...found.unscoped, ...found.byHand].map(({ where }) => where))
    expect(Object.keys(acrossSchools).filter((where) => !places.has(where))).toEqual([])
    const byId = new Set(found.withoutActor.map(({ file }) => file))
    expect(Object.keys(withoutActor).filter((file) => !byId.has(file))).toEqual([])
  })
})

/** Files that speak to SQLite themselves, each with its reason. */
const besideDoor: Record<string, string> = {
  "app/models/accounts/school/export-school.server.ts": "reads for long, on a connection of its own",
  "app/models/foundation/throttle/throttle.server.ts": "hands the connection to the library that counts",
  "app/models/platform/backup/books.server.ts": "asks the same of a backup as of the database",
  "app/models/platform/backup/check-database.server.ts": "reads a backup",
  "app/models/platform/backup/file-backup.server.ts": "reads a backup",
  "app/models/platform/integrity/integrity.server.ts": "asks about the file, not about rows",
  "app/models/platform/live-demo/later-days.server.ts": "teaches the connection functions of its own",
  "app/providers/replication/kept-data.server.ts": "reads what another machine kept",
}

test("the database is reached through its door alone", () => {
  const beside = files
    .filter(({ fileName }) => fileName !== door)
    .filter(({ text }) => /\b(db|sqlite)\(\)|\.prepare\(|sql\.placeholder|\bprepare(Once|Each)\b/.test(text))
    .map(({ fileName }) => fileName)
  const message = `only ${door} says db(), sqlite(), prepare or placeholder: ask with its functions`
  expect(beside, message).toEqual(Object.keys(besideDoor))
})

describe("a statement", () => {
  const imports = 'import { seats, sessions, students } from "db/schema/teaching"\n'
  const unscopedIn = (code: string) =>
    findUnscoped([parse("app/models/example.server.ts", imports + code)], owned).unscoped.map(
      ({ what }) => what,
    )

  test("is refused without its school, or with the school of another table", () => {
    expect(unscopedIn("select().from(seats).all()")).toEqual(["seats"])
    expect(unscopedIn("select().from(seats).where(eq(seats.id, id)).get()")).toEqual(["seats"])
    expect(unscopedIn("platformRemove(seats, own(actor, students, id))")).toEqual(["seats"])
    expect(unscopedIn("platformChange(seats, or(own(actor, seats), isNull(seats.noticeAt)), x)")).toEqual([
      "seats",
    ])
    expect(unscopedIn("platformRemove(seats, all ? undefined : own(actor, seats))")).toEqual(["seats"])
  })

  test("of the platform is refused on a school's table without its school", () => {
    expect(unscopedIn("platformRemove(seats, seatId)")).toEqual(["seats"])
    expect(unscopedIn("platformChange(seats, eq(seats.id, id), to)")).toEqual(["seats"])
    expect(unscopedIn("platformChange(seats, ofSchool(schoolId, seats, id), to)")).toEqual([])
  })

  test("is refused when a join does not carry the school", () => {
    const join =
      "select().from(seats).innerJoin(sessions, eq(sessions.id, seats.sessionId)).where(own(actor, seats))"
    expect(unscopedIn(join)).toEqual(["sessions"])
    expect(unscopedIn(join.replace("eq(sessions.id, ", "joined(sessions, "))).toEqual([])
  })

  test("may name its condition, take it from a function, or be gone on with later", () => {
    expect(unscopedIn("const isIt = and(own(actor, seats), more)\nselect().from(seats).where(isIt)")).toEqual(
      [],
    )
    const among = "const among = (actor, table, ids) => and(own(actor, table), inArray(table.id, ids))\n"
    expect(unscopedIn(`${among}select().from(seats).where(among(actor, seats, ids))`)).toEqual([])
    expect(unscopedIn(`${among}select().from(seats).where(among(actor, students, ids))`)).toEqual(["seats"])
    const ask = "function ask(where) { return select().from(seats).where(where) }\n"
    expect(unscopedIn(`${ask}ask(own(actor, seats))`)).toEqual([])
    expect(unscopedIn(`${ask}ask(own(actor, seats))\nask(eq(seats.id, id))`)).toEqual(["seats"])
    const rows = "const rows = () => select().from(seats)\n"
    expect(unscopedIn(`${rows}rows().where(own(actor, seats)).all()`)).toEqual([])
    expect(
      unscopedIn(`${rows}rows().where(own(actor, seats)).all()\nrows().where(eq(seats.id, id)).get()`),
    ).toEqual(["seats"])
  })

  test("in SQL compares the school under whatever name the table has", () => {
    expect(unscopedIn("sql`select 1 from seats s where s.id = $" + "{id}`")).toEqual(["seats"])
    expect(unscopedIn("sql`select 1 from seats s where s.school_id = $" + "{id}`")).toEqual([])
    expect(unscopedIn("sql`select 1 from seats s, marks m where s.school_id = $" + "{id}`")).toEqual([
      "marks",
    ])
    expect(unscopedIn("sql`(select 1 from $" + "{seats} where $" + "{seats.id} = 1)`")).toEqual(["seats"])
  })

  test("that writes over a row names the school in its key", () => {
    const upsert = "platformAddOrChange(seats, row, { as: [seats.schoolId, seats.id], to })"
    expect(unscopedIn(upsert)).toEqual([])
    expect(unscopedIn(upsert.replace("seats.schoolId, ", ""))).toEqual(["seats"])
  })
})
