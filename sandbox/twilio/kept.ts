// What the stand-in for Twilio keeps.

/** A text message, as Twilio answers it. */
export type TextMessage = {
  /** the SID */
  id: string
  account: string
  direction: "inbound" | "outbound-api" | "outbound-reply"
  from: string
  to: string
  body: string
  status: "queued" | "sending" | "sent" | "delivered" | "undelivered" | "failed" | "received"
  error_code: number | null
  segments: number
  createdAt: number
  updatedAt: number
  sentAt: number | null
  statusUrl: string | null
}

/** A number of an account: what its messages are signed with, and where replies to it go; by the number. */
export type TextNumber = { id: string; account: string; key: string; url: string | null; isPaused: boolean }

/** Someone who replied STOP to a number, by both. */
export type TextStop = { id: string; isOver?: boolean }
