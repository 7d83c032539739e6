import { z } from "zod"
import type { OwnFact } from "~/models/people/own-data/own-data"
import { isDate } from "~/utils/dates"
import { fullAddress } from "~/utils/email-address"
import { exampleDate } from "~/utils/form-messages"
import {
  chosenKey,
  emergencyContact,
  line,
  lines,
  neededLine,
  phoneNumber,
  postalAddress,
} from "~/utils/form-text"

const fullEmail = "Enter a full email, like jo@example.com."
const emailOf = (missing: string) =>
  z.string({ error: missing }).trim().toLowerCase().max(254, fullEmail).pipe(fullAddress(fullEmail))
const email = emailOf("Enter your email.")

const orNull = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.optional().transform((text) => text || null)

const birthDate = (today: string) =>
  z
    .string()
    .refine(isDate, { error: exampleDate })
    .refine(
      (date) => !isDate(date) || (date >= "1900-01-01" && date <= today),
      "Enter a birth date in the past.",
    )

/** What a family typed into the facts that it may change; null is none. `today` is the school's. */
export function ownDataForm(facts: readonly OwnFact[], today: string) {
  const schemas: Record<OwnFact, z.ZodType<string | null>> = {
    email,
    phone: orNull(phoneNumber),
    address: postalAddress.transform((address) => address ?? null),
    studentEmail: orNull(email),
    studentPhone: orNull(phoneNumber),
    birthDate: orNull(birthDate(today)),
    medicalNotes: orNull(lines(2000, "Keep medical and emergency notes under 2,000 characters.")),
    emergencyContact: orNull(emergencyContact),
  }
  return z.object({
    facts: z.object(Object.fromEntries(facts.map((fact) => [fact, schemas[fact]]))).default({}),
  })
}

/** Another guardian whom a family asks for. */
export const AskGuardianForm = z.object({
  subject: chosenKey,
  name: neededLine("Enter their full name.", 120, "Keep the name under 120 characters."),
  relation: orNull(line(40, "Keep the relation under 40 characters.")),
  email: emailOf("Enter their email."),
  phone: orNull(phoneNumber),
})
