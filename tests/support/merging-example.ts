import { expect } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { mergeFamiliesWork } from "~/models/money/family-merge/merge-families.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { november, openFamily, owe } from "./billing"

// The sentences of an example about two families that are merged.

type Family = ReturnType<typeof openFamily>
type Books = { actor: Actor; family: Family }
type Other = Family & { undo?: () => { ok: boolean } | undefined }

const others = new WeakMap<Actor, Other>()

function otherOf({ actor }: Books): Other {
  const found = others.get(actor)
  const other = found ?? openFamily(actor, { name: "Other", adults: [], children: ["Mia"] })
  others.set(actor, other)
  return other
}

const minor = (text = "") => Math.round(Number(text) * 100)

export const mergingSentences: [RegExp, (books: Books, ...parts: string[]) => void][] = [
  [
    /^the other family is invoiced ([\d.]+)$/,
    (books, amount) => {
      const other = otherOf(books)
      const chargeIds = [owe(books.actor, other, minor(amount))]
      expect(issueInvoice(books.actor, november(other.familyId, chargeIds)).ok).toBe(true)
    },
  ],
  [
    /^the other family pays ([\d.]+)$/,
    (books, amount) => {
      const { familyId } = otherOf(books)
      const paid = { method: "cash" as const, receivedOn: "2026-11-18", payerName: "Other" }
      expect(recordPayment(books.actor, { familyId, amountMinor: minor(amount), ...paid }).ok).toBe(true)
    },
  ],
  [
    /^merge the other family into this one$/,
    (books) => {
      const other = otherOf(books)
      const [goneId, keepId] = [other.familyId, books.family.familyId]
      const about = { taskId: "", subjectId: goneId, name: "Other", detail: null }
      const merged = mergeFamiliesWork.carryOut(books.actor, { keepId, goneId }, about)
      if (!merged.ok) throw new Error(merged.reason)
      const item = { subjectId: goneId, before: merged.before }
      const undo = () => mergeFamiliesWork.undo?.(books.actor, { keepId, goneId }, item)
      others.set(books.actor, { ...other, undo })
    },
  ],
  [/^undo the merge$/, (books) => expect(otherOf(books).undo?.()?.ok).toBe(true)],
  [/^undo the merge is refused$/, (books) => expect(otherOf(books).undo?.()?.ok).toBe(false)],
  [
    /^=> the other family’s balance is (-?[\d.]+)$/,
    (books, amount) => expect(familyBalance(books.actor, otherOf(books).familyId)).toBe(minor(amount)),
  ],
]
