import { OpenAPIRegistry, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi"
import { z } from "zod"
import {
  ForgotPasswordForm,
  PasswordResetPayload,
} from "~/models/accounts/password-reset/password-reset-forms"
import { RegisterSchoolPayload, RegistrationPayload } from "~/models/accounts/school/registration-form.server"
import { LoginPayload } from "~/models/accounts/sign-in/login-form"
import { roles } from "~/models/foundation/access/actor"
import { ContactMessageForm } from "~/models/platform/contact-message/contact-message-form"
import { DemoRequestForm } from "~/models/platform/demo-request/demo-request-form"
import { HeartbeatPayload, SendPayload } from "../../support/support-forms.server"
import {
  type Answer,
  type Call,
  type Calls,
  message,
  refusals,
  subscriptionCalls,
  success,
  successWithMessage,
} from "./call.server"

const user = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum([...roles, "super_admin"]).nullable(),
  isSuperAdmin: z.boolean(),
  schoolId: z.string().nullable(),
  schoolName: z.string().nullable(),
  subscriptionStatus: z.enum(["none", "pending", "active", "expired"]),
})

/** The calls for logging in and for registering. */
const signInCalls: Calls = {
  "GET /api/user": {
    summary: "The logged-in user, in the current membership",
    signIn: "anybody",
    answers: { 200: { description: "The user.", body: user }, ...refusals(401) },
  },
  "POST /api/login": {
    summary:
      "Logs in with username or email and password, and a code if the account uses two-factor authentication",
    body: LoginPayload,
    answers: {
      200: {
        description: "Logged in; the cookie is set.",
        body: user.pick({ id: true, role: true, schoolId: true, isSuperAdmin: true }).strict(),
      },
      ...refusals(400, 415, 429),
      401: {
        description: "The username, password or code is wrong, or a code is needed.",
        body: z.strictObject({ message: z.string(), secondFactorRequired: z.literal(true).optional() }),
      },
    },
  },
  "POST /api/logout": {
    summary: "Logs out",
    answers: { 200: { description: "Logged out; the cookie is cleared.", body: success }, ...refusals(403) },
  },
  "POST /api/register": {
    summary: "Registers a school or solo teacher with the first user",
    body: RegistrationPayload,
    answers: {
      201: { description: "Registered and logged in: the user.", body: user },
      ...refusals(400, 409, 415, 429),
    },
  },
  "POST /api/auth/register-school": {
    summary: "Registers a school, from the second school form",
    body: RegisterSchoolPayload,
    answers: {
      201: {
        description: "Registered and logged in.",
        body: z.strictObject({ success: z.literal(true), message: z.string() }),
      },
      ...refusals(400, 415),
      409: {
        description: "The email already has an account.",
        body: message.extend({ success: z.literal(false) }).strict(),
      },
      429: {
        description: "Too many attempts.",
        body: message.extend({ success: z.literal(false) }).strict(),
      },
    },
  },
  "GET /api/school-by-id/{schoolId}": {
    summary: "The user's own school; any school for platform staff",
    signIn: "anybody",
    parameters: { schoolId: "The school's ID" },
    answers: {
      200: {
        description: "The school.",
        body: z.strictObject({
          id: z.string(),
          name: z.string(),
          settings: z.strictObject({
            invoiceSettings: z.strictObject({ defaultCurrency: z.string().length(3) }),
          }),
        }),
      },
      ...refusals(401, 403, 404),
    },
  },
  "POST /api/email/password-reset": {
    summary: "Requests a password reset link; the same answer for every address",
    body: ForgotPasswordForm,
    answers: { 200: { description: "Requested.", body: message }, ...refusals(400, 415, 429, 503) },
  },
  "POST /api/auth/reset-password": {
    summary: "Sets a new password with the link's token and email",
    body: PasswordResetPayload,
    answers: { 200: { description: "Changed.", body: message }, ...refusals(400, 415, 429, 503) },
  },
}

const supportMessage = z.strictObject({
  id: z.string(),
  type: z.enum(["user", "other"]),
  content: z.string(),
  imageUrl: z.string().nullable(),
  timestamp: z.iso.datetime(),
})

const messages = (summary: string): Call => ({
  summary,
  signIn: "anybody",
  answers: {
    200: { description: "The newest messages, oldest first.", body: z.array(supportMessage) },
    ...refusals(401, 403),
  },
})

const send = (summary: string): Call => ({
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
const supportCalls: Calls = {
  "GET /api/support/ai-chat": messages("The user's conversation with the assistant"),
  "POST /api/support/ai-chat/send": send("Asks the assistant"),
  "GET /api/support/admin-chat": messages("The user's conversation with the staff"),
  "POST /api/support/admin-chat/send": send("Writes to the staff"),
  "POST /api/support/read": {
    summary: "Marks the staff's answers as read",
    signIn: "anybody",
    body: z.looseObject({}),
    answers: {
      200: { description: "No answers are unread.", body: z.strictObject({ count: z.literal(0) }) },
      ...refusals(400, 401, 403, 415),
    },
  },
  "GET /api/support/unread-count": {
    summary: "The number of unread answers from the staff",
    signIn: "anybody",
    answers: {
      200: { description: "The number.", body: z.strictObject({ count: z.number().int().min(0) }) },
      ...refusals(401, 403),
    },
  },
  "POST /api/support/upload-image": {
    summary: "Uploads an image to attach to a message",
    signIn: "anybody",
    form: { image: "PNG, JPEG, WebP or GIF, at most 5 MB" },
    answers: {
      200: { description: "The address of the image.", body: z.strictObject({ imageUrl: z.string() }) },
      ...refusals(400, 401, 403, 413, 415, 422, 429, 503),
    },
  },
  "GET /api/support/super-admin/status": {
    summary: "Whether the staff is online",
    signIn: "anybody",
    answers: {
      200: { description: "Online or not.", body: z.strictObject({ isOnline: z.boolean() }) },
      ...refusals(401, 403),
    },
  },
  "POST /api/support/super-admin/heartbeat": {
    summary: "Reports that a staff member is online",
    signIn: "platform staff",
    body: HeartbeatPayload,
    answers: { 200: { description: "Recorded.", body: success }, ...refusals(400, 401, 403, 415) },
  },
}

/** What visitors send, and this description. */
const visitorCalls: Calls = {
  "POST /api/contact": {
    summary: "Sends a contact message",
    body: ContactMessageForm,
    answers: { 200: { description: "Sent.", body: successWithMessage }, ...refusals(400, 415, 429, 503) },
  },
  "POST /api/demo-request": {
    summary: "Requests a demo",
    body: DemoRequestForm,
    answers: { 200: { description: "Sent.", body: successWithMessage }, ...refusals(400, 415, 429, 503) },
  },
  "GET /api/openapi.json": {
    summary: "This description",
    answers: {
      200: {
        description: "An OpenAPI 3.1 document.",
        body: z.looseObject({ openapi: z.literal("3.1.0"), paths: z.looseObject({}) }),
      },
    },
  },
}

// The JSON API in OpenAPI 3.1, made from the schemas the calls themselves read with.

const calls = { ...signInCalls, ...subscriptionCalls, ...supportCalls, ...visitorCalls }

let made: object | undefined

/** The whole description; created once. */
export function describeApi(): object {
  made ??= make()
  return made
}

function make(): object {
  const registry = new OpenAPIRegistry()
  const cookie = registry.registerComponent("securitySchemes", "signIn", {
    type: "apiKey",
    in: "cookie",
    name: "__Host-tutti",
    description: "The cookie set at login. Over plain HTTP its name is tutti.",
  })
  for (const [name, call] of Object.entries(calls)) {
    const [method, path = ""] = name.split(" ")
    registry.registerPath({
      method: method === "GET" ? "get" : method === "POST" ? "post" : "delete",
      path,
      summary: call.summary,
      ...(call.signIn ? { security: [{ [cookie.name]: [] }], description: `For ${call.signIn}.` } : {}),
      request: { ...parametersOf(call), ...bodyOf(call) },
      responses: Object.fromEntries(
        Object.entries({ ...refusedBefore(method), ...call.answers }).map(
          ([status, { description, body }]) => [
            status,
            { description, content: { "application/json": { schema: body } } },
          ],
        ),
      ),
    })
  }
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: "3.1.0",
    info: {
      title: "Tutti",
      version: "1",
      description:
        "Calls send the login cookie, ask for JSON and are never cached. Every refusal gives its reason as `message`. " +
        "Unsafe methods are accepted only from Tutti's own pages.",
    },
  })
}

/** The refusals that apply to every call of the method. */
const refusedBefore = (method?: string): Record<number, Answer> =>
  refusals(405, ...(method === "GET" ? [] : [403, 411, 413]))

const parametersOf = ({ parameters }: Call) =>
  parameters
    ? { params: z.object(Object.fromEntries(Object.keys(parameters).map((name) => [name, z.string()]))) }
    : {}

function bodyOf({ body, form }: Call) {
  if (form)
    return {
      body: {
        content: {
          "multipart/form-data": {
            schema: {
              type: "object" as const,
              properties: Object.fromEntries(
                Object.entries(form).map(([name, description]) => [
                  name,
                  { type: "string" as const, format: "binary", description },
                ]),
              ),
              required: Object.keys(form),
            },
          },
        },
      },
    }
  return body ? { body: { content: { "application/json": { schema: body } } } } : {}
}
