import { contactRefusals } from "./refusals"

/** The fields of a contact message with their words, in order. */
export const contactFields = {
  name: "Name",
  email: "Email",
  subject: "Subject",
  message: "Message",
} as const

/** A message that could not be kept, or got no answer (spec §8). */
export const contactFailure = {
  title: "Failed to send message",
  text: (email: string) => `Please try again or contact us directly at ${email}`,
}

/** What to call a refused form, by its problems per field ("" is the form itself). */
export function contactRefusalTitle(problems: Record<string, string[] | null> | null = {}) {
  if (problems?.[""]?.includes(contactRefusals.missing.text)) return contactRefusals.missing.title
  if (problems?.email?.includes(contactRefusals.email.text)) return contactRefusals.email.title
  return undefined
}
