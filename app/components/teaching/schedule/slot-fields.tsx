import { DateField, Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { SubmitRow } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"
import type { LineOffers } from "~/models/teaching/line-offer/line-offer"
import type { Refused } from "~/models/teaching/session/slot-check"
import { LineFields } from "./line-fields"

type SlotFieldsProps = {
  fields: Record<"date" | "startTime" | "teacherId" | "roomId", FieldMeta>
  minutes?: FieldMeta
  /** What a blank length means, where it may be left blank. */
  noMinutes?: string
  lines: LineOffers
  /** what no choice of teacher or room means */
  open: { teacher: string; room: string }
  isSolo: boolean
}

/** When and where a lesson is, and its teacher. */
export function SlotFields({ fields, minutes, noMinutes, lines, open, isSolo }: SlotFieldsProps) {
  return (
    <>
      <div className="columns">
        <DateField meta={fields.date} label="Date" />
        <Field meta={fields.startTime} label="Start" type="time" />
        {minutes ? (
          <Field
            meta={minutes}
            label="Minutes"
            hint={noMinutes}
            optional={noMinutes !== undefined}
            type="number"
            inputMode="numeric"
            min={5}
            max={600}
          />
        ) : null}
      </div>
      <div className="columns">
        <LineFields fields={fields} lines={lines} open={open} isSolo={isSolo} />
      </div>
    </>
  )
}

/** The reason that allows a double booking or another hour; renders nothing where none is allowed. */
export function OverrideFields({ refused, meta }: { refused: Refused | null; meta: FieldMeta }) {
  if (!refused?.mayOverride) return null
  return (
    <Callout tone="amber">
      <Field
        meta={meta}
        label="Reason to schedule it anyway"
        hint="Saved with the lesson and in the activity."
        optional
        maxLength={200}
      />
      <SubmitRow label="Schedule it anyway" variant="secondary" intent="override" pending="Saving…" />
    </Callout>
  )
}
