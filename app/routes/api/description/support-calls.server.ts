import { z } from "zod"
import { HeartbeatPayload, SendPayload } from "../../support/support-forms.server"
import { type Call, refusals, success } from "./call.server"

const supportMessage = z.strictObject({
  id: z.string(),
  type: z.enum(["user", "other"]),
  content: z.string(),
  imageUrl: z.string().nullable(),
  timestamp: z.iso.datetime(),
})

const messages = (path: string, summary: string): Call => ({
  method: "get",
  path,
  summary,
  signIn: "anybody",
  answers: {
    200: { description: "The newest messages, oldest first.", body: z.array(supportMessage) },
    ...refusals(401, 403),
  },
})

const send = (path: string, summary: string): Call => ({
  method: "post",
  path,
  summary,
  signIn: "anybody",
  body: SendPayload,
  answers: {
    200: {
      description: "The stored message and the assistant's answer.",
      body: supportMessage.extend({ answer: supportMessage.nullable() }).strict(),
    },
    ...refusals(400, 401, 403, 415, 429, 503),
  },
})

/** The support chat. */
export const supportCalls: Call[] = [
  messages("/api/support/ai-chat", "The user's conversation with the assistant"),
  send("/api/support/ai-chat/send", "Asks the assistant"),
  messages("/api/support/admin-chat", "The user's conversation with the staff"),
  send("/api/support/admin-chat/send", "Writes to the staff"),
  {
    method: "post",
    path: "/api/support/read",
    summary: "Marks the staff's answers as read",
    signIn: "anybody",
    body: z.looseObject({}),
    answers: {
      200: { description: "No answers are unread.", body: z.strictObject({ count: z.literal(0) }) },
      ...refusals(400, 401, 403, 415),
    },
  },
  {
    method: "get",
    path: "/api/support/unread-count",
    summary: "The number of unread answers from the staff",
    signIn: "anybody",
    answers: {
      200: { description: "The number.", body: z.strictObject({ count: z.number().int().min(0) }) },
      ...refusals(401, 403),
    },
  },
  {
    method: "post",
    path: "/api/support/upload-image",
    summary: "Uploads an image to attach to a message",
    signIn: "anybody",
    form: { image: "PNG, JPEG, WebP or GIF, at most 5 MB" },
    answers: {
      200: { description: "The address of the image.", body: z.strictObject({ imageUrl: z.string() }) },
      ...refusals(400, 401, 403, 413, 415, 422, 429, 503),
    },
  },
  {
    method: "get",
    path: "/api/support/super-admin/status",
    summary: "Whether the staff is online",
    signIn: "anybody",
    answers: {
      200: { description: "Online or not.", body: z.strictObject({ isOnline: z.boolean() }) },
      ...refusals(401, 403),
    },
  },
  {
    method: "post",
    path: "/api/support/super-admin/heartbeat",
    summary: "Reports that a staff member is online",
    signIn: "platform staff",
    body: HeartbeatPayload,
    answers: { 200: { description: "Recorded.", body: success }, ...refusals(400, 401, 403, 415) },
  },
]
