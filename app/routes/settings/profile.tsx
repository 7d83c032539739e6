import { type SubmissionResult, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import {
  NamePart,
  PasswordPart,
  type ProfilePart,
  SecondFactorPart,
  ZonePart,
} from "~/components/accounts/settings/profile-parts"
import { RecoveryCodeList } from "~/components/accounts/settings/recovery-code-list"
import { CurrentPassword, Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { ActButton, AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { Photo } from "~/components/foundation/photo/photo"
import type { FramedPage } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { EditablePart } from "~/components/ui/editable-part"
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
import { knownUsername } from "~/models/accounts/user/login-name"
import { isOwnName, ownNameRefused } from "~/models/accounts/user/new-password"
import { OwnPasswordForm } from "~/models/accounts/user/own-password-form"
import { hashPassword } from "~/models/accounts/user/password.server"
import { findUser, isUnproven } from "~/models/accounts/user/user.server"
import { asOneAct } from "~/models/foundation/access/rehearse.server"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { largestPhoto, photoTypes } from "~/models/people/member/photo"
import { removePhoto } from "~/models/people/member/photo.server"
import { mostText } from "~/utils/bytes"
import { formatDate, formatTime } from "~/utils/formats"
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

type Device = { id: string; browser: string; since: string; isHere: boolean }

/** Where the person is logged in, with a button to log out each device. */
function DeviceList({ devices }: { devices: Device[] }) {
  return (
    <section className="section" aria-labelledby="devices">
      <header>
        <h2 id="devices">Where you’re logged in</h2>
      </header>
      <ul className="rows">
        {devices.map(({ id, browser, since, isHere }) => (
          <li key={id}>
            <span>
              {browser}
              {isHere ? <b> · this device</b> : null}
              <br />
              <span className="small dim">Logged in {since}</span>
            </span>
            {isHere ? null : (
              <ActButton
                label="Log out"
                sends={{ signInId: id }}
                intent="end"
                pending="Logging out…"
                variant="danger"
                aria-label={`Log out: ${browser}, logged in ${since}`}
              />
            )}
          </li>
        ))}
      </ul>
      {devices.length > 1 ? (
        <ActButton label="Log out everywhere else" intent="end-others" pending="Logging out…" />
      ) : null}
    </section>
  )
}

type Result = SubmissionResult<string[]> | undefined

/** The address the person logs in with. */
function EmailPart({ email, lastResult }: { email: string; lastResult: Result }) {
  return (
    <EditablePart
      id="login-email"
      title="Login email"
      about="Changing it doesn’t change your contact details at the school."
      isAnswered={lastResult !== undefined}
      facts={[["Email", email]]}
    >
      <EmailForm lastResult={lastResult} />
    </EditablePart>
  )
}

function EmailForm({ lastResult }: { lastResult: Result }) {
  const [form, fields] = useForm<{ email: string; currentPassword: string }>({ id: "email", lastResult })
  return (
    <PartForm adds part="login-email" intent="email" form={form} save="Send link" pending="Sending…">
      <Field
        meta={fields.email}
        label="New email"
        hint="We’ll send a link to it. Your login changes when you open the link."
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      <CurrentPassword meta={fields.currentPassword} />
    </PartForm>
  )
}

type PhotoPartProps = {
  memberId: string
  hasPhoto: boolean
  /** families' photos are for the office, their teachers and whom they write with */
  isFamily: boolean
  problem?: string
}

/** The person's own photo: to add, replace or remove. */
function PhotoPart({ memberId, hasPhoto, isFamily, problem }: PhotoPartProps) {
  return (
    <EditablePart
      id="photo"
      title="Photo"
      about={
        isFamily
          ? "The office and your teachers see it beside your name in messages."
          : "People you message see it beside your name, and the office sees it in the list of the team."
      }
      edit={hasPhoto ? "Change photo" : "Add photo"}
      isAnswered={problem !== undefined}
      list={
        hasPhoto ? (
          <p>
            <Photo memberId={memberId} large />
          </p>
        ) : null
      }
      text={hasPhoto ? null : <p>No photo yet.</p>}
    >
      <PostForm className="form" encType="multipart/form-data">
        <div className={problem ? "field invalid" : "field"}>
          <label htmlFor="photo-file">New photo</label>
          <div className="hint" id="photo-file-hint">
            PNG, JPEG, WebP or GIF, up to {mostText(largestPhoto)}. We keep a small square of it.
          </div>
          {problem ? (
            <span className="error" id="photo-file-error">
              {problem}
            </span>
          ) : null}
          <input
            id="photo-file"
            type="file"
            name="file"
            accept={photoTypes}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? "photo-file-hint photo-file-error" : "photo-file-hint"}
          />
        </div>
        <p className="buttons">
          <SubmitButton intent="photo" pending="Saving…" label="Save photo" />
          {hasPhoto ? (
            <SubmitButton intent="remove-photo" variant="danger" pending="Removing…" label="Remove photo" />
          ) : null}
        </p>
      </PostForm>
    </EditablePart>
  )
}
