import { z } from "zod"
import { type RefusalStatus, refused, tooMany } from "~/http/answer"
import { answerJson, readJson, refuseJson } from "~/http/json.server"
import { uploadRefusalStatus } from "~/models/accounts/quota/quota"
import type { PersonActor } from "~/models/foundation/access/actor"
import { type Limit, tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { sendSupportMessage } from "~/models/platform/support/send-message.server"
import {
  longestMessage,
  type SupportMessage,
  type SupportMode,
  sendFailed,
  uploadFailed,
} from "~/models/platform/support/support"
import { storeSupportImage } from "~/models/platform/support/support-image.server"
import { type ImageRefusalReason, imageRefusals, sendRefusals } from "~/texts/platform/refusals"
import { lines } from "~/utils/form-text"
import { log } from "~/utils/log.server"
import { paths } from "~/utils/paths"

/** `POST /api/support/…/send` (spec §7). An attached image alone is a message; so `content` may be missing beside it. */
export const SendPayload = z.object({
  content: z
    .string()
    .max(longestMessage * 2, sendRefusals["too-long"])
    .nullish()
    .transform((text) => text ?? ""),
  imageUrl: z
    .string()
    .max(200, sendRefusals["image-unusable"])
    .nullish()
    .transform((url) => url || null),
})
export type SendPayload = z.output<typeof SendPayload>

/** `POST /api/support/super-admin/heartbeat` (spec §7). */
export const HeartbeatPayload = z.object({
  userId: z.string().min(1).max(100),
})

/** `POST /api/support/read`: the person has seen what the staff wrote. */
export const ReadPayload = z.object({}).loose()

/** The page's form: the text beside an image that comes as a file. */
export const SendForm = z.object({
  content: z
    .string()
    .max(longestMessage * 2, sendRefusals["too-long"])
    .default(""),
  image: z.string().optional(),
})
export type SendForm = z.output<typeof SendForm>

/** How a person found the help. */
export const RatingForm = z.object({
  intent: z.literal("rate"),
  score: z.enum(["good", "bad"], { error: "Choose how it went." }),
  comment: lines(1000, "Keep the comment under 1,000 characters.").default(""),
})
export type RatingForm = z.output<typeof RatingForm>

// What the page and the calls of the support chat share: counting, and what a refusal is answered with.

const limitsOf: Record<SupportMode, Limit[]> = {
  ai: ["support-send", "support-question"],
  admin: ["support-send"],
}

/** Sends a message, or returns the refusal with its status. */
export async function sendToSupport(
  person: PersonActor,
  mode: SupportMode,
  written: { content: string; imageUrl: string | null },
): Promise<
  { ok: true; message: SupportMessage; answer: SupportMessage | null } | ReturnType<typeof refused>
> {
  for (const limit of limitsOf[mode]) {
    const wait = await countTry(limit, person.userId)
    if (wait > 0) return refused(tooManyTries(wait), tooMany(wait))
  }
  try {
    const sent = await sendSupportMessage(person, mode, written)
    return sent.ok ? sent : refused(sendRefusals[sent.reason], 400)
  } catch (error) {
    log.error({ err: error }, "a support message could not be kept")
    return refused(sendFailed, 503)
  }
}

/** Answers `POST /api/support/…/send`: the stored message and the assistant's reply. */
export async function answerSend(request: Request, person: PersonActor, mode: SupportMode) {
  const body = await readJson(request, SendPayload)
  if (!body.ok) return body.answer
  const sent = await sendToSupport(person, mode, body.value)
  if (!sent.ok) return refuseJson(sent.message, sent.status)
  return answerJson({ ...sent.message, answer: sent.answer })
}

const imageStatus: Record<ImageRefusalReason, RefusalStatus> = {
  missing: 400,
  "too-large": 413,
  "wrong-type": 415,
  "too-many-pixels": 422,
  unreadable: 422,
  "too-many": tooMany(24 * 60 * 60),
  ...uploadRefusalStatus,
}

/** Stores the image of a form field, or returns the refusal with its status. */
export async function receiveSupportImage(
  person: PersonActor,
  field: FormDataEntryValue | null,
): Promise<{ ok: true; imageUrl: string } | ReturnType<typeof refused>> {
  if (!(field instanceof File) || field.size === 0) return refused(imageRefusals.missing, imageStatus.missing)
  const wait = await countTry("support-image", person.userId)
  if (wait > 0) return refused(tooManyTries(wait), tooMany(wait))
  try {
    const image = await storeSupportImage(person, new Uint8Array(await field.arrayBuffer()))
    return image.ok
      ? { ok: true, imageUrl: paths.supportImage(image.imageId) }
      : refused(imageRefusals[image.reason], imageStatus[image.reason])
  } catch (error) {
    log.error({ err: error }, "an image could not be kept")
    return refused(uploadFailed, 503)
  }
}
