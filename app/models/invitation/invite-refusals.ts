export type InviteRefusal = "not-found" | "no-email" | "already-has-sign-in" | "works-here" | "not-adult"

/** What to tell the office when nobody could be invited. */
export const inviteRefusals: Record<InviteRefusal, string> = {
  "not-found": "This person is not in the school any more.",
  "no-email": "There is no e-mail address to send the invitation to. Add one first.",
  "already-has-sign-in": "This person signs in already.",
  "works-here": "This address already signs in here in another role. Enter another address of theirs first.",
  "not-adult": "A child gets a user name and a printed start password instead of an invitation.",
}
