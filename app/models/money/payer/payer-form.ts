import { z } from "zod"
import { percent } from "~/models/people/family/shares-form"
import { amount, chosenKey, emailAddress, lines } from "~/utils/form-text"
import { formatFigure } from "~/utils/formats"
import { plainAmount } from "~/utils/money"
import { type PartPayers, type PayerChoice, payerCategories, type ShareRule } from "./payer"

const optionalText = z.string().trim().max(40).optional()
const ofGuardian = (field: string, index: number) => `${field}${index}`

/** A family's rules: fields of each guardian carry the guardian's index, the ids are in `guardian[]`. */
export const payersForm = (guardianIds: readonly string[]) =>
  z
    .object({
      shareBy: z.enum(["percent", "amount", "category"], { error: "Choose how the payers split invoices." }),
      own: z.literal("on").optional(),
      rest: chosenKey.optional(),
      lessons: chosenKey.optional(),
      hire: chosenKey.optional(),
      materials: chosenKey.optional(),
      other: chosenKey.optional(),
      ...indexed(guardianIds, "share", optionalText),
      ...indexed(guardianIds, "amount", optionalText),
      ...indexed(guardianIds, "email", emailAddress.optional()),
      ...indexed(guardianIds, "address", lines(300, "Keep the address under 300 characters.").optional()),
    })
    .transform((fields, context): PayerChoice => {
      const typed = fields as Record<string, string | undefined>
      const { shareBy } = fields
      const guardians = guardianIds.map((id, index) => ({
        id,
        share: shareBy === "percent" ? read(percent, typed, ofGuardian("share", index), context) : 0,
        amountMinor: shareBy === "amount" ? amountOf(typed, index, id === fields.rest, context) : null,
        billingEmail: typed[ofGuardian("email", index)] || null,
        billingAddress: typed[ofGuardian("address", index)] || null,
      }))
      const total = guardians.reduce((sum, { share }) => sum + share, 0)
      if (shareBy === "percent" && context.issues.length === 0 && total !== 10_000)
        context.addIssue({
          code: "custom",
          path: ["share0"],
          message: `The shares add up to ${formatFigure(total / 100)}%. Change them to total 100%.`,
        })
      return {
        shareBy,
        hasOwnInvoices: fields.own === "on",
        guardians,
        parts: partsOf(shareBy, guardianIds, typed, context),
      }
    })

const indexed = <Field extends z.ZodType>(ids: readonly string[], name: string, field: Field) =>
  Object.fromEntries(ids.map((_, index) => [ofGuardian(name, index), field]))

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
  const name = ofGuardian("amount", index)
  if (!typed[name] || isRest) return null
  return read(fixed, typed, name, context)
}

/** Who has what: the guardian chosen for each, who has to be one of the family; only the rule's own count. */
function partsOf(shareBy: ShareRule, ids: readonly string[], typed: Typed, context: Context): PartPayers {
  const parts: PartPayers = {}
  for (const name of ["rest", ...payerCategories] as const) {
    const counts = shareBy === "amount" ? name === "rest" : shareBy === "category" && name !== "rest"
    const chosen = typed[name]
    const isOfFamily = chosen !== undefined && ids.includes(chosen)
    if (isOfFamily && counts) parts[name] = chosen
    else if (!isOfFamily && (chosen || counts))
      context.addIssue({ code: "custom", path: [name], message: "Choose a guardian of this family." })
  }
  return parts
}
