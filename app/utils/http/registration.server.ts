import { parseWithZod } from "@conform-to/zod/v4"
import { registerSchool } from "~/models/school/register-school.server"
import { SchoolRegistrationForm, SoloRegistrationForm } from "~/models/school/registration-form.server"
import { countTry } from "~/models/throttle/throttle.server"
import { hashPassword } from "~/models/user/password.server"
import { paths } from "~/utils/paths"
import { clientAddress } from "./address.server"
import { beginSignIn } from "./login.server"
import { invalid } from "./responses.server"
import { redirectWithToast } from "./toast.server"

// Both registrations do the same; they differ in what they ask and where they lead.

export async function answerSchoolRegistration(request: Request) {
  const submission = parseWithZod(await request.formData(), { schema: SchoolRegistrationForm })
  if (submission.status !== "success") return invalid(submission)
  const { schoolName, ...account } = submission.value
  return register(request, submission, { kind: "school", schoolName, ...account })
}

export async function answerSoloRegistration(request: Request) {
  const submission = parseWithZod(await request.formData(), { schema: SoloRegistrationForm })
  if (submission.status !== "success") return invalid(submission)
  const { businessName, ...account } = submission.value
  return register(request, submission, { kind: "solo", schoolName: businessName, ...account })
}

type Wanted = Omit<SchoolRegistrationForm, "fax"> & { kind: "school" | "solo" }

async function register(
  request: Request,
  submission: Parameters<typeof invalid>[0],
  { password, plan, ...registration }: Wanted,
) {
  const wait = await countTry("register-address", clientAddress(request))
  if (wait > 0)
    return invalid(
      submission,
      { form: `Too many registrations from here. Wait ${Math.ceil(wait / 60)} minutes, then try again.` },
      429,
    )
  // Hashed before we know whether the address is free, so that both answers take the same time.
  const passwordHash = await hashPassword(password)
  const registered = registerSchool({ ...registration, passwordHash })
  if (!registered.ok)
    return invalid(submission, {
      email: "This address already has an account. Log in, and add the school from there.",
    })
  const { headers } = await beginSignIn(request, registered.userId, false)
  return redirectWithToast(
    paths.selectPlan({ plan, type: registration.kind === "solo" ? "solo" : undefined }),
    {
      title: "Account created successfully",
      text: "Now choose your subscription plan to get started.",
      tone: "good",
    },
    headers,
  )
}
