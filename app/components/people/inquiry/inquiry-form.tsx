import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Form } from "@remix-run/react"
import { named } from "~/components/form/check-boxes"
import { SegmentedField, SelectField } from "~/components/form/choice-fields"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { type FieldMeta, FieldRemarks } from "~/components/form/field-frame"
import { Honeypot } from "~/components/form/honeypot"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import type { AskedDocument } from "~/models/people/consent/consent"
import {
  dayPartKeys,
  dayParts,
  inquiryPurposes,
  levels,
  purposeLabels,
  shortDays,
  sourceLabels,
  sources,
} from "~/models/people/inquiry/inquiry"
import type { InquiryForm as Answers } from "~/models/people/inquiry/inquiry-form"
import type { Ask } from "~/models/people/school-page/school-page"
import { paths } from "~/utils/paths"

type InquiryFormProps = {
  schoolName: string
  instruments: readonly string[]
  asks: readonly Ask[]
  /** The group classes that have spots. */
  classes: readonly { id: string; name: string; times: string }[]
  /** The school’s page, and what it asks to agree to. */
  address: string
  documents: readonly AskedDocument[]
  /** The signed moment at which the page was drawn. */
  begun: string
  /** The school's own day: no one is born after it. */
  today: string
  lastResult: SubmissionResult<string[]> | undefined
  isPreview: boolean
}

const purposesFor = (hasClasses: boolean) =>
  inquiryPurposes
    .filter((value) => hasClasses || value !== "class")
    .map((value) => ({ value, label: purposeLabels[value] }))
const forWhom = [
  { value: "child", label: "My child" },
  { value: "self", label: "Me, 18 or older" },
]
const heard = sources.map((value) => ({ value, label: sourceLabels[value] }))

/** The form on which a stranger asks for lessons. Without scripts it is complete. */
export function InquiryForm({
  asks,
  instruments,
  classes,
  address,
  documents,
  begun,
  today,
  ...rest
}: InquiryFormProps) {
  const { lastResult, schoolName, isPreview } = rest
  const [form, fields] = useForm<Record<Exclude<keyof Answers, "className"> | "classId", string>>({
    id: "inquiry",
    lastResult,
  })
  const asked = new Set(asks)
  return (
    <>
      <ErrorSummary form={form} />
      <Form method="post" className="form" {...getFormProps(form)}>
        <Honeypot />
        <input type="hidden" name="begun" value={begun} />
        <SegmentedField
          meta={fields.purpose}
          label="What would you like?"
          choices={purposesFor(classes.length > 0)}
        />
        {classes.length > 0 ? <ClassField meta={fields.classId} classes={classes} /> : null}
        <SegmentedField meta={fields.forWhom} label="Who are the lessons for?" choices={forWhom} />
        <div className="columns">
          <Field meta={fields.firstName} label="Student’s first name" maxLength={80} />
          <Field meta={fields.lastName} label="Student’s last name" maxLength={80} />
        </div>
        {asked.has("birthDate") ? (
          <DateField meta={fields.birthDate} label="Student’s birth date" max={today} optional />
        ) : null}
        <Field
          meta={fields.guardianName}
          label="Parent’s or guardian’s name"
          hint="Needed when the student is under 18."
          autoComplete="name"
          maxLength={120}
          optional
        />
        <div className="columns">
          <Field
            meta={fields.email}
            label="Your email"
            type="email"
            autoComplete="email"
            spellCheck={false}
            maxLength={254}
          />
          {asked.has("phone") ? (
            <Field
              meta={fields.phone}
              label="Your phone"
              type="tel"
              autoComplete="tel"
              maxLength={40}
              optional
            />
          ) : null}
        </div>
        <div className="columns">
          {asked.has("instrument") && instruments.length > 0 ? (
            <SelectField
              meta={fields.instrument}
              label="Instrument"
              prompt="Not decided yet"
              choices={named(instruments)}
              optional
            />
          ) : null}
          {asked.has("level") ? (
            <SelectField
              meta={fields.level}
              label="Level"
              prompt="Not sure"
              choices={named(levels)}
              optional
            />
          ) : null}
        </div>
        {asked.has("times") ? <TimesField meta={fields.times} /> : null}
        {asked.has("message") ? (
          <TextAreaField meta={fields.message} label="Anything else?" rows={4} maxLength={2000} optional />
        ) : null}
        {asked.has("source") ? (
          <SelectField
            meta={fields.source}
            label="How did you hear of us?"
            prompt="Choose one"
            choices={heard}
            optional
          />
        ) : null}
        <ConsentBoxes meta={fields.consents} address={address} documents={documents} />
        <p>
          <SubmitButton pending="Sending…" disabled={isPreview}>
            Ask for lessons
          </SubmitButton>
        </p>
        <p className="small dim">
          {schoolName} gets your request once you’ve confirmed your email with the link we send you.
        </p>
      </Form>
    </>
  )
}

function ClassField({ meta, classes }: { meta: FieldMeta } & Pick<InquiryFormProps, "classes">) {
  return (
    <SelectField
      meta={meta}
      label="Class"
      hint="If you’d like a class"
      prompt="No class"
      choices={classes.map(({ id, name, times }) => ({ value: id, label: `${name}, ${times}` }))}
      optional
    />
  )
}

/** What the school asks to agree to: a line is its own label, a longer text opens beside the form. */
function ConsentBoxes({
  meta,
  address,
  documents,
}: { meta: FieldMeta } & Pick<InquiryFormProps, "address" | "documents">) {
  const chosen: unknown[] = [meta.initialValue].flat()
  if (documents.length === 0) return null
  return (
    <fieldset
      id={meta.id}
      tabIndex={-1}
      className={meta.errors ? "field invalid" : "field"}
      aria-describedby={meta.errors ? meta.errorId : undefined}
    >
      <legend>Consents</legend>
      <FieldRemarks meta={meta} />
      {documents.map(({ id, versionId, title, line, isNeeded }) => (
        <label className="checkbox" key={id}>
          <input
            type="checkbox"
            name={meta.name}
            value={versionId}
            required={isNeeded}
            defaultChecked={chosen.includes(versionId)}
          />
          <span>
            {line ?? (
              <>
                I agree:{" "}
                <a href={paths.schoolDocument(address, id)} target="_blank" rel="noopener">
                  {title}
                </a>
              </>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** When lessons could be, by day and part of the day. */
function TimesField({ meta }: { meta: FieldMeta }) {
  const chosen: unknown[] = [meta.initialValue].flat()
  return (
    <fieldset
      id={meta.id}
      tabIndex={-1}
      className={meta.errors ? "field invalid" : "field"}
      aria-describedby={meta.errors ? meta.errorId : undefined}
    >
      <legend>When could lessons be?</legend>
      <FieldRemarks meta={meta} />
      <table className="times-table">
        <thead>
          <tr>
            <td />
            {dayPartKeys.map((part) => (
              <th key={part} scope="col">
                {dayParts[part]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shortDays.map(({ label, weekday }) => (
            <tr key={weekday}>
              <th scope="row">{label}</th>
              {dayPartKeys.map((part) => (
                <td key={part}>
                  <label>
                    <input
                      type="checkbox"
                      name={meta.name}
                      value={`${weekday}-${part}`}
                      aria-label={`${label} ${dayParts[part]}`}
                      defaultChecked={chosen.includes(`${weekday}-${part}`)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  )
}
