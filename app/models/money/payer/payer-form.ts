import { z } from "zod"
import { percent } from "~/models/people/family/shares-form"
import { amount, chosenKey, emailAddress, postalAddress } from "~/utils/form-text"
import { formatFigure } from "~/utils/formats"
import { plainAmount } from "~/utils/money"
import { payerCategories, type ShareRule } from "./payer"
import { type PartPayers, type PayerChoice, sumOfShares } from "./payer-rules"

export const FamilyAddressForm = z.object({ address: postalAddress.transform((address) => address ?? null) })

const optionalText = z.string().trim().max(40).optional()
const ofPayer = (field: string, index: number) => `${field}${index}`

/**
 * A family's rules: fields of each payer carry the payer's index, guardians before others; the ids are in `guardian[]` and
 * `payer[]`. A family without guardians pays what the others leave.
 */
export function payersForm(guardianIds: readonly string[], otherIds: readonly string[] = []) {
  const payerIds = [...guardianIds, ...otherIds]
  return z
    .object({
      shareBy: z.enum(["percent", "amount", "category"], { error: "Choose how the payers split invoices." }),
      own: z.literal("on").optional(),
      rest: chosenKey.optional(),
      lessons: chosenKey.optional(),
      hire: chosenKey.optional(),
      materials: chosenKey.optional(),
      other: chosenKey.optional(),
      ...indexed(payerIds, "share", optionalText),
      ...indexed(payerIds, "amount", optionalText),
      ...indexed(payerIds, "email", emailAddress.optional()),
      ...indexed(payerIds, "address", postalAddress),
    })
    .transform((fields, context): PayerChoice => {
      const typed = fields as Record<string, string | undefined>
      const { shareBy } = fields
      const payers = payerIds.map((id, index) => ({
        id,
        share: shareBy === "percent" ? read(percent, typed, ofPayer("share", index), context) : 0,
        amountMinor: shareBy === "amount" ? amountOf(typed, index, id === fields.rest, context) : null,
      }))
      const guardians = payers.slice(0, guardianIds.length).map((payer, index) => ({
        ...payer,
        billingEmail: typed[ofPayer("email", index)] || null,
        billingAddress: typed[ofPayer("address", index)] || null,
      }))
      const total = sumOfShares(payers)
      const isWhole = guardianIds.length > 0 ? total === 10_000 : total <= 10_000
      if (shareBy === "percent" && context.issues.length === 0 && !isWhole)
        context.addIssue({
          code: "custom",
          path: ["share0"],
          message: `The shares add up to ${formatFigure(total / 100)}%. Change them to total 100%.`,
        })
      return {
        shareBy,
        hasOwnInvoices: fields.own === "on",
        guardians,
        others: payers.slice(guardianIds.length),
        parts: partsOf(shareBy, { payerIds, isNeeded: guardianIds.length > 0 }, typed, context),
      }
    })
}

const indexed = <Field extends z.ZodType>(ids: readonly string[], name: string, field: Field) =>
  Object.fromEntries(ids.map((_, index) => [ofPayer(name, index), field]))

type Context = z.RefinementCtx
type Typed = Record<string, string | undefined>

function read(schema: z.ZodType<number, string>, typed: Typed, name: string, context: Context): number {
  const answer = schema.safeParse(typed[name] ?? "0")
  if (answer.success) return answer.data
  context.addIssue({ code: "custom", path: [name], message: answer.error.issues[0]?.message ?? "" })
  return 0
}

const fixed = amount(() => `Enter an amount, like ${plainAmount(8000)}, or leave it blank.`, { least: 1 })

function amountOf(typed: Typed, index: number, isRest: boolean, context: Context): number | null {
  const name = ofPayer("amount", index)
  if (!typed[name] || isRest) return null
  return read(fixed, typed, name, context)
}

/** Who has what: the payer chosen for each, who has to be one of the family; only the rule's own count. */
function partsOf(
  shareBy: ShareRule,
  { payerIds, isNeeded }: { payerIds: readonly string[]; isNeeded: boolean },
  typed: Typed,
  context: Context,
): PartPayers {
  const parts: PartPayers = {}
  for (const name of ["rest", ...payerCategories] as const) {
    const counts = shareBy === "amount" ? name === "rest" : shareBy === "category" && name !== "rest"
    const chosen = typed[name]
    const isOfFamily = chosen !== undefined && payerIds.includes(chosen)
    if (isOfFamily && counts) parts[name] = chosen
    else if (!isOfFamily && (chosen || (counts && isNeeded)))
      context.addIssue({ code: "custom", path: [name], message: "Choose a payer of this family." })
  }
  return parts
}
