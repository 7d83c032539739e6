import { megabyte } from "~/utils/bytes"
import { paths } from "~/utils/paths"

// The support chat as both ends see it; safe in the browser. A person has two talks: with the assistant ("ai"), which
// answers from the help, and with the platform's staff ("admin").

export const supportModes = ["ai", "admin"] as const
export type SupportMode = (typeof supportModes)[number]

export const isSupportMode = (text: unknown): text is SupportMode => text === "ai" || text === "admin"

export const modeLabels: Record<SupportMode, string> = { ai: "AI assistant", admin: "Admin chat" }

/** A message as the calls give it (spec §3): `user` is the person who asks, `other` is the assistant or the staff. */
export type SupportMessage = {
  id: string
  type: "user" | "other"
  content: string
  /** An address on our own site. */
  imageUrl: string | null
  /** ISO 8601. */
  timestamp: string
}

/** Characters of one message. */
export const longestMessage = 4000
/** Bytes of an image as it is sent. */
export const largestImage = 5 * megabyte
/** Images a person may send in a day. */
export const imagesPerDay = 30

/** The specification's own words (§8). */
export const sendFailed = "Failed to send message. Please try again."
export const uploadFailed = "Failed to upload image. Please try again."

const imageAddress = new RegExp(`^${paths.supportImage("([0-9a-f-]{36})")}$`)

/** The image an address of ours names, or undefined for any other address. */
export const imageIdOf = (imageUrl: string): string | undefined => imageAddress.exec(imageUrl)?.[1]
