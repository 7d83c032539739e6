import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import { blockDayLabels, blockDays, type HoldKind } from "~/models/platform/abuse/block"
import { hasPlatformProvider, platformProvider } from "~/utils/payment-providers"

const holdFormId = (kind: HoldKind) => `hold-${kind}`

const texts: Record<HoldKind, { about: string; button: string; pending: string; message: string }> = {
  saving: {
    get about() {
      const text =
        "Every save by the school’s team and families is refused, and automatic work such as invoices and reminders waits. They can log in, look everything up and write to support."
      return hasPlatformProvider() ? `${text} Payments made at ${platformProvider} are still recorded.` : text
    },
    button: "Make read-only",
    pending: "Making read-only…",
    message: "Shown above every page of the school. Leave blank for a standard message.",
  },
  deletion: {
    about:
      "The school’s data isn’t deleted while the hold lasts, even when a deletion was requested and its 30 days are over. Erasing a person and undoing an import are refused, too.",
    button: "Set legal hold",
    pending: "Setting hold…",
    message: "Written to the school’s activity. Leave blank to keep it from the school.",
  },
}

/** Makes one school read-only, or keeps its data. */
export function HoldForm({ kind, result }: { kind: HoldKind; result: SubmissionResult | undefined }) {
  const [form, fields] = useForm<{ days: string; reason: string; message: string }>({
    id: holdFormId(kind),
    lastResult: result,
    defaultValue: { days: kind === "saving" ? "1" : "until-lifted" },
  })
  const { about, button, pending, message } = texts[kind]
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <p>{about}</p>
      <input type="hidden" name="kind" value={kind} />
      <SelectField
        meta={fields.days}
        label="Duration"
        choices={blockDays.map((value) => ({ value, label: blockDayLabels[value] }))}
      />
      <TextAreaField
        meta={fields.reason}
        label="Internal reason"
        hint="Only staff can read this."
        rows={2}
        maxLength={500}
      />
      <TextAreaField
        meta={fields.message}
        label="Message to the school"
        hint={message}
        optional
        rows={2}
        maxLength={300}
      />
      <p>
        <SubmitButton intent="hold" variant={kind === "saving" ? "danger" : "secondary"} pending={pending}>
          {button}
        </SubmitButton>
      </p>
    </PostForm>
  )
}
