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
    summary: "The signed-in user, in the current membership",
    signIn: "anybody",
    answers: { 200: { description: "The user.", body: user }, ...refusals(401) },
  },
  {
    method: "post",
    path: "/api/login",
    summary:
      "Signs in with user name or e-mail and password, and a code where the account has a second factor",
    body: LoginPayload,
    answers: {
      200: {
        description: "Signed in; the cookie is set.",
        body: user.pick({ id: true, role: true, schoolId: true, isSuperAdmin: true }).strict(),
      },
      ...refusals(400, 415, 429),
      401: {
        description: "Name, password or code are wrong, or a code is needed.",
        body: z.strictObject({ message: z.string(), secondFactorRequired: z.literal(true).optional() }),
      },
    },
  },
  {
    method: "post",
    path: "/api/logout",
    summary: "Ends the sign-in",
    answers: { 200: { description: "Signed out; the cookie is gone.", body: success }, ...refusals(403) },
  },
  {
    method: "post",
    path: "/api/register",
    summary: "Founds a school, or a solo teacher's, with its first user",
    body: RegistrationPayload,
    answers: {
      201: { description: "Registered and signed in: the user.", body: user },
      ...refusals(400, 409, 415, 429),
    },
  },
  {
    method: "post",
    path: "/api/auth/register-school",
    summary: "Founds a school, from the second school form",
    body: RegisterSchoolPayload,
    answers: {
      201: {
        description: "Registered and signed in.",
        body: z.strictObject({ success: z.literal(true), message: z.string() }),
      },
      ...refusals(400, 415),
      409: {
        description: "The address has an account.",
        body: message.extend({ success: z.literal(false) }).strict(),
      },
      429: { description: "Too many tries.", body: message.extend({ success: z.literal(false) }).strict() },
    },
  },
  {
    method: "get",
    path: "/api/school-by-id/{schoolId}",
    summary: "One's own school; platform staff: any",
    signIn: "anybody",
    parameters: { schoolId: "The school's id" },
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
    summary: "Asks for a link to choose a new password; the same answer for every address",
    body: ForgotPasswordForm,
    answers: { 200: { description: "Asked for.", body: message }, ...refusals(400, 415, 429, 503) },
  },
  {
    method: "post",
    path: "/api/auth/reset-password",
    summary: "Chooses a new password by a link's token and address",
    body: PasswordResetPayload,
    answers: { 200: { description: "Changed.", body: message }, ...refusals(400, 415, 429, 503) },
  },
]
