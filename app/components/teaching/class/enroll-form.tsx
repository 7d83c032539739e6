import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SegmentedField } from "~/components/form/choice-fields"
import { EnterButton } from "~/components/form/enter-button"
import { DateField, Field } from "~/components/form/field"
import { submittedValue } from "~/components/form/field-frame"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import type { EnrolledEffect } from "~/models/teaching/class/class-effects"
import type { EnrollForm as EnrollFields } from "~/models/teaching/class/class-form"
import type { Price } from "~/models/teaching/price/price"
import type { Refused } from "~/models/teaching/session/slot-refusals"
import { ClashHelp } from "./clash-help"
import { priceText } from "./class-labels"
import { EnrolledLines } from "./enrolled-lines"
import { PrerequisiteReason } from "./prerequisite-reason"
import { StudentTicks } from "./student-ticks"

type EnrollFormProps = {
  answer?: {
    result: SubmissionResult<string[]>
    refused: Refused | null
    effect: EnrolledEffect[] | null
    chosen: string[]
  }
  offered: { id: string; name: string; about: string }[]
  searched: string
  price: Price | null
  day: string
  currency: string
  seesPrices: boolean
}

/** Enrolls students in a class: search, select, preview the cost, enroll. */
export function EnrollForm({ answer, offered, searched, price, day, currency, seesPrices }: EnrollFormProps) {
  const [form, fields] = useForm<Record<keyof EnrollFields | "search", string>>({
    id: "enroll",
    lastResult: answer?.result,
    defaultValue: { startsOn: day },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <EnterButton intent="save">Enroll students</EnterButton>
      <StudentTicks
        search={fields.search}
        students={fields.students}
        offered={offered}
        chosen={answer?.chosen ?? []}
        searched={searched}
      />
      <div className="columns">
        <DateField meta={fields.startsOn} label="From" />
        {seesPrices ? (
          <Field
            meta={fields.amount}
            label="Custom price"
            hint={price ? `Leave blank for the class price, ${priceText(price, currency)}.` : undefined}
            optional
            inputMode="decimal"
            maxLength={20}
          />
        ) : null}
      </div>
      {answer?.effect ? (
        <Callout>
          <EnrolledLines effect={answer.effect} currency={currency} seesPrices={seesPrices} />
        </Callout>
      ) : null}
      {answer?.effect?.some(({ paused }) => paused) ||
      fields.paused.errors ||
      submittedValue(fields.paused) ? (
        <SegmentedField
          meta={fields.paused}
          label="Paused students"
          choices={[
            { value: "resume", label: "Resume from the first day" },
            { value: "keep", label: "Keep paused" },
          ]}
        />
      ) : null}
      <PrerequisiteReason meta={fields.prerequisiteReason} />
      <ClashHelp refused={answer?.refused ?? null} meta={fields.overrideReason} />
      <p className="buttons">
        <SubmitButton intent="save" pending="Enrolling…">
          Enroll students
        </SubmitButton>
        <SubmitButton intent="preview" variant="secondary" pending="Checking…">
          {seesPrices ? "Preview cost" : "Preview lessons"}
        </SubmitButton>
      </p>
    </PostForm>
  )
}
