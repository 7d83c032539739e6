import { db } from "db/client.server"
import { invoices } from "db/schema/money"
import { savedMethods } from "db/schema/money-auto-pay"
import { packages } from "db/schema/money-packages"
import { guardians } from "db/schema/people"
import { and, count, eq, inArray, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { type DiscountRule, offText } from "../discount/discount"
import { listOpenInvoices } from "../payment/allocate.server"
import { spareCredit } from "../payment/spare-credit.server"
import { holdCarried, pauseCarried } from "./carry-over.server"
import type { JoiningAccount } from "./family-merge"
import { findTwice, listAdults } from "./join-adults.server"
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
    autoPayers: open.length > 0 ? listAutoPayers(actor, facts) : [],
  }
}

const countPackages = (actor: Actor, familyId: string): number =>
  db()
    .select({ count: count() })
    .from(packages)
    .where(and(own(actor, packages), eq(packages.familyId, familyId), isNull(packages.endedAt)))
    .get()?.count ?? 0

const countDrafts = (actor: Actor, familyId: string): number =>
  db()
    .select({ count: count() })
    .from(invoices)
    .where(and(own(actor, invoices), eq(invoices.familyId, familyId), eq(invoices.state, "draft")))
    .get()?.count ?? 0

function listAutoPayers(actor: Actor, { keepId, goneId }: { keepId: string; goneId: string }): string[] {
  const twice = findTwice(actor, keepId, listAdults(actor, [keepId, goneId]))
  return db()
    .selectDistinct({ name: guardians.name })
    .from(savedMethods)
    .innerJoin(guardians, joined(guardians, savedMethods.guardianId))
    .where(
      and(
        own(actor, savedMethods),
        eq(savedMethods.familyId, keepId),
        inArray(savedMethods.state, ["active", "paused"]),
        inArray(
          guardians.id,
          [...twice.values()].map(({ id }) => id),
        ),
      ),
    )
    .all()
    .map(({ name }) => name)
}
