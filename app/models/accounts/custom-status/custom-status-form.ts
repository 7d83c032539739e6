import { z } from "zod"
import { chosenKey, neededLine } from "~/utils/form-text"
import { markCodes } from "../outcome/outcome"
import { percent } from "../outcome/outcome-form"
import { longestStatus } from "./custom-status"

const facts = {
  name: neededLine("Enter a name.", longestStatus, `Keep the name under ${longestStatus} characters.`),
  letters: z
    .string({ error: "Enter 1 to 3 letters." })
    .trim()
    .regex(/^\p{L}{1,3}$/u, "Enter 1 to 3 letters.")
    .transform((letters) => letters.toUpperCase())
    .refine((letters) => letters.length <= 3, "Enter 1 to 3 letters."),
  countsAs: z.enum(markCodes, "Choose what it counts as."),
  isShownToFamilies: z.boolean().default(false),
  /** Without them what is entered below doesn't count, and isn't looked at. */
  hasOwnRules: z.boolean().default(false),
  chargedPercent: z.string().max(40).optional(),
  paidPercent: z.string().max(40).optional(),
  issuesCredit: z.boolean().default(false),
  countsAsAttended: z.boolean().default(false),
}

type Typed = z.output<z.ZodObject<typeof facts>>
type Refuse = { addIssue: (issue: { code: "custom"; path: string[]; message: string }) => void }

/** The rules as they are entered; null without rules of its own. A solo teacher has no one to pay. */
function readRule(typed: Typed, context: Refuse) {
  const { hasOwnRules, chargedPercent, paidPercent, issuesCredit, countsAsAttended, ...facts } = typed
  if (!hasOwnRules) return { ...facts, rule: null }
  const read = (field: string, value: string | undefined) => {
    const found = percent.safeParse(value)
    if (!found.success)
      context.addIssue({ code: "custom", path: [field], message: "Enter a percentage from 0 to 100." })
    return found.data ?? 0
  }
  return {
    ...facts,
    rule: {
      chargedPercent: read("chargedPercent", chargedPercent),
      paidPercent: paidPercent === undefined ? undefined : read("paidPercent", paidPercent),
      issuesCredit,
      countsAsAttended,
    },
  }
}

export const NewStatusForm = z.object(facts).transform(readRule)
export type NewStatusForm = z.output<typeof NewStatusForm>

export const ChangeStatusForm = z
  .object({ ...facts, statusId: chosenKey })
  .transform(({ statusId, ...typed }, context) => ({ statusId, ...readRule(typed, context) }))
