import { z } from "zod"
import { owedAmount, WaiveForm } from "../charge/charge-form"

/** What a lesson or a package costs instead, and why. */
export const AgreedAmountForm = z.object({ amount: owedAmount }).extend(WaiveForm.shape)
export type AgreedAmountForm = z.output<typeof AgreedAmountForm>
