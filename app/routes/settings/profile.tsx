import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DeviceList } from "~/components/accounts/settings/device-list"
import { EmailPart } from "~/components/accounts/settings/email-part"
import { PhotoPart } from "~/components/accounts/settings/photo-part"
import {
  NamePart,
  PasswordPart,
  type ProfilePart,
  SecondFactorPart,
} from "~/components/accounts/settings/profile-parts"
import { RecoveryCodeList } from "~/components/accounts/settings/recovery-code-list"
import { ZonePart } from "~/components/accounts/settings/zone-part"
import { AnswerSummary } from "~/components/form/answer-summary"
import type { FramedPage } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { tooMany } from "~/http/answer"
import { keepDevice } from "~/http/device-cookie.server"
import { requireSelf } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { askForEmailChange } from "~/models/accounts/profile/change-email.server"
import { changePassword, rename } from "~/models/accounts/profile/profile.server"
import { ChangeEmailForm, ChangePasswordForm, NameForm } from "~/models/accounts/profile/profile-forms"
import {
  removeSecondFactor,
  replaceRecoveryCodes,
} from "~/models/accounts/second-factor/second-factor.server"
import { browserLabel } from "~/models/accounts/sign-in/browser-label"
import { endOtherSignIns, endOwnSignIn, listSignInsOf } from "~/models/accounts/sign-in/own-sign-ins.server"
import {
  countRecoveryCodes,
  hasSecondFactor,
  staffNeedSecondFactor,
} from "~/models/accounts/sign-in/second-factor-state.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import { isOwnName, ownNameRefused } from "~/models/accounts/user/common-passwords"
import { knownUsername } from "~/models/accounts/user/login-name"
import { OwnPasswordForm } from "~/models/accounts/user/own-password-form"
import { hashPassword } from "~/models/accounts/user/password.server"
import { findUser, isUnproven } from "~/models/accounts/user/user.server"
import { asOneAct } from "~/models/foundation/access/rehearse.server"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { localDate, localTime } from "~/utils/zones"
import { tryOwnPassword } from "./own-password.server"
import { findOwnPhone, saveOwnPhone } from "./own-phone.server"
import { answerZone, findZonePart } from "./own-zone.server"
import { answerPhoto, findOwnPhoto } from "./profile-photo.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireSelf(request)
  const { id, user, membership } = viewer
  const zone = membership?.school.timeZone ?? "UTC"
  const momentText = (at: number) =>
    `${formatDate(localDate(at, zone), "medium")}, ${formatTime(localTime(at, zone))}`
  const account = findUser(user.id)
  return {
    name: user.name,
    email: user.email,
    phone: findOwnPhone(viewer),
    signsInAs: user.email ?? knownUsername(account?.username ?? null),
    isUnproven: account !== undefined && isUnproven(account),
    photo: findOwnPhoto(viewer),
    zone: findZonePart(viewer),
    isOn: hasSecondFactor(user.id),
    codesLeft: countRecoveryCodes(user.id),
    isRequired: user.isSuperAdmin && staffNeedSecondFactor(),
    devices: listSignInsOf(user.id).map((signIn) => ({
      id: signIn.id,
      browser: browserLabel(signIn.userAgent),
      since: momentText(signIn.createdAt),
      isHere: signIn.id === id,
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireSelf(request)
  const { id, user } = viewer
  const form = await request.formData()
  switch (form.get("intent")) {
    case "name": {
      const submission = readForm(form, { schema: NameForm })
      if (submission.status !== "success") return invalid(submission)
      const { name, phone = null } = submission.value
      const asksPhone = asOneAct(() => {
        rename(user.id, name)
        return form.has("phone") && saveOwnPhone(viewer, phone)
      })
      return saved(asksPhone ? "Name and phone saved." : "Name saved.")
    }
    case "photo":
    case "remove-photo":
      return answerPhoto(viewer, form)
    case "zone":
      return answerZone(viewer, form)
    case "email":
      return answerEmailChange(viewer, form)
    case "password": {
      const submission = readForm(form, { schema: ChangePasswordForm })
      if (submission.status !== "success") return invalid(submission)
      const tried = await tryOwnPassword(user.id, submission.value.currentPassword)
      if (!tried.ok) return invalid(submission, { currentPassword: tried.message }, tried.status)
      if (isOwnName(submission.value.password, user.email, findUser(user.id)?.username))
        return invalid(submission, { password: ownNameRefused })
      if (!changePassword(user.id, await hashPassword(submission.value.password), id))
        throw redirect(paths.login())
      return saved(
        "Password changed. You’re logged out everywhere else.",
        new Headers({ "Set-Cookie": await keepDevice(request, user.id) }),
      )
    }
    case "end":
      if (!endOwnSignIn(user.id, String(form.get("signInId")))) throw notFound()
      return saved("Device logged out.")
    case "end-others":
      endOtherSignIns(user.id, id)
      return saved("You’re logged out everywhere else.")
    case "codes":
    case "turn-off":
      return changeSecondFactor(viewer, form)
    default:
      throw notFound()
  }
}

/** What is answered is the same whether the address has an account or not. */
async function answerEmailChange({ user }: SignIn, form: FormData) {
  const submission = readForm(form, { schema: ChangeEmailForm })
  if (submission.status !== "success") return invalid(submission)
  const { email, currentPassword } = submission.value
  const tried = await tryOwnPassword(user.id, currentPassword)
  if (!tried.ok) return invalid(submission, { currentPassword: tried.message }, tried.status)
  const wait = await countTry("confirmation-mail-day", user.id)
  if (wait > 0) return invalid(submission, { email: tooManyTries(wait) }, tooMany(wait))
  const asked = askForEmailChange(user.id, email)
  if (!asked.ok && asked.reason === "no-email") throw notFound()
  if (!asked.ok) return invalid(submission, { email: "You log in with this email already." })
  return saved(`Check ${email} for our link. It works once, for one day.`)
}

async function changeSecondFactor({ id, user }: SignIn, form: FormData) {
  const submission = readForm(form, { schema: OwnPasswordForm })
  if (submission.status !== "success") return invalid(submission)
  const tried = await tryOwnPassword(user.id, submission.value.currentPassword)
  if (!tried.ok) return invalid(submission, { currentPassword: tried.message }, tried.status)
  if (!hasSecondFactor(user.id)) throw notFound()
  if (form.get("intent") === "codes") return data({ codes: replaceRecoveryCodes(user.id) })
  if (user.isSuperAdmin && staffNeedSecondFactor()) throw notFound()
  removeSecondFactor(user.id, id)
  return saved("Two-factor login turned off. You’re logged out everywhere else.")
}

const saved = (message: string, headers?: Headers) => redirectWithToast(paths.profile(), message, headers)

export const meta: MetaFunction<typeof loader> = ({ location }) => [
  { title: "Your profile · Tutti" },
  ...(location.pathname === paths.profile()
    ? []
    : [{ tagName: "link", rel: "canonical", href: paths.profile() }]),
]

export const shouldRevalidate = unlessPartOpened

export const handle: FramedPage = { title: "Your profile", column: "stack narrow" }

export default function Profile() {
  const { name, phone, email, signsInAs, devices, photo, zone, ...secondFactor } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const refused = answer && "result" in answer ? answer.result : undefined
  const part = refused?.initialValue?.intent as ProfilePart | undefined
  const resultOf = (asPart: ProfilePart) => (part === asPart ? refused : undefined)
  if (answer && "codes" in answer)
    return (
      <section className="section" aria-labelledby="codes-title">
        <h2 id="codes-title">New recovery codes</h2>
        <RecoveryCodeList codes={answer.codes} />
        <p>
          <LinkButton to={paths.profile()}>Done</LinkButton>
        </p>
      </section>
    )
  return (
    <>
      <AnswerSummary formId={part ?? "name"} result={refused} />
      <NamePart name={name} phone={phone} signsInAs={signsInAs} lastResult={resultOf("name")} />
      {photo ? <PhotoPart {...photo} problem={resultOf("photo")?.error?.file?.join(" ")} /> : null}
      {zone ? <ZonePart {...zone} lastResult={resultOf("zone")} /> : null}
      {email ? <EmailPart email={email} lastResult={resultOf("email")} /> : null}
      {signsInAs === null ? null : (
        <>
          <PasswordPart lastResult={resultOf("password")} />
          <SecondFactorPart
            {...secondFactor}
            results={{ codes: resultOf("codes"), "turn-off": resultOf("turn-off") }}
          />
        </>
      )}
      <DeviceList devices={devices} />
    </>
  )
}
