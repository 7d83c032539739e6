import { z } from "zod"
import {
  ForgotPasswordForm,
  PasswordResetPayload,
} from "~/models/accounts/password-reset/password-reset-forms"
import { RegisterSchoolPayload, RegistrationPayload } from "~/models/accounts/school/registration-form.server"
import { LoginPayload } from "~/models/accounts/sign-in/login-payload"
import { roles } from "~/models/foundation/access/actor"
import { type Call, message, refusals, success } from "./call.server"

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
export const signInCalls: Call[] = [
  {
    method: "get",
    path: "/api/user",
    summary: "The logged-in user, in the current membership",
    signIn: "anybody",
    answers: { 200: { description: "The user.", body: user }, ...refusals(401) },
  },
  {
    method: "post",
    path: "/api/login",
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
  {
    method: "post",
    path: "/api/logout",
    summary: "Logs out",
    answers: { 200: { description: "Logged out; the cookie is cleared.", body: success }, ...refusals(403) },
  },
  {
    method: "post",
    path: "/api/register",
    summary: "Registers a school or solo teacher with the first user",
    body: RegistrationPayload,
    answers: {
      201: { description: "Registered and logged in: the user.", body: user },
      ...refusals(400, 409, 415, 429),
    },
  },
  {
    method: "post",
    path: "/api/auth/register-school",
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
  {
    method: "get",
    path: "/api/school-by-id/{schoolId}",
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
  {
    method: "post",
    path: "/api/email/password-reset",
    summary: "Requests a password reset link; the same answer for every address",
    body: ForgotPasswordForm,
    answers: { 200: { description: "Requested.", body: message }, ...refusals(400, 415, 429, 503) },
  },
  {
    method: "post",
    path: "/api/auth/reset-password",
    summary: "Sets a new password with the link's token and email",
    body: PasswordResetPayload,
    answers: { 200: { description: "Changed.", body: message }, ...refusals(400, 415, 429, 503) },
  },
]
