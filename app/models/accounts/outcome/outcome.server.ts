import { db } from "db/client.server"
import { outcomes } from "db/schema/attendance"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { type MarkCode, markCodes, type Outcome } from "./outcome"

/** The school's outcome table as it is now, one row a mark, in the order people choose from. */
export function listOutcomes(actor: Actor): Outcome[] {
  const rows = db()
    .select({
      code: outcomes.code,
      label: outcomes.label,
      chargedPercent: outcomes.chargedPercent,
      paidPercent: outcomes.paidPercent,
      issuesCredit: outcomes.issuesCredit,
      countsAsAttended: outcomes.countsAsAttended,
    })
    .from(outcomes)
    .where(own(actor, outcomes))
    .all()
  const indexOf = (code: MarkCode) => markCodes.indexOf(code)
  return rows.sort((a, b) => indexOf(a.code) - indexOf(b.code))
}
