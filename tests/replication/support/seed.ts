import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { sqlite } from "db/client.server"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { keepSignInToken } from "~/http/sign-in-cookie.server"
import { startSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { november, openFamily, owe } from "../../support/billing"
import { changeRows, openSchool } from "../../support/school"

export type Seed = {
  /** A database file that LiteFS can import. */
  path: string
  /** The administrator's sign-in. */
  cookie: string
  /** An invoice with so much open that every drill can pay on it. */
  invoiceId: string
}

let made: Promise<Seed> | undefined

/** A school with one large invoice, signed in: the same for every drill of a file. */
export function seedSchool(): Promise<Seed> {
  made ??= make()
  return made
}

async function make(): Promise<Seed> {
  const { actor, userId } = openSchool({ name: "Lakeside School of Music" })
  changeRows(subscriptions, { schoolId: actor.school.id }, { plan: "professional" })
  const family = openFamily(actor, { adults: [{ name: "Mateo Okafor", payerShare: 10_000 }] })
  const issued = issueInvoice(actor, november(family.familyId, [owe(actor, family, 900_000_00)]))
  if (!issued.ok) throw new Error(issued.reason)
  const { token } = startSignIn(userId, { remember: false, userAgent: "drill" })
  const cookie = (await keepSignInToken(token, undefined)).split(";")[0] ?? ""
  const path = join(mkdtempSync(join(tmpdir(), "tutti-seed-")), "seed.db")
  sqlite().exec(`vacuum into '${path}'`)
  const copy = new Database(path)
  copy.pragma("journal_mode = DELETE")
  copy.close()
  return { path, cookie, invoiceId: issued.invoiceId }
}
