import { z } from "zod"
import { fullAddress } from "~/utils/email-address"
import { line, phoneNumber } from "~/utils/form-text"
import { ChosenInstruments } from "./about-form"

/** A teacher added by hand. Only the name is required; without an address no one can be invited. */
export const TeacherForm = z
  .object({
    name: z
      .string({ error: "Enter the teacher’s name." })
      .pipe(line(120, "Keep the name under 120 characters.").min(1, "Enter the teacher’s name.")),
    email: z
      .string()
      .trim()
      .max(254, "Enter a complete email address, for example leo@example.com.")
      .pipe(fullAddress("Enter a complete email address, for example leo@example.com."))
      .optional(),
    phone: phoneNumber.optional(),
    instruments: ChosenInstruments,
    invite: z.boolean().default(false),
  })
  .refine(({ invite, email }) => !invite || email, {
    error: "Enter an email address to send the invitation to.",
    path: ["email"],
  })
export type TeacherForm = z.output<typeof TeacherForm>

/** As its fields hold it. */
export type TeacherFields = Omit<TeacherForm, "instruments"> & { instruments: string[] }
