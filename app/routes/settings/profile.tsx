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
import { actorOf, requireSelf } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
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
import { removePhoto } from "~/models/people/member/photo.server"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { localDate, localTime } from "~/utils/zones"
import { besidePassword, tryOwnPassword } from "./own-password.server"
import { findOwnPhone, saveOwnPhone } from "./own-phone.server"
import { answerZone, findZonePart } from "./own-zone.server"
import { findOwnPhoto, storeOwnPhoto } from "./profile-photo.server"

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
  return intents(request, paths.profile(), {
    name: intent({
      schema: NameForm,
      run: ({ name, phone = null }, form) =>
        asOneAct(() => {
          rename(user.id, name)
          return { asksPhone: form.has("phone") && saveOwnPhone(viewer, phone) }
        }),
      saved: ({ asksPhone }) => (asksPhone ? "Name and phone saved." : "Name saved."),
    }),
    photo: (form) => storeOwnPhoto(viewer, form),
    "remove-photo": act({
      run: () => (viewer.membership ? removePhoto(actorOf(viewer)) : false),
      saved: "Photo removed.",
    }),
    zone: (form) => answerZone(viewer, form),
    email: emailIntent(viewer),
    password: intent({
      schema: ChangePasswordForm,
      run: async ({ password, currentPassword }) => {
        const tried = await tryOwnPassword(user.id, currentPassword)
        if (!tried.ok) return tried
        if (isOwnName(password, user.email, findUser(user.id)?.username))
          return { ok: false, reason: "own-name" } as const
        if (!changePassword(user.id, await hashPassword(password), id)) throw redirect(paths.login())
        return redirectWithToast(paths.profile(), "Password changed. You’re logged out everywhere else.", {
          "Set-Cookie": await keepDevice(request, user.id),
        })
      },
      refusals: { password: besidePassword, "own-name": { at: "password", says: ownNameRefused } },
    }),
    end: act({ run: (form) => endOwnSignIn(user.id, idIn(form, "signInId")), saved: "Device logged out." }),
    "end-others": act({
      run: () => endOtherSignIns(user.id, id),
      saved: "You’re logged out everywhere else.",
    }),
    ...secondFactorIntents(viewer),
  })
}

/** What is answered is the same whether the address has an account or not. */
const emailIntent = ({ user }: SignIn) =>
  intent({
    schema: ChangeEmailForm,
    run: async ({ email, currentPassword }) => {
      const tried = await tryOwnPassword(user.id, currentPassword)
      if (!tried.ok) return tried
      const wait = await countTry("confirmation-mail-day", user.id)
      return wait > 0 ? ({ ok: false, reason: "too-many", wait } as const) : askForEmailChange(user.id, email)
    },
    field: "email",
    refusals: {
      password: besidePassword,
      "too-many": ({ wait }) => ({ at: "email", says: tooManyTries(wait), status: tooMany(wait) }),
      "no-email": 404,
      same: "You log in with this email already.",
    },
    saved: (_, { email }) => `Check ${email} for our link. It works once, for one day.`,
  })

const gone = { ok: false, reason: "not-found" } as const

function secondFactorIntents({ id, user }: SignIn) {
  const tried = async (password: string) => {
    const right = await tryOwnPassword(user.id, password)
    return right.ok && !hasSecondFactor(user.id) ? gone : right
  }
  return {
    codes: intent({
      schema: OwnPasswordForm,
      run: async ({ currentPassword }) => {
        const right = await tried(currentPassword)
        return right.ok ? data({ codes: replaceRecoveryCodes(user.id) }) : right
      },
      refusals: { password: besidePassword },
    }),
    "turn-off": intent({
      schema: OwnPasswordForm,
      run: async ({ currentPassword }) => {
        const right = await tried(currentPassword)
        if (!right.ok) return right
        if (user.isSuperAdmin && staffNeedSecondFactor()) return gone
        return removeSecondFactor(user.id, id)
      },
      refusals: { password: besidePassword },
      saved: "Two-factor login turned off. You’re logged out everywhere else.",
    }),
  }
}

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
