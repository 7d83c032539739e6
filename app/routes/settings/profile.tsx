import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { z } from "zod"
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
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { askForEmailChange } from "~/models/accounts/profile/change-email.server"
import { changePassword, changePhone, changeTimeZone, rename } from "~/models/accounts/profile/profile.server"
import {
  ChangeEmailForm,
  ChangePasswordForm,
  NameForm,
  ZoneForm,
} from "~/models/accounts/profile/profile-forms"
import { uploadStatus } from "~/models/accounts/quota/quota"
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
import { listPhotos } from "~/models/communication/messaging/seen-photos.server"
import { asOneAct } from "~/models/foundation/access/rehearse.server"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { removePhoto, storePhoto } from "~/models/people/member/photo.server"
import { changeOwnPhone, findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { photoRefusals } from "~/texts/people/refusals"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { zonesWith } from "~/utils/zone-list.server"
import { localDate, localTime } from "~/utils/zones"
import { besidePassword, tryOwnPassword } from "./own-password.server"

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

// The number at which their office reaches someone of the staff. A teacher's is in the school's record of them, where the
// office enters it, too; anyone else's is with their account.

/** Families have their number in the school's records; someone who teaches alone has no colleagues. */
const isOfStaff = ({ membership }: SignIn): boolean =>
  membership !== null && ["admin", "office", "teacher"].includes(membership.role)

/** Null for who has no such number. */
function findOwnPhone(viewer: SignIn): { number: string | null } | null {
  if (!isOfStaff(viewer)) return null
  const teacher = findOwnTeacher(actorOf(viewer))
  return { number: teacher ? teacher.phone : (findUser(viewer.user.id)?.phone ?? null) }
}

/** Whether it was theirs to save. */
function saveOwnPhone(viewer: SignIn, phone: string | null): boolean {
  if (!isOfStaff(viewer)) return false
  const actor = actorOf(viewer)
  const teacher = findOwnTeacher(actor)
  if (teacher) changeOwnPhone(actor, teacher, phone)
  else changePhone(viewer.user.id, phone)
  return true
}

/** A person's zone, their school's or the platform's, and those to choose from. */
function findZonePart({ user, membership }: SignIn) {
  if (!membership && !user.isSuperAdmin) return null
  const zone = findUser(user.id)?.timeZone ?? null
  return {
    zone,
    reader: user.isSuperAdmin
      ? ("platform" as const)
      : membership?.role === "student"
        ? ("family" as const)
        : ("school" as const),
    usualZone: membership?.school.timeZone ?? "UTC",
    zones: zonesWith(...(zone ? [zone] : [])),
  }
}

/** Chooses it, or the school's again. */
function answerZone({ user, membership }: SignIn, form: FormData) {
  if (!membership && !user.isSuperAdmin) throw notFound()
  return intent({
    schema: ZoneForm,
    run: ({ timeZone = null }) => changeTimeZone(user.id, timeZone),
    saved: "Time zone saved.",
  })(form, paths.profile())
}

/** The photo of whoever is logged in to a school; platform staff have none. */
function findOwnPhoto(viewer: SignIn) {
  const { membership } = viewer
  if (!membership) return null
  const { memberId, role } = membership
  return {
    memberId,
    isFamily: role === "student",
    hasPhoto: listPhotos(actorOf(viewer), [memberId]).has(memberId),
  }
}

/** Adds or replaces it. */
async function storeOwnPhoto(viewer: SignIn, form: FormData) {
  if (!viewer.membership) throw notFound()
  const actor = actorOf(viewer)
  const brought = form.get("file")
  form.delete("file")
  const submission = readForm(form, { schema: z.object({}) })
  const bytes = brought instanceof File ? new Uint8Array(await brought.arrayBuffer()) : new Uint8Array()
  const stored = await storePhoto(actor, bytes)
  if (!stored.ok)
    return invalid(submission, { file: photoRefusals[stored.reason] }, uploadStatus(stored.reason))
  return redirectWithToast(paths.profile(), "Photo saved.")
}
