import { z } from "zod"
import { PoliciesForm } from "~/models/accounts/school/school-settings-form"

/** The rules to try, and the term: its first day. */
export const RuleTrialForm = PoliciesForm.pick({
  noticeHours: true,
  lateAllowance: true,
  creditCap: true,
  creditExpiry: true,
  creditExpiryDays: true,
}).extend({
  term: z.string({ error: "Choose a term." }).max(10, "Choose a term."),
  countsIllness: z.boolean().default(false),
  formKey: z.string().max(60).optional(),
})
export type RuleTrialForm = z.output<typeof RuleTrialForm>
