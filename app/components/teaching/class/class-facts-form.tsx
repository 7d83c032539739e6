import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { EnterButton } from "~/components/form/enter-button"
import { DateField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import type { ClassFactsForm as Facts } from "~/models/teaching/class/class-form"
import { areLinesSearched, type LineOffers } from "~/models/teaching/line-offer/line-offer"
import type { Unstaffed } from "~/models/teaching/scheduled-teacher-change/scheduled-teacher-change"
import type { Recipients } from "~/models/teaching/session/rule-effect"
import type { Refused } from "~/models/teaching/session/slot-check"
import { formatDate } from "~/utils/formats"
import { ClashHelp } from "./clash-help"
import { ClassChangeEffect } from "./class-change-effect"
import { ClassFactsFields, OnlineLinkField } from "./class-facts-fields"

const laterText = ({ from, name }: { from: string; name: string | null }) =>
  `${name ?? "No teacher yet"} from ${formatDate(from, "medium")}.`

type FactsFormProps = {
  schoolClass: {
    name: string
    instrument: string | null
    teacherId: string | null
    later: { from: string; name: string | null } | null
    roomId: string | null
    onlineLink: string | null
    capacity: number
  }
  lines: LineOffers
  instruments: string[]
  isSolo: boolean
  answer:
    | {
        result: SubmissionResult | undefined
        lines: LineOffers | null
        refused: Refused | null
        given: { changed: number; told: Recipients; left: Unstaffed | null } | null
      }
    | undefined
}

/** A class's name, teacher, room and the like, with who hears of a new one. */
export function ClassFactsForm({ schoolClass, instruments, isSolo, answer, ...loaded }: FactsFormProps) {
  const lines = answer?.lines ?? loaded.lines
  const { name, instrument, teacherId, later, roomId, onlineLink, capacity } = schoolClass
  const [form, fields] = useForm<Record<keyof Facts, string>>({
    id: "class",
    lastResult: answer?.result,
    defaultValue: { name, instrument, teacherId, roomId, onlineLink, capacity: String(capacity) },
  })
  return (
    <section className="form" aria-label="Basics">
      <ErrorSummary form={form} />
      <PostForm edits className="form" {...getFormProps(form)}>
        {areLinesSearched(lines) ? (
          <EnterButton intent="save" formNoValidate>
            Save
          </EnterButton>
        ) : null}
        <input type="hidden" name="command" value="facts" />
        <ClassFactsFields {...{ fields, lines, instruments, isSolo }} />
        <OnlineLinkField meta={fields.onlineLink} />
        {isSolo ? null : (
          <DateField
            meta={fields.teacherFrom}
            label="New teacher from"
            hint={`${later ? `${laterText(later)} ` : ""}Leave blank to change the teacher now.`}
            optional
          />
        )}
        <p className="dim">
          Upcoming lessons with the old teacher or room get the new one, and their families and teachers get
          an email.
        </p>
        {answer?.given ? <ClassChangeEffect {...answer.given} /> : null}
        <ClashHelp refused={answer?.refused ?? null} meta={fields.overrideReason} />
        <p className="buttons">
          <SubmitButton intent="save" pending="Saving…" isMain label="Save" />
          <SubmitButton
            intent="preview"
            variant="secondary"
            pending="Checking…"
            label="Preview who gets an email"
          />
        </p>
      </PostForm>
    </section>
  )
}
