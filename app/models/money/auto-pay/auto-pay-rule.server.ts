import { transact } from "db/client.server"
import { autoCharges, autoPayRules, savedMethods } from "db/schema/money-auto-pay"
import { eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows, remove } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { ProviderName } from "~/providers/payment-provider"
import type { NotStarted } from "~/texts/money/saved-methods"
import { now } from "~/utils/clock.server"
import { hasPlatformProvider } from "~/utils/payment-providers"
import {
  findPayeeAt,
  listPayees,
  type Payee,
  requireProvider,
} from "../payment-provider/payment-provider.server"
import type { AutoPayRule } from "./auto-pay"
import type { SavedMethod } from "./find-methods.server"
import { tellEnded } from "./payer.server"

/** The school's rule: not offered, announced three days before, until someone sets it. */
export function findAutoPayRule(actor: Actor): AutoPayRule {
  const rule = ownRows(actor, autoPayRules, ["isOffered", "daysBefore"]).get()
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
        holdKind: null,
        holdReason: null,
        updatedAt: now(),
      })
      if (before.isOffered) tellPayers(actor)
    }
    recordEvent(actor, "school.change-auto-pay", actor.school.id, { before, after })
  })
}

/** Tells everyone whose account is charged that it no longer is. */
function tellPayers(actor: Actor) {
  const methods = ownRows(actor, savedMethods).where(eq(savedMethods.state, "active")).all()
  for (const method of methods) tellEnded(actor, method, "off")
}

/** Why families can't set up automatic payment now; undefined when they can. */
export function autoPayRefusal(actor: Actor): NotStarted | undefined {
  if (!findAutoPayRule(actor).isOffered) return "not-offered"
  if (waysToSave(actor).length > 0) return undefined
  return listPayees(actor).length > 0 ? "currency-not-taken" : "no-account"
}

/** Whether anything can be saved or is saved here: the platform has a provider here, or the school has an account elsewhere. */
export const canAutoPay = (actor: Actor): boolean => hasPlatformProvider() || listPayees(actor).length > 0

/** Where a payer can save what is charged, the first one first; nothing while it isn't offered. */
export const waysToSave = (actor: Actor): ProviderName[] =>
  findAutoPayRule(actor).isOffered
    ? listPayees(actor).flatMap((payee) =>
        requireProvider(actor, payee).saved.takesCurrency(actor.school.currency) ? payee.provider : [],
      )
    : []

/** The school's account that a saved method is charged for; undefined once it can't be, since it is saved with another one. */
export function payeeOfMethod(
  actor: Actor,
  { provider, payee }: Pick<SavedMethod, "provider" | "payee">,
): Payee | undefined {
  const current = findPayeeAt(actor, provider)
  return payee === null || payee === current?.payeeEmail ? current : undefined
}
