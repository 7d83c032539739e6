import { z } from "zod"
import { officeRoles } from "~/models/foundation/access/roles"
import { fullAddress } from "~/utils/email-address"
import { visibleLength } from "~/utils/form-text"
import { whenMissing } from "~/utils/schema-messages"
import { todaysZone } from "~/utils/zone-names"
import { isZone } from "~/utils/zones"
import { isPlanInterval, isPlanKey } from "../plan/plan-catalogue"
import { isOwnName, newPassword, ownNameRefused } from "../user/new-password"
import { shortestPassword, tooShortPassword } from "../user/password"

// The ways to register (spec §5). Names may be in any script; a line of text holds no control characters.

const line = (label: string, min: number, tooShort = `${label} must be at least ${min} characters`) =>
  z
    .string({ error: whenMissing(tooShort) })
    .trim()
    .normalize("NFC")
    .min(min, { error: tooShort, abort: true })
    .refine((text) => visibleLength(text) >= min, tooShort)
    .max(120, `Keep the ${label.toLowerCase()} under 120 characters`)
    .regex(/^\P{Cc}*$/u, `${label} contains a character that can’t be displayed`)

const account = {
  name: line("Name", 3),
  email: z
    .string({ error: whenMissing("Please enter a valid email address") })
    .trim()
    .max(254, "Please enter a valid email address")
    .pipe(fullAddress("Please enter a valid email address")),
  password: newPassword(6, "Password must be at least 6 characters"),
  /** What the visitor chose before; a plan we do not know is none. */
  plan: z
    .string()
    .optional()
    .transform((plan) => (isPlanKey(plan) ? plan : undefined)),
  interval: z
    .string()
    .optional()
    .transform((interval) => (isPlanInterval(interval) ? interval : undefined)),
  /** Sent by the browser's script; a zone we do not know is none. */
  timeZone: z
    .string()
    .optional()
    .transform((zone) => (zone && zone.length <= 64 && isZone(zone) ? todaysZone(zone) : undefined)),
  /** A field no person sees. */
  fax: z.string().max(0, "Leave the Fax field empty and send the form again.").optional(),
}

const secretAccount = z.object({ email: account.email, password: account.password })
/** A password that is the address is none; said as soon as both can be read. */
const notOneself = {
  path: ["password"],
  error: ownNameRefused,
  when: ({ value }: { value: unknown }) => secretAccount.safeParse(value).success,
}
const isSecret = ({ email, password }: { email: string; password: string }) => !isOwnName(password, email)

export const SchoolRegistrationForm = z
  .object({ ...account, schoolName: line("School name", 3) })
  .refine(isSecret, notOneself)
export type SchoolRegistrationForm = z.output<typeof SchoolRegistrationForm>

export const SoloRegistrationForm = z
  .object({ ...account, businessName: line("Business name", 3) })
  .refine(isSecret, notOneself)
export type SoloRegistrationForm = z.output<typeof SoloRegistrationForm>

/** The second school form asks for a longer password and the full name, with messages of its own. */
const secondAccount = {
  fullName: line("Full name", 2, "Full name is required."),
  schoolName: line("School name", 2, "School name is required."),
  email: z
    .string({ error: whenMissing("Please enter a valid email address.") })
    .trim()
    .max(254, "Please enter a valid email address.")
    .pipe(fullAddress("Please enter a valid email address.")),
  password: newPassword(shortestPassword, `${tooShortPassword}.`),
}

/** `POST /api/auth/register-school` (spec §7). */
export const RegisterSchoolPayload = z.object(secondAccount).refine(isSecret, notOneself)
export type RegisterSchoolPayload = z.output<typeof RegisterSchoolPayload>

export const SecondSchoolForm = z
  .object({
    ...secondAccount,
    confirmPassword: z.string({ error: "Passwords don't match" }).max(1000, "Passwords don't match"),
    plan: account.plan,
    interval: account.interval,
    timeZone: account.timeZone,
    fax: account.fax,
  })
  .refine((form) => form.password === form.confirmPassword, {
    error: "Passwords don't match",
    path: ["confirmPassword"],
  })
  .refine(isSecret, notOneself)
export type SecondSchoolForm = z.output<typeof SecondSchoolForm>

/** One more school for an account that is there already. */
export const AddSchoolForm = z.object({
  kind: z.enum(["school", "solo"], { error: "Choose music school or solo teacher." }),
  schoolName: line("School name", 3),
  plan: account.plan,
  interval: account.interval,
  timeZone: account.timeZone,
})
export type AddSchoolForm = z.output<typeof AddSchoolForm>

/**
 * `POST /api/register` (spec §3, §7). A role is one of the two that found a school; every other key of the body is
 * dropped and never stored.
 */
export const RegistrationPayload = z
  .object({
    name: account.name,
    email: account.email,
    password: account.password,
    schoolName: line("School name", 3),
    role: z.enum(officeRoles, { error: "The role must be admin or solo_teacher_admin." }),
    subscriptionPlan: z
      .string()
      .max(40, "This plan doesn’t exist.")
      .nullish()
      .transform((plan) => (plan && isPlanKey(plan) ? plan : undefined)),
  })
  .refine(isSecret, notOneself)
export type RegistrationPayload = z.output<typeof RegistrationPayload>
