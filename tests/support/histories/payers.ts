import type { Actor } from "~/models/foundation/access/actor"
import {
  addOutsidePayer,
  changeOutsidePayer,
  listOutsidePayers,
  removeOutsidePayer,
} from "~/models/money/payer/outside-payers.server"
import { changePayers, findPayerRules } from "~/models/money/payer/payer-rules.server"
import { divide } from "~/models/money/payer/split"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/zones"

// What happens to who pays, in the middle of a family's history: someone who isn't a guardian begins to pay a part, ends on a
// day, or is removed.

/** Someone new pays a percentage of the next invoices, and every payer gets an invoice of their own. */
export function addPayerInHistory(actor: Actor, familyId: string, which: number): { ok: boolean } {
  const facts = { address: null, taxNumber: null, reference: null, endsOn: null }
  const email = `payer${which}@acme.example`
  const added = addOutsidePayer(actor, familyId, { ...facts, name: `Acme ${which}`, email })
  const rules = findPayerRules(actor, familyId)
  if (!added.ok || !rules) return { ok: false }
  const share = 1000 + which * 1217
  const left = divide(
    10_000 - share,
    rules.guardians.map((guardian) => guardian.share),
  )
  return changePayers(actor, familyId, {
    shareBy: "percent",
    hasOwnInvoices: true,
    guardians: rules.guardians.map(({ id, billingEmail, billingAddress }, index) => ({
      ...{ id, billingEmail, billingAddress, amountMinor: null },
      share: left[index] ?? 0,
    })),
    others: rules.others
      .filter(({ hasEnded }) => !hasEnded)
      .map(({ id }) => ({ id, share: id === added.payerId ? share : 0, amountMinor: null })),
    parts: {},
  })
}

/** One of them pays nothing after today, or is removed, which is refused while an invoice of theirs is open. */
export function endPayerInHistory(actor: Actor, familyId: string, which: number): { ok: boolean } {
  const all = listOutsidePayers(actor, [familyId])
  const payer = all[which % Math.max(1, all.length)]
  if (!payer) return { ok: false }
  const who = { familyId, payerId: payer.id }
  if (which % 2 === 1) return removeOutsidePayer(actor, who)
  const { name, email, address, taxNumber, reference } = payer
  const endsOn = today(actor.school.timeZone, now())
  return changeOutsidePayer(actor, who, { name, email, address, taxNumber, reference, endsOn })
}
