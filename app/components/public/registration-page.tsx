import { type FormMetadata, getFormProps } from "@conform-to/react"
import { Form } from "@remix-run/react"
import type { ReactNode } from "react"
import { type FieldMeta, submittedValue } from "~/components/form/field-frame"
import { ErrorSummary, SubmitButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { Toast } from "~/components/ui/toast"
import { registrationFailure } from "~/models/accounts/school/registration"
import { paths } from "~/utils/paths"
import { PublicShell } from "./public-shell"
import { RegistrationSteps } from "./registration-steps"
import { ScorePlate } from "./score-plate"

type RegistrationPageProps<Answers extends Record<string, unknown>> = RegistrationFormProps<Answers> & {
  /** for a person who has an account */
  login: { to: string; label: string }
  /** the way to the other kind of registration */
  otherwise: ReactNode
}

/** The page of every registration: its form, and the ways to log in and to register otherwise. */
export function RegistrationPage<Answers extends Record<string, unknown>>({
  login,
  otherwise,
  ...form
}: RegistrationPageProps<Answers>) {
  return (
    <PublicShell aside={<RegistrationSteps current="Account" />}>
      <main id="main" className="page-width form-page">
        <div className="split">
          <div className="form">
            <RegistrationForm {...form} />
            <p className="dim">
              Already have an account? <Link to={login.to}>{login.label}</Link>
            </p>
            <p className="dim">{otherwise}</p>
          </div>
          <ScorePlate />
        </div>
      </main>
    </PublicShell>
  )
}

type RegistrationFormProps<Answers extends Record<string, unknown>> = {
  form: FormMetadata<Answers, string[]>
  title: string
  /** what a refusal is called */
  refusal?: string
  fields: { plan: FieldMeta; interval: FieldMeta; timeZone: FieldMeta; fax: FieldMeta }
  /** the address has an account: where its owner adds the school */
  addAt?: string
  /** for a person who is already logged in */
  onward?: { text: string; label: string; to: string }
  /** what to know before filling it in */
  notice?: ReactNode
  /** the visible fields */
  children: ReactNode
}

/** The form of both registrations: heading, error summary, and the hidden fields. */
function RegistrationForm<Answers extends Record<string, unknown>>({
  form,
  title,
  refusal,
  addAt,
  onward,
  fields,
  notice,
  children,
}: RegistrationFormProps<Answers>) {
  return (
    <>
      {refusal ? (
        <Toast tone="failed" title={refusal}>
          {(form.errors ?? Object.values(form.allErrors).flat()).join(" ")}
        </Toast>
      ) : null}
      <ErrorSummary form={form} title={refusal} />
      {addAt ? (
        <p>
          <a className="button primary" href={paths.login(addAt)}>
            Log in and add the school
          </a>
        </p>
      ) : null}
      <h1>{title}</h1>
      {onward ? (
        <CalloutText>
          {onward.text} <a href={onward.to}>{onward.label}</a>
        </CalloutText>
      ) : null}
      {notice}
      <Form
        method="post"
        className="form"
        data-forgets-approval=""
        data-failed={registrationFailure.title}
        data-failed-text={registrationFailure.text}
        {...getFormProps(form)}
      >
        <input type="hidden" name={fields.plan.name} defaultValue={submittedValue(fields.plan)} />
        <input type="hidden" name={fields.interval.name} defaultValue={submittedValue(fields.interval)} />
        <input type="hidden" name={fields.timeZone.name} data-time-zone="" />
        {/* a trap for programs that fill in everything they find */}
        <p hidden>
          <label>
            Fax, leave this empty
            <input id={fields.fax.id} name={fields.fax.name} tabIndex={-1} autoComplete="off" />
          </label>
        </p>
        {children}
        <SubmitButton pending="Creating your account…" wide label="Create account" />
      </Form>
    </>
  )
}
