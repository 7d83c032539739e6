import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { SendLink } from "~/components/accounts/confirm-email/confirm-email-parts"
import { RecoveryCodeList } from "~/components/accounts/settings/recovery-code-list"
import { CurrentPassword, Field } from "~/components/form/field"
import { FormToken } from "~/components/form/form-token"
import { ErrorSummary, SubmitButton } from "~/components/form/post-form"
import { PublicShell } from "~/components/public/public-shell"
import { unansweredForm } from "~/components/public/unanswered"
import { formTokenOf } from "~/http/form-token.server"
import { requireUserSettingUp } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import {
  beginSecondFactor,
  confirmSecondFactor,
  findOpenEnrolment,
} from "~/models/accounts/second-factor/second-factor.server"
import { ConfirmCodeForm } from "~/models/accounts/second-factor/second-factor-form"
import { hasSecondFactor } from "~/models/accounts/sign-in/second-factor-state.server"
import { OwnPasswordForm } from "~/models/accounts/user/own-password-form"
import { findUser, isUnproven } from "~/models/accounts/user/user.server"
import { homeOf } from "~/models/foundation/access/homes"
import { besidePassword, tryOwnPassword } from "~/routes/settings/own-password.server"
import { paths } from "~/utils/paths"
import { qrCode } from "~/utils/qr-code.server"
import { wrongCode } from "./login.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUserSettingUp(request)
  const { user } = viewer
  const open = findOpenEnrolment(user.id)
  const account = findUser(user.id)
  return {
    unproven: account && isUnproven(account) ? account.email : null,
    state: hasSecondFactor(user.id) ? ("on" as const) : open ? ("confirm" as const) : ("begin" as const),
    app: open ? { secret: open.secret, address: open.address, qr: qrCode(open.address) } : null,
    isRequired: user.needsSecondFactor,
    home: homeOf(viewer),
    formToken: formTokenOf(viewer),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const { id, user } = await requireUserSettingUp(request)
  return intents(request, paths.secondFactorSetUp(), {
    confirm: intent({
      schema: ConfirmCodeForm,
      run: ({ code }) => {
        const confirmed = confirmSecondFactor(user.id, code, id)
        return confirmed.ok ? data({ codes: confirmed.recoveryCodes }) : confirmed
      },
      field: { "wrong-code": "code" },
      refusals: { "wrong-code": wrongCode, "not-begun": "This took longer than 15 minutes. Start over." },
    }),
    else: intent({
      schema: OwnPasswordForm,
      run: async ({ currentPassword }) => {
        const tried = await tryOwnPassword(user.id, currentPassword)
        if (!tried.ok) return tried
        const begun = beginSecondFactor(user.id)
        return begun.ok || begun.reason === "unproven" ? begun : undefined
      },
      status: 409,
      refusals: { password: besidePassword, unproven: confirmFirst, "already-on": 404 },
    }),
  })
}

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store" })

export const meta: MetaFunction = () => [
  { title: "Two-factor login · Tutti" },
  { name: "robots", content: "noindex" },
]

/** Turning on two-factor login: the password, the app's first code, the recovery codes. */
export default function SecondFactorSetUp() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lastResult = answer && "result" in answer ? answer.result : undefined
  const codes = answer && "codes" in answer ? answer.codes : undefined
  return (
    <PublicShell>
      <main className="page-width form-page" id="main">
        <div className="form">
          {page.state === "on" ? (
            <>
              <h1>Two-factor login is on</h1>
              {codes ? <RecoveryCodeList codes={codes} /> : null}
              <p>
                <a className="button primary" href={page.home}>
                  Continue
                </a>
              </p>
            </>
          ) : page.unproven ? (
            <ConfirmFirst email={page.unproven} formToken={page.formToken} />
          ) : page.app ? (
            <Confirm app={page.app} formToken={page.formToken} lastResult={lastResult} />
          ) : (
            <Begin isRequired={page.isRequired} formToken={page.formToken} lastResult={lastResult} />
          )}
        </div>
      </main>
    </PublicShell>
  )
}

const confirmFirst = "Confirm your email first. Then you can turn on two-factor login."

/** A person who registers with another person's address must not lock its owner out. */
function ConfirmFirst({ email, formToken }: { email: string; formToken: string }) {
  return (
    <>
      <h1>Two-factor login</h1>
      <p>{confirmFirst}</p>
      <p>
        We’ll send a link to <b>{email}</b>.
      </p>
      <SendLink formToken={formToken} label="Send confirmation email" />
      <p className="dim">
        <a href={paths.profile()}>Back to your profile</a>
      </p>
    </>
  )
}

type PartProps = { formToken: string; lastResult?: SubmissionResult | null }

function Begin({ isRequired, formToken, lastResult }: PartProps & { isRequired: boolean }) {
  const [form, fields] = useForm<OwnPasswordForm>({ id: "begin", lastResult })
  return (
    <>
      <ErrorSummary form={form} />
      <h1>Two-factor login</h1>
      <p>
        {isRequired ? "Platform staff log in with a password and a code. " : null}
        Each login will ask for a code from your phone. You need an authenticator app like Aegis, 2FAS or
        Google Authenticator.
      </p>
      <Form method="post" className="form" {...unansweredForm} {...getFormProps(form)}>
        <FormToken token={formToken} />
        <CurrentPassword meta={fields.currentPassword} />
        <SubmitButton pending="One moment…" wide label="Continue" />
      </Form>
      {isRequired ? null : (
        <p className="dim">
          <a href={paths.profile()}>Back to your profile</a>
        </p>
      )}
    </>
  )
}

type App = { secret: string; address: string; qr: { size: number; path: string } }

function Confirm({ app, formToken, lastResult }: PartProps & { app: App }) {
  const [form, fields] = useForm<ConfirmCodeForm>({ id: "confirm", lastResult })
  const side = app.qr.size + 8
  return (
    <>
      <ErrorSummary form={form} />
      <h1>Add Tutti to your app</h1>
      <p>
        Scan this with your authenticator app, or <a href={app.address}>open it on this phone</a>.
      </p>
      <svg
        viewBox={`-4 -4 ${side} ${side}`}
        width="240"
        height="240"
        role="img"
        aria-label="QR code for the app"
      >
        <path fill="#fff" d={`M-4-4h${side}v${side}h-${side}z`} />
        <path fill="#000" d={app.qr.path} />
      </svg>
      <p>
        Or enter this key by hand: <code>{app.secret}</code>
      </p>
      <Form method="post" className="form" {...unansweredForm} {...getFormProps(form)}>
        <FormToken token={formToken} />
        <input type="hidden" name="intent" value="confirm" />
        <Field
          meta={fields.code}
          label="Code from your authenticator app"
          hint="6 digits"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
        />
        <SubmitButton pending="Checking…" wide label="Turn on" />
      </Form>
    </>
  )
}
