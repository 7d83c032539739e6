import { z } from "zod"

const codeMessage = "Enter the 6-digit code from your app."

/** A first code, to confirm that app and server agree. */
export const ConfirmCodeForm = z.object({
  code: z
    .string({ error: codeMessage })
    .max(20, codeMessage)
    .transform((code) => code.replace(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, codeMessage)),
})
export type ConfirmCodeForm = z.output<typeof ConfirmCodeForm>

/** The second step of a login: a code from the app, or one of the recovery codes. */
export const SecondFactorForm = z
  .object({
    code: z.string().trim().max(20, codeMessage).optional(),
    recoveryCode: z
      .string()
      .trim()
      .max(40, "Enter the recovery code as four groups of four characters.")
      .optional(),
  })
  .refine(({ code, recoveryCode }) => code || recoveryCode, { error: codeMessage, path: ["code"] })
export type SecondFactorForm = z.output<typeof SecondFactorForm>
