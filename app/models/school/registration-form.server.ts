import { z } from "zod"
import { isZone } from "~/utils/dates"
import { isPlanKey } from "../plan/plan-catalogue"
import { isCommonPassword } from "../user/password.server"

// The two ways to register (spec §5). Names may be in any script; a line of text holds no control characters.

const line = (what: string, min: number, max = 120) =>
  z
    .string({ error: `${what} must be at least ${min} characters` })
    .trim()
    .normalize("NFC")
    .min(min, `${what} must be at least ${min} characters`)
    .max(max, `${what} can have at most ${max} characters`)
    .regex(/^\P{Cc}*$/u, `${what} contains a character that cannot be shown`)

const account = {
  name: line("Name", 3),
  email: z
    .string({ error: "Please enter a valid email address" })
    .trim()
    .max(254, "Please enter a valid email address")
    .pipe(z.email("Please enter a valid email address")),
  password: z
    .string({ error: "Password must be at least 6 characters" })
    .min(6, "Password must be at least 6 characters")
    .max(256, "Password can have at most 256 characters")
    .refine((password) => !isCommonPassword(password), {
      error: "This password is one of the first that are guessed. Choose another one.",
    }),
  /** What the visitor chose before; a plan we do not know is none. */
  plan: z
    .string()
    .optional()
    .transform((plan) => (isPlanKey(plan) ? plan : undefined)),
  /** Sent by the browser's script; a zone we do not know is none. */
  timeZone: z
    .string()
    .optional()
    .transform((zone) => (zone && zone.length <= 64 && isZone(zone) ? zone : undefined)),
  /** A field no person sees. */
  fax: z.string().max(0, "Leave the field Fax empty, then send the form again.").optional(),
}

export const SchoolRegistrationForm = z.object({ ...account, schoolName: line("School name", 3) })
export type SchoolRegistrationForm = z.output<typeof SchoolRegistrationForm>

export const SoloRegistrationForm = z.object({ ...account, businessName: line("Business name", 3) })
export type SoloRegistrationForm = z.output<typeof SoloRegistrationForm>
