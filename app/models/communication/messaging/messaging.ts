import { reportReasons } from "db/schema/choices"
import { addMonths } from "~/utils/dates"

// Messages between the people of a school. Safe in the browser.

export const longestBody = 5000
export const longestSubject = 150
/** Of what someone writes with a report. */
export const longestNote = 1000

export { reportReasons }
export type ReportReason = (typeof reportReasons)[number]

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

/** So long after it was written a message may be changed. */
export const editMinutes = 10

/** The days until which an announcement may stay on home pages. */
export const pinPeriod = (day: string) => ({ min: day, max: addMonths(day, 12) })
export const isWithin = (day: string, { min, max }: { min: string; max: string }) => day >= min && day <= max

/** Types a browser offers for a message's file; the server reads the bytes all the same. */
export const messageFileTypes = "image/*,audio/*,application/pdf"

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
  /** Emails to that address come back, or they turned these off: they read it in Tutti only. */
  inTuttiOnly?: boolean
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
  /** Who turned these emails off and reads it in Tutti only. */
  unwanting: string[]
}

/** What an announcement to a teacher’s students says it went to. */
export const studentsOfLabel = (teacherName: string): string => `all of ${teacherName}’s students`
