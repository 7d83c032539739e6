import { z } from "zod"
import { OwnPasswordForm } from "../user/own-password-form"

/** The school's name as it is written, and the person's password. */
export const DeleteSchoolForm = z.intersection(
  OwnPasswordForm,
  z.object({
    schoolName: z.string({ error: "Write the school’s name." }).trim().max(200, "Write the school’s name."),
  }),
)
export type DeleteSchoolForm = z.output<typeof DeleteSchoolForm>
