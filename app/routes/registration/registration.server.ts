import { data } from "@remix-run/node"
import { countedAddress } from "~/http/address.server"
import { type RefusalStatus, tooMany } from "~/http/answer"
import { type ChosenPlan, chosenPlan } from "~/http/chosen-plan"
import { invalid, readForm } from "~/http/read-form.server"
import { readSignInToken } from "~/http/sign-in-cookie.server"
import { redirectWithToast } from "~/http/toast.server"
import { guessFor } from "~/http/visitors.server"
import {
  hasSchools,
  type Registration,
  registerSchool,
  takesRegistrations,
} from "~/models/accounts/school/register-school.server"
import { registrationFailure } from "~/models/accounts/school/registration"
import {
  SchoolRegistrationForm,
  SecondSchoolForm,
  SoloRegistrationForm,
} from "~/models/accounts/school/registration-form.server"
import { hashPassword } from "~/models/accounts/user/password.server"
import { fold } from "~/models/accounts/user/user.server"
import { asOneAct } from "~/models/foundation/access/rehearse.server"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { keepBegunSignIn, startSignInHere } from "~/routes/auth/login.server"
import { countOf } from "~/utils/formats"
import { log } from "~/utils/log.server"
import { paths } from "~/utils/paths"
import { sellsPlans } from "~/utils/sold-plans"

/** The message for an address that has an account, which stays as it is. */
const addressTakenText = "This email already has an account. Log in to add a school to it."

// All registrations, pages and calls, do the same; they differ in what they ask and how they answer.

export async function answerSchoolRegistration(request: Request) {
  const submission = readForm(await request.formData(), { schema: SchoolRegistrationForm })
  if (submission.status !== "success") return refuse(submission)
  const { plan, interval, ...account } = submission.value
  return answerForm(request, submission, { kind: "school", ...account }, { plan, interval })
}

export async function answerSoloRegistration(request: Request) {
  const submission = readForm(await request.formData(), { schema: SoloRegistrationForm })
  if (submission.status !== "success") return refuse(submission)
  const { businessName, plan, interval, ...account } = submission.value
  const registration: NewRegistration = { kind: "solo", schoolName: businessName, ...account }
  return answerForm(request, submission, registration, { plan, interval })
}

/** The second school form (spec §2, §5). */
export async function answerSecondSchoolRegistration(request: Request) {
  const submission = readForm(await request.formData(), { schema: SecondSchoolForm })
  if (submission.status !== "success") return refuse(submission)
  const { fullName, plan, interval, ...account } = submission.value
  const registration: NewRegistration = { kind: "school", name: fullName, ...account }
  return answerForm(request, submission, registration, { plan, interval })
}

export type NewRegistration = Omit<Registration, "passwordHash"> & { password: string }

/** What a registration comes to: signed in, with the headers that keep it, or which field is to blame and why. */
export type Registered =
  | ({ ok: true } & Awaited<ReturnType<typeof keepBegunSignIn>>)
  | { ok: false; field: "form" | "email"; message: string; status: RefusalStatus }

/** Registers and signs in. An address that has an account is refused and that account never changed. */
export async function register(
  request: Request,
  { kind, schoolName, name, email, timeZone, password }: NewRegistration,
): Promise<Registered> {
  const wait = await countTry("register-address", countedAddress(request))
  if (wait > 0)
    return { ok: false, field: "form", message: tooManyRegistrations(wait), status: tooMany(wait) }
  try {
    // Hashed before we know whether the address is free, so that both answers take the same time.
    const passwordHash = await hashPassword(password)
    const replaces = await readSignInToken(request)
    const registered = asOneAct(() => {
      const guessed = guessFor(request, timeZone)
      const made = registerSchool({ kind, schoolName, name, email, ...guessed, passwordHash })
      if (!made.ok) return made
      return { ok: true, begun: startSignInHere(request, made.userId, false, { replaces }) } as const
    })
    if (!registered.ok && registered.reason === "closed")
      return { ok: false, field: "form", message: closedText, status: 403 }
    if (!registered.ok) {
      const tried = await countTry("register-email", fold(email))
      return tried > 0
        ? { ok: false, field: "form", message: tooManyTries(tried), status: tooMany(tried) }
        : { ok: false, field: "email", message: addressTakenText, status: 409 }
    }
    return { ok: true, ...(await keepBegunSignIn(request, registered.begun)) }
  } catch (error) {
    log.error({ err: error }, "a registration failed")
    return { ok: false, field: "form", message: registrationFailure.text, status: 503 }
  }
}

async function answerForm(
  request: Request,
  submission: Parameters<typeof invalid>[0],
  registration: NewRegistration,
  chosen: ChosenPlan,
) {
  const registered = await register(request, registration)
  const choice = choiceMade(request, chosen)
  if (!registered.ok) {
    const { field, message, status } = registered
    const { kind, schoolName: name } = registration
    return refuse(submission, {
      problem: { [field]: message },
      status: status === 409 ? 400 : status,
      title: registrationFailure.title,
      addAt: status === 409 ? paths.addSchool({ ...choice, kind, name }) : undefined,
    })
  }
  return redirectWithToast(
    plansOf(registration.kind, choice),
    {
      title: "Account created successfully",
      text: nextStepText(),
      tone: "good",
    },
    registered.headers,
  )
}

/** The form with its errors; `addAt` is where the owner of an existing account adds the school. */
function refuse(
  submission: Parameters<typeof invalid>[0],
  why: { problem?: Record<string, string>; status?: RefusalStatus; title?: string; addAt?: string } = {},
) {
  const { data: problem, init } = invalid(submission, why.problem, why.status, why.title)
  return data({ ...problem, addAt: why.addAt }, init ?? undefined)
}

/** The form's choice; without one the choice of the address it was sent to. */
function choiceMade(request: Request, { plan, interval }: ChosenPlan): ChosenPlan {
  const addressed = chosenPlan(request)
  return { plan: plan ?? addressed.plan, interval: interval ?? addressed.interval }
}

/** What stands in place of the site that sells plans: the first school registers, then everyone logs in. */
export const ownEntrance = (): string => (hasSchools() ? paths.login() : paths.registerSchool())

/** Where an operator lets no one but the first school in. */
export const closedText = "New schools can’t register here. Ask the person who runs this site."

/** Leads from a page that registers a school to the login, where no more can be registered. */
export async function refuseClosed() {
  if (!takesRegistrations())
    throw await redirectWithToast(paths.login(), { title: closedText, tone: "plain" })
}

/** What follows a registration. */
export const nextStepText = (): string =>
  sellsPlans() ? "Now choose your subscription plan to get started." : "Your school is open. Let’s set it up."

/** The plan page, with what is already chosen; where no plan is sold, the school's first page. */
export const plansOf = (kind: "school" | "solo", { plan, interval }: ChosenPlan): string =>
  !sellsPlans()
    ? paths.dashboard()
    : paths.selectPlan({ plan, type: kind === "solo" ? "solo" : undefined, interval })

export const tooManyRegistrations = (seconds: number) =>
  `Too many new accounts from your network. Wait ${countOf(Math.ceil(seconds / 60), "minute")}, then try again.`

/** The target after login for a person who was about to register with a choice; without one it is their home. */
export const afterLogin = (kind: "school" | "solo", chosen: ChosenPlan): string | undefined =>
  chosen.plan || chosen.interval ? plansOf(kind, chosen) : undefined
