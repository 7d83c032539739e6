/** What became of a link that opens nothing any more. */
export type ClosedState = "used" | "revoked" | "expired"

export type AcceptRefusal =
  | "unknown"
  | ClosedState
  /** The address has an account: its owner signs in to it and accepts then. */
  | "account-exists"
  /** Signed in as someone else than the person invited. */
  | "other-account"
  /** The account's address was never proven: its reader chooses a password. */
  | "unproven"
  /** Already in this school in another role. */
  | "other-role"
  /** Already in this school, and locked. */
  | "locked"
  /** The plan's administrator account is held by someone who did not offer it. */
  | "account-taken"

/** What to tell someone whose invitation cannot be accepted: what is the matter, then what to do. */
export const acceptRefusals: Record<AcceptRefusal, { title: string; text: string }> = {
  unknown: {
    title: "This link is not complete",
    text: "Open it from the mail itself, or copy the whole line. If it still leads here, ask your school to send the invitation again.",
  },
  used: {
    title: "This invitation has been used",
    text: "It works once. If it was you, log in with the password you chose. If it was not, tell the school at once.",
  },
  revoked: {
    title: "This invitation has been replaced or withdrawn",
    text: "If the school sent you a newer one, use that. Otherwise ask the school.",
  },
  expired: {
    title: "This invitation has run out",
    text: "It was good for seven days. Ask the school to send it again.",
  },
  "account-exists": {
    title: "This address already has an account",
    text: "Log in with it, then accept. The account and its password stay as they are.",
  },
  "other-account": {
    title: "You are logged in as somebody else",
    text: "Log out, then open the link again and log in with the invited address.",
  },
  unproven: {
    title: "Choose a password first",
    text: "Your email was never confirmed. Choose a password on this page, and the account is yours.",
  },
  "other-role": {
    title: "You already work in this school",
    text: "One address has one role in a school. Ask the school to invite another address of yours.",
  },
  "account-taken": {
    title: "The administrator account is somebody else’s",
    text: "The plan has one, and who invited you has handed it on. Ask the school’s administrator to invite you.",
  },
  locked: {
    title: "Your sign-in at this school is locked",
    text: "Ask the school to open it again; then this invitation works.",
  },
}
