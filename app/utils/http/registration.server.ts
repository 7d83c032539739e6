import type { PlanKey } from "~/models/plan/plan-catalogue"
import { type Registration, registerSchool } from "~/models/school/register-school.server"
import {
  SchoolRegistrationForm,
  SecondSchoolForm,
  SoloRegistrationForm,
} from "~/models/school/registration-form.server"
import { countTry } from "~/models/throttle/throttle.server"
import { hashPassword } from "~/models/user/password.server"
import { log } from "~/utils/log.server"
import { paths } from "~/utils/paths"
import { clientAddress } from "./address.server"
import { beginSignIn } from "./login.server"
import { readForm } from "./read-form.server"
import { invalid } from "./responses.server"
import { redirectWithToast } from "./toast.server"

// All registrations, pages and calls, do the same; they differ in what they ask and how they answer.

export async function answerSchoolRegistration(request: Request) {
  const submission = readForm(await request.formData(), { schema: SchoolRegistrationForm })
  if (submission.status !== "success") return invalid(submission)
  const { plan, ...account } = submission.value
  return answerForm(request, submission, { kind: "school", ...account }, plan)
}

export async function answerSoloRegistration(request: Request) {
  const submission = readForm(await request.formData(), { schema: SoloRegistrationForm })
  if (submission.status !== "success") return invalid(submission)
  const { businessName, plan, ...account } = submission.value
  return answerForm(request, submission, { kind: "solo", schoolName: businessName, ...account }, plan)
}

/** The second school form (spec §2, §5). */
export async function answerSecondSchoolRegistration(request: Request) {
  const submission = readForm(await request.formData(), { schema: SecondSchoolForm })
  if (submission.status !== "success") return invalid(submission)
  const { fullName, plan, ...account } = submission.value
  return answerForm(request, submission, { kind: "school", name: fullName, ...account }, plan)
}

export type Wanted = Omit<Registration, "passwordHash"> & { password: string }

/** What a registration comes to: signed in, with the headers that keep it, or which field is to blame and why. */
export type Registered =
  | ({ ok: true } & Awaited<ReturnType<typeof beginSignIn>>)
  | { ok: false; field: "form" | "email"; message: string; status: 409 | 429 | 503 }

/** Registers and signs in. An address that has an account is refused and that account never changed (product.md 2.13). */
export async function register(
  request: Request,
  { kind, schoolName, name, email, timeZone, password }: Wanted,
): Promise<Registered> {
  const wait = await countTry("register-address", clientAddress(request))
  if (wait > 0)
    return {
      ok: false,
      field: "form",
      message: `Too many registrations from here. Wait ${Math.ceil(wait / 60)} minutes, then try again.`,
      status: 429,
    }
  try {
    // Hashed before we know whether the address is free, so that both answers take the same time.
    const passwordHash = await hashPassword(password)
    const registered = registerSchool({ kind, schoolName, name, email, timeZone, passwordHash })
    if (!registered.ok)
      return {
        ok: false,
        field: "email",
        message: "This address already has an account. Log in, and add the school from there.",
        status: 409,
      }
    return { ok: true, ...(await beginSignIn(request, registered.userId, false)) }
  } catch (error) {
    log.error({ err: error }, "a registration could not be kept")
    return { ok: false, field: "form", message: "An error occurred. Please try again.", status: 503 }
  }
}

async function answerForm(
  request: Request,
  submission: Parameters<typeof invalid>[0],
  wanted: Wanted,
  plan: PlanKey | undefined,
) {
  const registered = await register(request, wanted)
  if (!registered.ok)
    return invalid(
      submission,
      { [registered.field]: registered.message },
      registered.status === 409 ? 400 : registered.status,
      "Registration failed",
    )
  return redirectWithToast(
    paths.selectPlan({ plan, type: wanted.kind === "solo" ? "solo" : undefined }),
    {
      title: "Account created successfully",
      text: "Now choose your subscription plan to get started.",
      tone: "good",
    },
    registered.headers,
  )
}
