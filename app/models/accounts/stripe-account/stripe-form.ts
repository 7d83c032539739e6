import { z } from "zod"
import { PayeeForm } from "../school/school-settings-form"

const publishable =
  "That’s a publishable key. Enter the secret or restricted key, which begins with sk_ or rk_."
const wrongKey = "Enter the whole key from Stripe. It begins with sk_ or rk_."
const wrongSecret = "Enter the whole signing secret from Stripe. It begins with whsec_."

const { currentPassword } = PayeeForm.shape

/** The keys of a school's own Stripe account. A key left blank stays as it is. */
export const StripeForm = z.object({
  secretKey: z
    .string()
    .trim()
    .refine((key) => !key.startsWith("pk_"), publishable)
    .refine(
      (key) => key.startsWith("pk_") || /^(sk|rk)_(test|live)_[A-Za-z0-9_]{10,240}$/.test(key),
      wrongKey,
    )
    .optional(),
  webhookSecret: z
    .string()
    .trim()
    .regex(/^whsec_[A-Za-z0-9+/=_-]{10,200}$/, wrongSecret)
    .optional(),
  currentPassword,
})
export type StripeForm = z.output<typeof StripeForm>

export const StripeRemoval = z.object({ currentPassword })
