import { countedAddress } from "~/http/address.server"
import { type RefusalStatus, tooMany } from "~/http/answer"
import type { ChosenPlan } from "~/http/chosen-plan"
import { personOf } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { keepSignInToken, readSignInToken } from "~/http/sign-in-cookie.server"
import { redirectWithToast } from "~/http/toast.server"
import { guessFor } from "~/http/visitors.server"
import { addSchool, takesRegistrations } from "~/models/accounts/school/register-school.server"
import { AddSchoolForm } from "~/models/accounts/school/registration-form.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import { switchMembership } from "~/models/accounts/sign-in/sign-in.server"
import { may } from "~/models/foundation/access/permissions"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { paths } from "~/utils/paths"
import { closedText, nextStepText, plansOf, tooManyRegistrations } from "./registration.server"

// Registration for a person who has an account: the account gets another school.

type Onward = { text: string; label: string; to: string }

/** The notice of a registration page for a person who has registered already; undefined when there is none. */
export function onwardOf(viewer: SignIn | undefined, chosen: ChosenPlan): Onward | undefined {
  const { user, membership } = viewer ?? {}
  if (!user || user.isSuperAdmin || !takesRegistrations()) return undefined
  if (membership?.subscriptionStatus === "pending" && may(membership.role, "subscription:pay"))
    return {
      text: `You’re logged in, and ${membership.school.name} still needs a plan.`,
      label: "Choose a plan",
      to: plansOf(membership.school.kind, chosen),
    }
  return user.email
    ? {
        text: `You’re logged in as ${user.name}. One account can have several schools.`,
        label: "Add a school",
        to: paths.addSchool(chosen),
      }
    : undefined
}

/** Adds a school to the account that is signed in, makes it the current one, and goes on to its plans. */
export async function answerAddSchool(request: Request, viewer: SignIn) {
  const submission = readForm(await request.clone().formData(), { schema: AddSchoolForm })
  if (submission.status !== "success") return invalid(submission)
  const { plan, interval, ...school } = submission.value
  const refuse = (form: string, status: RefusalStatus) =>
    invalid(submission, { form }, status, "Registration failed")
  const wait = await countTry("register-address", countedAddress(request))
  if (wait > 0) return refuse(tooManyRegistrations(wait), tooMany(wait))
  const token = await readSignInToken(request)
  const added = allOrNothing(() => {
    const answer = addSchool(personOf(viewer), { ...school, ...guessFor(request, school.timeZone) })
    if (!answer.ok) return { ok: false, why: answer.reason } as const
    const { memberId, school: opened } = answer.actor
    const switched =
      token && memberId ? switchMembership(token, { schoolId: opened.id, memberId }) : undefined
    return switched ? ({ ok: true, opened, switched } as const) : ({ ok: false, why: "over" } as const)
  })
  if (!added.ok && added.why === "closed") return refuse(closedText, 403)
  if (!added.ok)
    return added.why === "over" && token
      ? refuse("An error occurred. Please try again.", 503)
      : refuse("Log in with an account that has an email address, then add your school.", 400)
  const { opened, switched } = added
  return redirectWithToast(
    plansOf(opened.kind, { plan, interval }),
    {
      title: `${opened.name} added to your account`,
      text: nextStepText(),
      tone: "good",
    },
    {
      "Set-Cookie": await keepSignInToken(
        switched.token,
        switched.remembered ? switched.lifetimeMs : undefined,
      ),
    },
  )
}
