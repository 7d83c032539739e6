import { z } from "zod"
import { contactRefusals, contactTooLong as tooLong } from "~/texts/platform/refusals"
import { isMailAddress, shownAddress } from "~/utils/email-address"
import { line, visibleLength } from "~/utils/form-text"

const enterField = {
  name: "Enter your name.",
  email: "Enter your email.",
  subject: "Enter a subject.",
  message: "Enter your message.",
}
const typed = (most: number) => line(most, tooLong(most)).default("")

/** Spec §5, "Contact": all four are needed, which is said once for the form and once beside each that is missing. */
export const ContactMessageForm = z
  .object({
    name: typed(200),
    // what is no address is said once, whatever is wrong with it
    email: z.string().trim().max(254, tooLong(254)).transform(shownAddress).default(""),
    subject: typed(200),
    message: z.string().trim().max(10_000, tooLong(10_000)).default(""),
  })
  .superRefine((form, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: "custom", path, message })
    const missing = Object.entries(enterField).filter(
      ([name]) => visibleLength(form[name as keyof typeof form]) === 0,
    )
    if (missing.length > 0) refuse([], contactRefusals.missing.text)
    for (const [name, text] of missing) refuse([name], text)
    if (form.email && !isMailAddress(form.email)) refuse(["email"], contactRefusals.email.text)
  })
export type ContactMessageForm = z.output<typeof ContactMessageForm>
