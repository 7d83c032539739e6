import { z } from "zod"

// People of a school writing to each other. Safe in the browser.

export const longestBody = 5000
export const longestSubject = 150

const body = z
  .string({ error: "Write a message." })
  .trim()
  .min(1, "Write a message.")
  .max(longestBody, "A message has at most 5,000 characters.")

export const NewMessageForm = z.object({
  to: z.string({ error: "Choose whom to write to." }).min(1, "Choose whom to write to.").max(100),
  subject: z
    .string({ error: "Say what it is about." })
    .trim()
    .min(1, "Say what it is about.")
    .max(longestSubject, "A subject has at most 150 characters."),
  body,
  /** How many people were shown before sending: a class that grew meanwhile is shown again. */
  shown: z.coerce.number().int().min(0).catch(-1),
})
export type NewMessageForm = z.output<typeof NewMessageForm>

export const ReplyForm = z.object({ body })
export type ReplyForm = z.output<typeof ReplyForm>

export const messageViews = ["all", "unread", "announcements"] as const
export type MessageView = (typeof messageViews)[number]
export const viewWords: Record<MessageView, string> = {
  all: "All",
  unread: "Unread",
  announcements: "Announcements",
}

/** What the list is narrowed to; anything unusable is left out, not refused. */
export const MessagesQuery = z.object({
  view: z.enum(messageViews).catch("all"),
  search: z.string().trim().max(100).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})
export type MessagesQuery = z.output<typeof MessagesQuery>

/** Somebody a message goes to, and why. `memberId` is null for a guardian without a sign-in, who gets mail only. */
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
  /** "everybody in Violin beginners" */
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
  | "no-conversation"
  | "announcement"

export const messagingRefusals: Record<MessagingRefusal, string> = {
  "no-audience": "Choose whom to write to.",
  "nobody-to-reach": "Nobody of these has a sign-in or a mail address.",
  "other-people": "The people this goes to have changed meanwhile. Look at the list once more, then send.",
  "no-conversation": "This conversation is not yours.",
  announcement: "Only its author writes in an announcement.",
}
