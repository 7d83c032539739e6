import { transact } from "db/client.server"
import { autoCharges, autoPayRules, savedMethods } from "db/schema/money-auto-pay"
import { and, eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { paypalTakes } from "~/providers/paypal/paypal-money"
import { now } from "~/utils/clock.server"
import { findPayee } from "../payment-provider/payment-provider.server"
import type { AutoPayRule, NotStarted } from "./auto-pay"
import { lettersTo } from "./payer.server"

/** The school's rule: not offered, announced three days before, until someone sets it. */
export function findAutoPayRule(actor: Actor): AutoPayRule {
  const rule = select({ isOffered: autoPayRules.isOffered, daysBefore: autoPayRules.daysBefore })
    .from(autoPayRules)
    .where(own(actor, autoPayRules))
    .get()
  return rule ?? { isOffered: false, daysBefore: 3 }
}

/**
 * Sets the rule. Once it isn't offered any more, announced charges aren't made, which their payers are told; saved accounts
 * stay for later.
 */
export function changeAutoPayRule(actor: Actor, after: AutoPayRule) {
  transact(() => {
    const before = findAutoPayRule(actor)
    remove(actor, autoPayRules, own(actor, autoPayRules))
    add(actor, autoPayRules, after)
    if (!after.isOffered) {
      change(actor, autoCharges, inArray(autoCharges.state, ["announced", "held"]), {
        state: "dropped",
        holdReason: null,
        updatedAt: now(),
      })
      if (before.isOffered) tellPayers(actor)
    }
    recordEvent(actor, { verb: "change-auto-pay", noun: "school", nounId: actor.school.id, before, after })
  })
}

/** Tells everyone whose account is charged that it no longer is. */
function tellPayers(actor: Actor) {
  const methods = select()
    .from(savedMethods)
    .where(and(own(actor, savedMethods), eq(savedMethods.state, "active")))
    .all()
  for (const method of methods) {
    const letters = lettersTo(actor, method)
    if (letters)
      queueMail({
        ...letters.to,
        template: "auto-pay-ended",
        data: { ...letters.names, account: method.payerEmail, by: "off" },
      })
  }
}

/** Why families can't set up automatic payment now; undefined when they can. */
export function autoPayRefusal(actor: Actor): NotStarted | undefined {
  if (!findAutoPayRule(actor).isOffered) return "not-offered"
  if (!paypalTakes(actor.school.currency)) return "currency-not-taken"
  return findPayee(actor) ? undefined : "no-account"
}
