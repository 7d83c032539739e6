import { createHash, randomUUID } from "node:crypto"
import express, { Router } from "express"
import { z } from "zod"
import { addDuration } from "../clock"
import type { MailAttachment, SentMail } from "../mail"
import type { State } from "../state"
import { answerErrors, ResendError } from "./errors"

const attachmentLimit = 40 * 1024 * 1024

const address = z.string().regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
const addresses = z.union([address.transform((one) => [one]), z.array(address).min(1).max(50)])

const EmailBody = z.object({
  from: address,
  to: addresses,
  cc: addresses.optional(),
  bcc: addresses.optional(),
  reply_to: addresses.optional(),
  subject: z
    .string()
    .min(1)
    .regex(/^[^\r\n]*$/),
  text: z.string().optional(),
  html: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  tags: z
    .array(z.object({ name: z.string().regex(/^[\w-]{1,256}$/), value: z.string().regex(/^[\w-]{1,256}$/) }))
    .optional(),
  attachments: z
    .array(
      z.object({
        filename: z.string().min(1),
        content: z.base64(),
        content_type: z.string().optional(),
        content_id: z.string().min(1).max(127).optional(),
      }),
    )
    .optional(),
})

/** Resend's POST /emails. Mail goes to the sandbox's mailbox and nowhere else. */
export function emailRoutes(state: State) {
  const router = Router()
  // The address of a file is enough to read it, as the provider's signed ones are.
  router.get("/received-files/:mailId/:fileId", (request, response) => {
    const { mailId, fileId } = request.params
    const content = state.receivedMail.find(mailId)?.attachments.find(({ id }) => id === fileId)?.content
    if (content === undefined) response.status(404).end()
    else response.type("application/octet-stream").send(Buffer.from(content, "base64"))
  })
  router.get("/received-raw/:mailId", (request, response) => {
    const mail = state.receivedMail.find(request.params.mailId)
    if (!mail) return void response.status(404).end()
    const { results, headers, from, text } = mail
    const lines = [
      ...(results ? [`Authentication-Results: ${results.replaceAll("; ", ";\r\n ")}`] : []),
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `From: ${from}`,
    ]
    response.type("message/rfc822").send(`${lines.join("\r\n")}\r\n\r\n${text ?? ""}`)
  })
  router.use((request, _response, next) => {
    const [scheme, key] = (request.get("Authorization") ?? "").split(" ")
    if (scheme !== "Bearer" || !key) {
      throw new ResendError(401, "missing_api_key", "Missing API key in the authorization header.")
    }
    next()
  })
  router.use(express.json({ limit: "60mb" }))

  router.post("/emails", (request, response) => {
    const key = request.get("Idempotency-Key")
    if (key !== undefined && (key.length < 1 || key.length > 256)) {
      throw new ResendError(400, "invalid_idempotency_key", "The key must be between 1-256 chars.")
    }
    const id = state.together(() => (key ? sendOnce(state, key, request.body) : send(state, request.body).id))
    response.json({ id })
  })

  router.get("/emails/receiving/:id/attachments", (request, response) => {
    const mail = state.receivedMail.find(request.params.id)
    if (!mail) throw new ResendError(404, "not_found", "Email not found")
    const base = `${request.protocol}://${request.get("Host")}${request.baseUrl}/received-files/${mail.id}`
    response.json({
      object: "list",
      has_more: false,
      data: mail.attachments.map(({ content, ...file }) => ({
        ...file,
        size: content === undefined ? 0 : Buffer.byteLength(content, "base64"),
        content_disposition: "attachment",
        download_url: `${base}/${file.id}`,
      })),
    })
  })

  router.get("/emails/receiving/:id", (request, response) => {
    const mail = state.receivedMail.find(request.params.id)
    if (!mail) throw new ResendError(404, "not_found", "Email not found")
    const { results, ...shown } = mail
    const base = `${request.protocol}://${request.get("Host")}${request.baseUrl}/received-raw/${mail.id}`
    // As the provider's own: a header that came twice is a list, the last one first.
    const named = Object.entries(mail.headers).filter(([name]) => /^authentication-results$/i.test(name))
    response.json({
      ...shown,
      headers: {
        ...mail.headers,
        ...(results ? { "authentication-results": [...named.map(([, value]) => value), results] } : {}),
      },
      raw: { download_url: base, expires_at: new Date(state.clock.now() + 3_600_000).toISOString() },
    })
  })

  router.use(() => {
    throw new ResendError(404, "not_found", "The requested endpoint does not exist.")
  })
  router.use(answerErrors)
  return router
}

/** Keys are kept 24 hours: the same key and payload give the first mail's id, another payload is refused. */
function sendOnce(state: State, key: string, body: unknown) {
  const fingerprint = createHash("sha256").update(JSON.stringify(body)).digest("hex")
  const known = state.rememberedMail.find(key)
  if (known && known.expiresAt > state.clock.now()) {
    if (known.fingerprint === fingerprint) return known.mailId
    throw new ResendError(
      409,
      "invalid_idempotent_request",
      "Same idempotency key used with a different request payload.",
    )
  }
  const { id } = send(state, body)
  state.rememberedMail.save({
    id: key,
    fingerprint,
    mailId: id,
    expiresAt: addDuration(state.clock.now(), "PT24H"),
  })
  return id
}

function send(state: State, body: unknown): SentMail {
  const email = readEmail(body)
  return state.mail.save({
    id: randomUUID(),
    at: state.clock.now(),
    from: email.from,
    to: email.to,
    cc: email.cc ?? [],
    bcc: email.bcc ?? [],
    replyTo: email.reply_to ?? [],
    subject: email.subject,
    text: email.text ?? null,
    html: email.html ?? null,
    headers: email.headers ?? {},
    tags: email.tags ?? [],
    attachments: (email.attachments ?? []).map(
      ({ filename, content, content_type }): MailAttachment => ({
        filename,
        content,
        contentType: content_type ?? "application/octet-stream",
        size: Buffer.byteLength(content, "base64"),
      }),
    ),
  })
}

function readEmail(body: unknown) {
  const parsed = EmailBody.safeParse(body, { reportInput: true })
  if (!parsed.success) throw refusalOf(parsed.error.issues)
  const email = parsed.data
  if (email.text === undefined && email.html === undefined) {
    throw new ResendError(422, "missing_required_field", "Missing `html` or `text` field.")
  }
  const size = (email.attachments ?? []).reduce(
    (sum, { content }) => sum + Buffer.byteLength(content, "base64"),
    0,
  )
  if (size > attachmentLimit) {
    throw new ResendError(422, "validation_error", "The attachments are larger than 40 MB.")
  }
  return email
}

function refusalOf(issues: z.core.$ZodIssue[]) {
  const [issue] = issues
  const field = String(issue?.path[0] ?? "body")
  if (field === "attachments") {
    return new ResendError(422, "invalid_attachment", "Attachment must have either a `content` or `path`.")
  }
  if (issue?.input === undefined)
    return new ResendError(422, "missing_required_field", `Missing \`${field}\` field.`)
  if (["from", "to", "cc", "bcc", "reply_to"].includes(field)) {
    return new ResendError(
      422,
      field === "from" ? "invalid_from_address" : "validation_error",
      `Invalid \`${field}\` field. The email address needs to follow the \`email@example.com\` or \`Name <email@example.com>\` format.`,
    )
  }
  return new ResendError(422, "validation_error", `Invalid \`${field}\` field.`)
}
