import { z } from "zod"
import { OwnPasswordForm } from "../user/own-password-form"

/** The school's exact name, and the person's password. */
export const DeleteSchoolForm = z.intersection(
  OwnPasswordForm,
  z.object({
    schoolName: z.string({ error: "Enter the school’s name." }).trim().max(200, "Enter the school’s name."),
  }),
)
export type DeleteSchoolForm = z.output<typeof DeleteSchoolForm>
