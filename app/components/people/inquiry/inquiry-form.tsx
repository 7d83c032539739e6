import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Form, useFormAction } from "@remix-run/react"
import type { ReactNode } from "react"
import { AddressFields } from "~/components/form/address-fields"
import { named } from "~/components/form/check-boxes"
import { DateField, Field, SegmentedField, SelectField, TextAreaField } from "~/components/form/field"
import { type FieldMeta, FieldRemarks } from "~/components/form/field-frame"
import { Honeypot } from "~/components/form/honeypot"
import { ErrorSummary, SubmitButton } from "~/components/form/post-form"
import { AnswerField } from "~/components/foundation/custom-field/answer-fields"
import { ConsentBoxes } from "~/components/people/consent/consent-boxes"
import type { AskedDocument } from "~/models/people/consent/consent"
import type {
  Ask,
  FormAudience,
  FormPurpose,
  Question,
} from "~/models/people/enrollment-form/enrollment-form"
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
import { emergencyHint } from "~/texts/people/emergency-contact"
import { noClassesLeft } from "~/texts/people/enrollment-form"
import { paths } from "~/utils/paths"

export type InquiryFormProps = {
  schoolName: string
  /** The form as it opens: what it is for, whom it asks about, and what it asks in which order. */
  purpose: FormPurpose
  forWhom: FormAudience
  questions: readonly Question[]
  instruments: readonly string[]
  /** Classes to choose one of: group classes with free spots, or full ones where the form is for waiting lists. */
  classes: readonly { id: string; name: string; times: string }[]
  /** Whether one of them is chosen. */
  needsClass: boolean
  /** The school’s page, and what it asks to agree to. */
  address: string
  documents: readonly AskedDocument[]
  /** The signed moment at which the page was drawn. */
  begun: string
  /** The school's own day: no one is born after it. */
  today: string
  /** What the link that led here was for. */
  campaign: string | null
  lastResult: SubmissionResult<string[]> | undefined
  isPreview: boolean
  /** What becomes of the request beside what every form says. */
  note?: string | null
  /** What stands before the person: the times to choose from. */
  before?: (metas: { time: FieldMeta }) => ReactNode
  /** What the button says. */
  send?: string
  /** It asks for one of the times in it, which is booked by the link that confirms it. */
  asksForTime?: boolean
}

const purposesFor = (hasClasses: boolean) =>
  inquiryPurposes
    .filter((value) => hasClasses || value !== "class")
    .map((value) => ({ value, label: purposeLabels[value] }))
const forWhomChoices = [
  { value: "child", label: "My child" },
  { value: "self", label: "Me, 18 or older" },
]
const heard = sources.map((value) => ({ value, label: sourceLabels[value] }))

type Fields = Record<
  Exclude<keyof Answers, "className" | "custom"> | "classId" | "time" | "begun",
  string
> & {
  custom: Record<string, string>
}

/** The form on which a stranger asks for lessons. Without scripts it is complete. */
export function InquiryForm({ purpose, forWhom, questions, before, send, ...rest }: InquiryFormProps) {
  const {
    lastResult,
    schoolName,
    isPreview,
    instruments,
    classes,
    address,
    documents,
    begun,
    today,
    campaign,
    needsClass,
    note,
    asksForTime,
  } = rest
  const [form, fields] = useForm<Fields>({ id: "inquiry", lastResult })
  const at = useFormAction()
  const custom = fields.custom.getFieldset()
  const carried = fields.campaign.initialValue ?? campaign
  // Whoever corrects an answer has read the form by then; what came too early or too late starts over.
  const began = (form.errors ? undefined : fields.begun.initialValue) ?? begun
  return (
    <>
      <div id="ask">
        <ErrorSummary form={form} />
      </div>
      {/* Without scripts a refused request is shown from here on, not from the top of a long page. */}
      <Form method="post" action={`${at}#ask`} className="form" {...getFormProps(form)}>
        <Honeypot />
        <input type="hidden" name={fields.begun.name} value={began} />
        {carried ? <input type="hidden" name={fields.campaign.name} value={carried} /> : null}
        {before?.({ time: fields.time })}
        {purpose === "any" ? (
          <SegmentedField
            meta={fields.purpose}
            label="What would you like?"
            choices={purposesFor(classes.length > 0)}
          />
        ) : null}
        {classes.length > 0 && offersClasses(purpose) ? (
          <ClassField meta={fields.classId} classes={classes} isFixed={needsClass} purpose={purpose} />
        ) : noClassesLeft[purpose] ? (
          <p>{noClassesLeft[purpose]}</p>
        ) : null}
        {forWhom === "any" ? (
          <SegmentedField meta={fields.forWhom} label="Who are the lessons for?" choices={forWhomChoices} />
        ) : null}
        <div className="columns">
          <Field
            meta={fields.firstName}
            label={forWhom === "self" ? "Your first name" : "Student’s first name"}
            maxLength={80}
          />
          <Field
            meta={fields.lastName}
            label={forWhom === "self" ? "Your last name" : "Student’s last name"}
            maxLength={80}
          />
        </div>
        {forWhom === "self" ? null : (
          <Field
            meta={fields.guardianName}
            label="Parent’s or guardian’s name"
            hint={forWhom === "any" ? "Needed when the student is under 18." : undefined}
            autoComplete="name"
            maxLength={120}
            optional={forWhom === "any"}
          />
        )}
        <Field
          meta={fields.email}
          label="Your email"
          type="email"
          autoComplete="email"
          spellCheck={false}
          maxLength={254}
        />
        {questions.map((question) => {
          const { key, isRequired, field } = question
          if (!field)
            return (
              <Asked
                key={key}
                meta={fields[key]}
                {...{ ask: key, optional: !isRequired, instruments, today, isAdult: forWhom === "self" }}
              />
            )
          const meta = custom[field.id]
          return meta ? <AnswerField key={key} field={field} meta={meta} /> : null
        })}
        <ConsentBoxes
          meta={fields.consents}
          documents={documents}
          hrefOf={(id) => paths.schoolDocument(address, id)}
        />
        {note ? <p>{note}</p> : null}
        <p>
          <SubmitButton pending="Sending…" disabled={isPreview}>
            {send ?? "Ask for lessons"}
          </SubmitButton>
        </p>
        <p className="small dim">
          {asksForTime
            ? "You book the time with the link we email you. Until then it isn’t held."
            : `${schoolName} gets your request once you’ve confirmed your email with the link we send you.`}
        </p>
      </Form>
    </>
  )
}

const offersClasses = (purpose: FormPurpose): boolean => purpose !== "lessons" && purpose !== "trial"

type AskedProps = Pick<InquiryFormProps, "instruments" | "today"> & {
  meta: FieldMetadata<string>
  ask: Ask
  optional: boolean
  isAdult: boolean
}

/** One of the standard questions. */
function Asked({ ask, meta, optional, instruments, today, isAdult }: AskedProps) {
  const shared = { meta, optional }
  switch (ask) {
    case "birthDate":
      return (
        <DateField {...shared} label={isAdult ? "Your birth date" : "Student’s birth date"} max={today} />
      )
    case "phone":
      return <Field {...shared} label="Your phone" type="tel" autoComplete="tel" maxLength={40} />
    case "homeAddress":
      return <AddressFields {...shared} label="Home address" hint="Street and house number" own />
    case "emergencyContact":
      return (
        <Field
          {...shared}
          label="Emergency contact"
          hint={emergencyHint}
          autoComplete="off"
          maxLength={300}
        />
      )
    case "instrument":
      return (
        <SelectField
          {...shared}
          label="Instrument"
          prompt={optional ? "Not decided yet" : "Choose one"}
          choices={named(instruments)}
        />
      )
    case "level":
      return (
        <SelectField
          {...shared}
          label="Level"
          prompt={optional ? "Not sure" : "Choose one"}
          choices={named(levels)}
        />
      )
    case "times":
      return <TimesField meta={meta} />
    case "message":
      return <TextAreaField {...shared} label="Anything else?" rows={4} maxLength={2000} />
    case "source":
      return <SelectField {...shared} label="How did you hear of us?" prompt="Choose one" choices={heard} />
  }
}

function ClassField({
  meta,
  classes,
  isFixed,
  purpose,
}: { meta: FieldMeta; isFixed: boolean } & Pick<InquiryFormProps, "classes" | "purpose">) {
  return (
    <SelectField
      meta={meta}
      label="Class"
      hint={isFixed || purpose === "camp" ? undefined : "If you’d like a class"}
      prompt={isFixed ? "Choose one" : "No class"}
      choices={classes.map(({ id, name, times }) => ({
        value: id,
        label: [name, times].filter(Boolean).join(", "),
      }))}
      optional={!isFixed}
    />
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
