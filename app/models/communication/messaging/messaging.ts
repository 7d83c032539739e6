import { uploadRefusals } from "~/models/accounts/quota/quota"

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

/** Types a browser offers for a message's file; the server reads the bytes all the same. */
export const messageFileTypes = "image/*,audio/*,application/pdf"

/** Beside the field, when a file isn't taken. */
export const messageFileRefusals = {
  missing: "This file is empty.",
  "too-large": "Choose a file under 10 MB.",
  "wrong-type": "Choose a photo, PDF or audio file.",
  ...uploadRefusals,
  "storage-full": "Your school has used all the storage of its plan. Send the message without the file.",
} as const

/** What the form says when a file that another app shared isn't in it as expected. */
export const shareProblems = {
  ...messageFileRefusals,
  several: "A message carries one file, so only the first is attached. Share the others separately.",
  gone: "The shared file is no longer available. Share it again, or choose it below.",
} as const
export type ShareProblem = keyof typeof shareProblems

/** What a message says where only text can stand, such as a list or an email. */
export const messageText = ({ body, fileName }: { body: string; fileName: string | null }): string =>
  fileName ? [body, `File: ${fileName}`].filter(Boolean).join("\n\n") : body

/** Someone a message goes to, and why. `memberId` is null for a guardian without a sign-in, who gets mail only. */
export type Recipient = {
  memberId: string | null
  guardianId: string | null
  name: string
  why: string
  /** Where the copy goes; null for a child without an address. */
  email: string | null
  /** Emails to that address come back, so they read it in Tutti only. */
  emailReturns?: boolean
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
  /** Whom it can't be emailed to, as emails to them come back. */
  returned: string[]
}

export type MessagingRefusal =
  | "no-audience"
  | "nobody-to-reach"
  | "other-people"
  | "too-many-mails"
  | "no-conversation"
  | "announcement"
  | "empty"

export const messagingRefusals: Record<MessagingRefusal, string> = {
  "no-audience": "Choose recipients.",
  "nobody-to-reach": "None of these people has a login or an email that arrives. Choose other recipients.",
  "other-people": "The recipients have changed. Review the list, then send.",
  "too-many-mails":
    "This is more than your school can email today. Choose fewer people, or send it tomorrow.",
  "no-conversation": "You’re not in this conversation.",
  empty: "Enter a message. You can also send only a file.",
  announcement: "Only the sender can add to an announcement.",
}

/** What an announcement to a teacher’s students says it went to. */
export const studentsOfLabel = (teacherName: string): string => `all of ${teacherName}’s students`
