import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { Field, SelectField, TextAreaField } from "~/components/form/field"
import { Honeypot, honeypotName } from "~/components/form/honeypot"
import { ErrorSummary, SubmitButton } from "~/components/form/post-form"
import { PublicShell } from "~/components/public/public-shell"
import { siteFooter } from "~/components/public/site-footer"
import { Toast } from "~/components/ui/toast"
import { allowAnyone } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { answerDemoRequest, visitorCountry } from "~/http/visitors.server"
import {
  type CountryCode,
  choicesOf,
  codeOfCountry,
  countryCodeLabel,
  countryCodeOf,
  countryCodes,
  demoFailure,
  demoTimes,
  demoTimeZones,
  schoolRoles,
  schoolSizes,
  teacherNumbers,
} from "~/models/platform/demo-request/demo-options"
import { DemoRequestForm } from "~/models/platform/demo-request/demo-request-form"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"

export function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  const { GEOLOCATION_URL } = env()
  return {
    sent: new URL(request.url).searchParams.has("sent"),
    countryCode: countryCodeOf(visitorCountry(request)),
    geolocation: GEOLOCATION_URL ? { url: GEOLOCATION_URL, codes: codeOfCountry() } : undefined,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  const form = await request.formData()
  const sent = redirect(`${paths.demoRequest()}?sent=yes`, 303)
  if (form.get(honeypotName)) return sent
  const submission = readForm(form, { schema: DemoRequestForm })
  if (submission.status !== "success") return invalid(submission)
  const answer = await answerDemoRequest(request, submission.value)
  return answer.ok ? sent : invalid(submission, { form: answer.message }, answer.status, answer.title)
}

export const meta: MetaFunction = () =>
  publicMeta({
    title: "Request a demo · Tutti",
    description: "See Tutti with your own schedule in a 30-minute video call.",
    path: paths.demoRequest(),
  })

export default function DemoRequest() {
  const { sent, countryCode, geolocation } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <PublicShell footer={siteFooter}>
      <main className="page-width form-page" id="main">
        <div className="split" id="demo-request" data-in-place="">
          <div className="section">
            <h1>See Tutti with your own schedule</h1>
            <p className="dim">
              A 30-minute video call with lessons like yours. We’ll contact you within 24 hours to find a
              time.
            </p>
          </div>
          {sent ? (
            <div className="form">
              <Toast title="Demo request submitted!">
                We'll contact you within 24 hours to schedule your personalized demo.
              </Toast>
              <p>
                <a className="button" href={paths.landing()}>
                  Back to the home page
                </a>
              </p>
            </div>
          ) : (
            <div className="form">
              <DemoForm
                lastResult={answer?.result}
                refusal={answer?.title}
                countryCode={countryCode}
                geolocation={geolocation}
              />
            </div>
          )}
        </div>
      </main>
    </PublicShell>
  )
}

const codeChoices = countryCodes.map((code) => ({ value: code, label: countryCodeLabel(code) }))

type DemoFormProps = {
  lastResult?: SubmissionResult<string[]>
  /** what a refusal is called */
  refusal?: string
  countryCode?: CountryCode
  /** the service that the browser may ask for its country, and the phone code of each country */
  geolocation?: { url: string; codes: Record<string, CountryCode> }
}

/** Everything a demonstration is prepared from, in the four sections of the specification. */
function DemoForm({ lastResult, refusal, countryCode, geolocation }: DemoFormProps) {
  const [form, fields] = useForm<DemoRequestForm>({ id: "demo", lastResult, defaultValue: { countryCode } })
  return (
    <>
      <ErrorSummary form={form} title={refusal} />
      <Form
        method="post"
        action={paths.demoRequest()}
        className="form"
        data-failed={demoFailure.title}
        data-failed-text={demoFailure.text}
        data-geolocation={geolocation?.url}
        data-codes={geolocation && JSON.stringify(geolocation.codes)}
        {...getFormProps(form)}
      >
        <Honeypot />
        <h2>Contact Information</h2>
        <div className="columns">
          <Field meta={fields.fullName} label="Full name" autoComplete="name" />
          <Field meta={fields.email} label="Email" type="email" autoComplete="email" spellCheck={false} />
          <SelectField
            meta={fields.countryCode}
            label="Country code"
            choices={codeChoices}
            prompt="Select one"
            autoComplete="tel-country-code"
          />
          <Field meta={fields.phone} label="Phone" inputMode="tel" autoComplete="tel-national" />
        </div>
        <h2>School Information</h2>
        <div className="columns">
          <Field meta={fields.schoolName} label="School name" autoComplete="organization" />
          <SelectField
            meta={fields.role}
            label="Your role"
            choices={choicesOf(schoolRoles)}
            prompt="Select one"
          />
          <SelectField
            meta={fields.schoolSize}
            label="Students"
            choices={choicesOf(schoolSizes)}
            prompt="Select one"
          />
          <SelectField
            meta={fields.numberOfTeachers}
            label="Teachers"
            choices={choicesOf(teacherNumbers)}
            prompt="Select one"
          />
        </div>
        <Field meta={fields.currentSoftware} label="Current software" optional />
        <h2>Scheduling Preferences</h2>
        <div className="columns">
          <SelectField
            meta={fields.preferredTime}
            label="Preferred time"
            choices={choicesOf(demoTimes)}
            prompt="Select one"
          />
          <SelectField
            meta={fields.timezone}
            label="Time zone"
            choices={choicesOf(demoTimeZones)}
            prompt="Select one"
          />
        </div>
        <h2>Additional Information</h2>
        <Field meta={fields.specificInterests} label="What matters most?" optional />
        <TextAreaField meta={fields.additionalInfo} label="Anything else?" optional />
        <p className="buttons">
          <SubmitButton pending="Sending..." label="Request Demo" />
          <a className="button" href={paths.landing()} data-dialog-close="">
            Cancel
          </a>
        </p>
      </Form>
    </>
  )
}
