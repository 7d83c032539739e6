import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { EnterButton } from "~/components/form/enter-button"
import { DateField, SegmentedField } from "~/components/form/field"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import type { RuleFields as Fields } from "~/models/teaching/class/class-form"
import type { FirstLessons, RuleEffect } from "~/models/teaching/session/rule-effect"
import type { SkippedTime } from "~/models/teaching/session/skipped-time"
import type { Refused } from "~/models/teaching/session/slot-check"
import { ClashHelp } from "./clash-help"
import { LeaveOut } from "./leave-out"
import { laterWeeks, RotatingTimes } from "./rotating-times"
import { FirstSessions, RuleEffectNote } from "./rule-effect"
import { RuleFields, selectedDays } from "./rule-fields"

type RuleFormProps = {
  /** absent: a new weekly time */
  rule?: { id: string; weekdays: string[]; everyWeeks: string; startTime: string; minutes: number }
  answer?: {
    result: SubmissionResult<string[]>
    refused: Refused | null
    effect: RuleEffect | null
    made: FirstLessons | null
    skipped: readonly SkippedTime[]
    leavesClashing: boolean
  }
  day: string
  /** true for the page's main form, whose button is the primary one */
  isMain: boolean
}

/** A weekly time, new or changed from a day on, with a preview of what that changes. */
export function RuleForm({ rule, answer, day, isMain }: RuleFormProps) {
  const variant = isMain ? "primary" : "secondary"
  const isShown = Boolean(answer?.effect ?? answer?.made)
  const [form, fields] = useForm<Fields>({
    id: rule ? `rule-${rule.id}` : "rule",
    lastResult: answer?.result,
    defaultValue: {
      scope: "all",
      from: rule ? undefined : day,
      weekdays: rule?.weekdays ?? [],
      everyWeeks: rule?.everyWeeks ?? "1",
      startTime: rule?.startTime ?? "",
      minutes: String(rule?.minutes ?? 45),
      rotation: rule ? undefined : laterWeeks.map(() => ""),
    },
  })
  return (
    <PostForm edits={rule !== undefined} className="form group" {...getFormProps(form)}>
      <EnterButton intent="preview">Preview changes</EnterButton>
      {rule ? (
        <>
          <input type="hidden" name="scheduleId" value={rule.id} />
          <SegmentedField
            meta={fields.scope}
            label="Change"
            choices={[
              { value: "all", label: "All upcoming lessons" },
              { value: "following", label: "From a date" },
            ]}
          />
        </>
      ) : (
        <input type="hidden" name="scope" value="following" />
      )}
      <RuleFields fields={fields} selected={selectedDays(fields.weekdays.initialValue)} />
      <div className={rule ? "columns hidden group-has-[[value=following]:checked]:grid" : "columns"}>
        <DateField
          meta={fields.from}
          label={rule ? "From" : "First day"}
          hint={rule ? fromHint(rule.everyWeeks) : undefined}
          optional={Boolean(rule)}
          min={day}
        />
        {rule ? null : <DateField meta={fields.endsOn} label="Last day" optional min={day} />}
      </div>
      {rule ? null : <RotatingTimes id={fields.rotation.id} metas={fields.rotation.getFieldList()} />}
      {answer?.effect ? <RuleEffectNote effect={answer.effect} /> : null}
      {answer?.made ? <FirstSessions {...answer.made} day={day} skipped={answer.skipped} /> : null}
      <LeaveOut meta={fields.leavesClashing} answer={answer} isNew={!rule} />
      <ClashHelp
        refused={answer?.refused ?? null}
        meta={fields.overrideReason}
        days={selectedDays(fields.weekdays.initialValue)}
      />
      <p className="buttons">
        <SubmitButton
          intent="preview"
          variant={isShown ? "secondary" : variant}
          pending="Checking…"
          label="Preview changes"
        />
        <SubmitButton intent="save" variant={isShown ? variant : "secondary"} pending="Saving…">
          {rule ? "Change weekly time" : "Add weekly time"}
        </SubmitButton>
      </p>
    </PostForm>
  )
}

const fromHint = (everyWeeks: string): string =>
  everyWeeks === "1"
    ? "The lesson on this date and all later ones."
    : "The lesson on this date and all later ones. Each keeps its weeks."
