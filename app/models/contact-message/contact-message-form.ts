import { z } from "zod"
import { contactFields, contactRefusals } from "./contact-message"

const typed = (most: number) =>
  z.string().trim().max(most, `This has at most ${most} characters.`).default("")

/** Spec §5, "Contact": all four are needed, which is said once for the form and once beside each that is missing. */
export const ContactMessageForm = z
  .object({ name: typed(200), email: typed(254), subject: typed(200), message: typed(10_000) })
  .superRefine((form, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: "custom", path, message })
    const missing = Object.entries(contactFields).filter(([name]) => !form[name as keyof typeof form])
    if (missing.length > 0) refuse([], contactRefusals.missing.text)
    for (const [name, label] of missing) refuse([name], `${label} is missing.`)
    if (form.email && !z.email().safeParse(form.email).success) refuse(["email"], contactRefusals.email.text)
  })
export type ContactMessageForm = z.output<typeof ContactMessageForm>
