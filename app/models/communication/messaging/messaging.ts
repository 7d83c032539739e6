// Messages between the people of a school. Safe in the browser.

export const longestBody = 5000
export const longestSubject = 150

export const messageViews = ["all", "unread", "announcements"] as const
export type MessageView = (typeof messageViews)[number]
export const viewLabels: Record<MessageView, string> = {
  all: "All",
  unread: "Unread",
  announcements: "Announcements",
}

/** What stands where a view is empty. */
export const emptyViewTexts: Record<Exclude<MessageView, "all">, string> = {
  unread: "You have no unread messages.",
  announcements: "No announcements yet.",
}

/** Someone a message goes to, and why. `memberId` is null for a guardian without a sign-in, who gets mail only. */
export type Recipient = {
  memberId: string | null
  guardianId: string | null
  name: string
  why: string
  /** Where the copy goes; null for a child without an address. */
  email: string | null
}

/** Whom one may write to, by a word and an id: "class:…". */
export type AudienceChoice = { key: string; label: string; group: string }

export type Audience = {
  key: string
  /** "everyone in Violin beginners" */
  label: string
  /** An announcement goes to many who do not see each other; only its author writes in it. */
  kind: "conversation" | "announcement"
  recipients: Recipient[]
  /** Who belongs to it and can be reached in no way. */
  unreachable: string[]
}

export type MessagingRefusal =
  | "no-audience"
  | "nobody-to-reach"
  | "other-people"
  | "too-many-mails"
  | "no-conversation"
  | "announcement"

export const messagingRefusals: Record<MessagingRefusal, string> = {
  "no-audience": "Choose recipients.",
  "nobody-to-reach": "None of these people has a login or email. Choose other recipients.",
  "other-people": "The recipients have changed. Review the list, then send.",
  "too-many-mails":
    "This is more than your school can email today. Choose fewer people, or send it tomorrow.",
  "no-conversation": "You’re not in this conversation.",
  announcement: "Only the sender can add to an announcement.",
}
