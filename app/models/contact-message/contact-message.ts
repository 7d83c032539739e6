/** The fields of a contact message with their words, in order. */
export const contactFields = {
  name: "Name",
  email: "Email",
  subject: "Subject",
  message: "Message",
} as const
