import { invoices } from "db/schema/money"
import { invoiceShares } from "db/schema/money-shares"
import { families, guardians } from "db/schema/people"
import { and, eq, ne } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { idsOf, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { formatFigure } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { addressText } from "~/utils/postal-address"
import { compareAnswers, loginOf } from "./compare-students.server"
import { countMoving } from "./move-rows.server"
import { type ComparedField, compareField, type MergeClash, type PersonComparison } from "./person-merge"

// Two entries of one guardian side by side.

/** An adult with the name of the family; undefined when the school has none such. */
export function findGuardian(actor: Actor, guardianId: string) {
  const found = select({ guardian: guardians, familyName: families.name })
    .from(guardians)
    .innerJoin(families, joined(families, guardians.familyId))
    .where(own(actor, guardians, guardianId))
    .get()
  return found && { ...found.guardian, familyName: found.familyName }
}

type Guardian = NonNullable<ReturnType<typeof findGuardian>>
export type GuardianPair = { keep: Guardian; gone: Guardian }

export function findGuardianPair(actor: Actor, keepId: string, goneId: string): GuardianPair | undefined {
  const [keep, gone] = [findGuardian(actor, keepId), findGuardian(actor, goneId)]
  return keep?.erasedAt === null && gone?.erasedAt === null ? { keep, gone } : undefined
}

/** The whole comparison; undefined when the school has not both of them. */
export function compareGuardians(actor: Actor, keepId: string, goneId: string): PersonComparison | undefined {
  const pair = findGuardianPair(actor, keepId, goneId)
  if (!pair || keepId === goneId) return undefined
  const { keep, gone } = pair
  const share = keep.payerShare + gone.payerShare
  return {
    keep: summaryOf(keep),
    gone: summaryOf(gone),
    fields: guardianFieldsOf(actor, pair),
    moves: countMoving(actor, "guardian", goneId),
    remarks:
      gone.payerShare > 0
        ? [`${keep.name} pays ${formatFigure(share / 100)}% of the family’s invoices.`]
        : [],
    clashes: findGuardianClashes(actor, pair),
  }
}

const summaryOf = ({ id, name, familyName, relation }: Guardian) => ({
  id,
  name,
  about: [familyName, relation].filter(Boolean).join(" · "),
})

export const guardianFieldsOf = (actor: Actor, { keep, gone }: GuardianPair): ComparedField[] => [
  compareField("name", "Name", { keep: keep.name, gone: gone.name }),
  compareField("relation", "Relation", { keep: keep.relation, gone: gone.relation }),
  compareField("email", "Email", { keep: keep.email, gone: gone.email }),
  compareField("phone", "Phone", { keep: keep.phone, gone: gone.phone }),
  compareField("billingEmail", "Billing email", { keep: keep.billingEmail, gone: gone.billingEmail }),
  compareField("billingAddress", "Billing address", {
    keep: addressText(keep.billingAddress),
    gone: addressText(gone.billingAddress),
  }),
  ...compareAnswers(actor, listFields(actor, "guardian"), [keep.id, gone.id]),
]

export function findGuardianClashes(actor: Actor, { keep, gone }: GuardianPair): MergeClash[] {
  const clashes: MergeClash[] = []
  if (keep.familyId !== gone.familyId)
    clashes.push({
      text: `They’re in different families: ${keep.familyName} and ${gone.familyName}. Merge the families first.`,
      to: {
        path: paths.mergeFamilies({ keep: keep.familyId, gone: gone.familyId }),
        label: "Merge families",
      },
    })
  if (loginOf(actor, { keep, gone }) === undefined)
    clashes.push({
      text: "Both have a login. Lock the one that isn’t used on a student’s Portal access page.",
    })
  const issued = and(eq(invoices.guardianId, gone.id), ne(invoices.state, "draft"))
  if (idsOf(actor, invoices, issued).length > 0)
    clashes.push({
      text: `${gone.name} has invoices of their own, which keep their payer. Keep this record instead.`,
      to: {
        path: paths.mergePeople({ noun: "guardian", keep: gone.id, gone: keep.id }),
        label: "Keep the other record instead",
      },
    })
  if (payOneInvoice(actor, keep.id, gone.id))
    clashes.push({ text: "Both pay a part of the same invoice, which keeps its payers." })
  return clashes
}

function payOneInvoice(actor: Actor, keepId: string, goneId: string): boolean {
  const other = alias(invoiceShares, "other")
  const found = select({ id: invoiceShares.id })
    .from(invoiceShares)
    .innerJoin(other, and(joined(other.invoiceId, invoiceShares.invoiceId), eq(other.guardianId, goneId)))
    .where(and(own(actor, invoiceShares), eq(invoiceShares.guardianId, keepId)))
    .limit(1)
    .get()
  return found !== undefined
}
