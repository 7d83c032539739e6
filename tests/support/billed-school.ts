import type { Actor } from "~/models/foundation/access/actor"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { Browser } from "./app"
import { november, openFamily, owe } from "./billing"
import { openSchool } from "./school"

/** A school with its administrator's browser and a family to bill. */
export type BilledSchool = {
  actor: Actor
  userId: string
  browser: Browser
  family: ReturnType<typeof openFamily>
}

export async function openBilledSchool(): Promise<BilledSchool> {
  const { actor, userId } = openSchool()
  return { actor, userId, browser: await Browser.of(userId), family: openFamily(actor) }
}

/** Charges the family these amounts (minor units) and issues an invoice over them. */
export function sendInvoice(of: BilledSchool, amounts: number[]) {
  const issued = issueInvoice(
    of.actor,
    november(
      of.family.familyId,
      amounts.map((amount) => owe(of.actor, of.family, amount)),
    ),
  )
  if (!issued.ok) throw new Error(issued.reason)
  return issued
}
