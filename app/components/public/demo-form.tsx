import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Form } from "@remix-run/react"
import { SelectField } from "~/components/form/choice-fields"
import { ErrorSummary } from "~/components/form/error-summary"
import { Field } from "~/components/form/field"
import { Honeypot } from "~/components/form/honeypot"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import {
  type CountryCode,
  choicesOf,
  countryCodeLabel,
  countryCodes,
  demoFailure,
  demoTimes,
  demoTimeZones,
  schoolRoles,
  schoolSizes,
  teacherNumbers,
} from "~/models/platform/demo-request/demo-options"
import type { DemoRequestForm } from "~/models/platform/demo-request/demo-request-form"
import { paths } from "~/utils/paths"

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
export function DemoForm({ lastResult, refusal, countryCode, geolocation }: DemoFormProps) {
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
          <SubmitButton pending="Sending...">Request Demo</SubmitButton>
          <a className="button" href={paths.landing()} data-dialog-close="">
            Cancel
          </a>
        </p>
      </Form>
    </>
  )
}
