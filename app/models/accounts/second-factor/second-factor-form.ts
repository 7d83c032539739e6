import { z } from "zod"

const wanted = "Enter the 6 digits your app shows now."

/** A first code, to confirm that app and server agree. */
export const ConfirmCodeForm = z.object({
  code: z
    .string({ error: wanted })
    .max(20, wanted)
    .transform((code) => code.replace(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, wanted)),
})
export type ConfirmCodeForm = z.output<typeof ConfirmCodeForm>

/** The second step of signing in: a code of the app, or one of the recovery codes. */
export const SecondFactorForm = z
  .object({
    code: z.string().trim().max(20, wanted).optional(),
    recoveryCode: z.string().trim().max(40, "A recovery code is four groups of four.").optional(),
  })
  .refine(({ code, recoveryCode }) => code || recoveryCode, { error: wanted, path: ["code"] })
export type SecondFactorForm = z.output<typeof SecondFactorForm>
