import { z } from "zod"
import { signedAmount } from "~/utils/form-text"
import { WaiveForm } from "../charge/charge-form"

/** What a lesson or a package costs instead, and why. */
export const AgreedAmountForm = z.object({ amount: signedAmount }).extend(WaiveForm.shape)
export type AgreedAmountForm = z.output<typeof AgreedAmountForm>
