import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, Field, SelectField, TextAreaField } from "~/components/form/field"
import { ActButton, PostForm, SubmitRow } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"
import { durationLabels, durations } from "~/models/platform/service/incident"

export const readOnlyFormId = "read-only"
export const maintenanceFormId = "maintenance"

const choices = durations.map((value) => ({ value, label: durationLabels[value] }))

type OpenNotice = { id: string; kind: "read-only" | "maintenance"; title: string; text: string }

/** The notices that everyone sees now, each with its end. */
export function OpenNotices({ notices }: { notices: OpenNotice[] }) {
  return notices.map(({ id, kind, title, text }) => (
    <Callout key={id} tone="amber">
      <p>
        <strong>{title}</strong> {text}
      </p>
      <ActButton
        label={kind === "read-only" ? "Turn read-only off" : "Remove notice"}
        sends={{ noticeId: id }}
        intent="end-notice"
        pending="Ending…"
      />
    </Callout>
  ))
}

/** The switch: what everyone reads, until when, and why. */
export function ReadOnlyForm({ result }: { result: SubmissionResult | undefined }) {
  const [form, fields] = useForm<{ minutes: string; text: string; reason: string }>({
    id: readOnlyFormId,
    lastResult: result,
    defaultValue: { minutes: "30" },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <p>
        Everyone can look things up, but nothing is saved. Jobs and emails wait. Staff pages keep working, and
        it stays on until you turn it off.
      </p>
      <SelectField
        meta={fields.minutes}
        label="Expected duration"
        hint="Shown to everyone as the end time."
        choices={choices}
      />
      <TextAreaField
        meta={fields.text}
        label="Message to everyone"
        hint="Leave blank for a standard message."
        rows={2}
        maxLength={300}
        optional
      />
      <TextAreaField
        meta={fields.reason}
        label="Internal reason"
        hint="Only staff can read this."
        rows={2}
        maxLength={500}
      />
      <SubmitRow label="Turn read-only on" intent="read-only" variant="danger" pending="Turning on…" />
    </PostForm>
  )
}

/** A notice above every page, before and during maintenance. */
export function MaintenanceForm({ result }: { result: SubmissionResult | undefined }) {
  const [form, fields] = useForm<{ day: string; time: string; minutes: string; text: string }>({
    id: maintenanceFormId,
    lastResult: result,
    defaultValue: { minutes: "60" },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <DateField meta={fields.day} label="Date" hint="UTC" />
      <Field meta={fields.time} label="Start time" hint="UTC" type="time" />
      <SelectField meta={fields.minutes} label="Duration" choices={choices} />
      <TextAreaField
        meta={fields.text}
        label="Message"
        hint="Leave blank for a standard message."
        rows={2}
        maxLength={300}
        optional
      />
      <SubmitRow
        label="Announce maintenance"
        intent="maintenance"
        variant="secondary"
        pending="Announcing…"
      />
    </PostForm>
  )
}
