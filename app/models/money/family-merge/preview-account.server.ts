import { invoices } from "db/schema/money"
import { packages } from "db/schema/money-packages"
import { and, count, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { type DiscountRule, offText } from "../discount/discount"
import { listOpenInvoices } from "../payment/allocate.server"
import { spareCredit } from "../payment/spare-credit.server"
import { holdCarried, pauseCarried } from "./carry-over.server"
import type { JoiningAccount } from "./family-merge"
import { previewAutoPay } from "./join-auto-pay.server"
import { discountsOfTwo } from "./join-discounts.server"

/** What a merge does to the two accounts. */
export function previewAccount(actor: Actor, facts: { keepId: string; goneId: string }): JoiningAccount {
  const { keepId, goneId } = facts
  const open = listOpenInvoices(actor, goneId)
  const keepOwes = listOpenInvoices(actor, keepId).length > 0
  const discounts = discountsOfTwo(actor, facts)
  const textOf = (rule: DiscountRule) => `${rule.name}, ${offText(rule, actor.school.currency)}`
  const pause = pauseCarried(actor, facts)
  const hold = holdCarried(actor, facts)
  return {
    open: { count: open.length, sumMinor: open.reduce((sum, { openMinor }) => sum + openMinor, 0) },
    hasCreditBeside:
      (open.length > 0 && spareCredit(actor, keepId) > 0) || (keepOwes && spareCredit(actor, goneId) > 0),
    packages: countPackages(actor, goneId),
    drafts: countDrafts(actor, goneId),
    discounts: { keep: discounts.keep.map(textOf), gone: discounts.gone.map(textOf) },
    pause: pause ? { reason: pause.reason, lastDay: pause.lastDay } : null,
    hold: hold ? { reason: hold.reason } : null,
    ...previewAutoPay(actor, facts, { keepOwes, goneOwes: open.length > 0 }),
  }
}

const countPackages = (actor: Actor, familyId: string): number =>
  select({ count: count() })
    .from(packages)
    .where(and(own(actor, packages), eq(packages.familyId, familyId), isNull(packages.endedAt)))
    .get()?.count ?? 0

const countDrafts = (actor: Actor, familyId: string): number =>
  select({ count: count() })
    .from(invoices)
    .where(and(own(actor, invoices), eq(invoices.familyId, familyId), eq(invoices.state, "draft")))
    .get()?.count ?? 0
