import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { EnterButton } from "~/components/form/enter-button"
import { CheckField, DateField, Field, SelectField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { ActButton, PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { type FeeChange, FeeChanges } from "~/components/people/student/fee-changes"
import { type LeaveRules, leaveInShort } from "~/models/attendance/leave/leave-types"
import { leaveFeeText, leaveText } from "~/texts/attendance/leave"
import { countOf } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { LeaveState, type ShownLeave } from "./leave-state"

type Effect = {
  lessons: number
  marked: number
  fees: FeeChange[]
  names: string[]
  sign: string
}

type RecordLeaveProps = {
  day: string
  classes: { id: string; name: string }[]
  feePercent: number
  siblings: string[]
  currency: string
  answer?: { effect: Effect | null; result: SubmissionResult<string[]> }
}

/** The form that records a leave, with what it brings. */
export function RecordLeave({ day, classes, feePercent, siblings, currency, answer }: RecordLeaveProps) {
  const [form, fields] = useForm<
    Record<"startsOn" | "endsOn" | "classId" | "feePercent" | "reason" | "isForFamily", string | null>
  >({
    id: "record-leave",
    lastResult: answer?.result,
    defaultValue: { startsOn: day, feePercent: String(feePercent) },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <EnterButton intent="preview">Preview changes</EnterButton>
      <div className="columns">
        <DateField meta={fields.startsOn} label="First day" />
        <DateField meta={fields.endsOn} label="Last day" hint="Leave blank until it’s known" optional />
      </div>
      <SelectField
        meta={fields.classId}
        label="Classes"
        prompt="All classes"
        choices={classes.map(({ id, name }) => ({ value: id, label: name }))}
        optional
      />
      <Field
        meta={fields.feePercent}
        label="Monthly fee during the leave, in percent"
        hint="0 charges nothing for its days, 100 the full fee. A fee you set by hand stays. Single lessons aren’t charged."
        inputMode="numeric"
        maxLength={3}
      />
      <Field meta={fields.reason} label="Reason" hint="The family sees it" optional maxLength={200} />
      {siblings.length > 0 ? (
        <CheckField
          meta={fields.isForFamily}
          label={`Also for ${joinNames(siblings)}`}
          hint="From all of their classes"
        />
      ) : null}
      {answer?.effect ? (
        <>
          <LeaveEffect {...answer.effect} currency={currency} />
          <input type="hidden" name="seen" value={answer.effect.sign} />
        </>
      ) : null}
      <p className="buttons">
        <SubmitButton intent="preview" variant="secondary" pending="Checking…" label="Preview changes" />
        <SubmitButton intent="record" pending="Saving…" label="Record leave" />
      </p>
    </PostForm>
  )
}

function LeaveEffect({ lessons, marked, fees, names, currency }: Effect & { currency: string }) {
  return (
    <div role="status">
      <p>
        {`On leave: ${joinNames(names)}. ${countOf(lessons, "planned lesson")} won’t expect them. Spots are kept, and no one is emailed.`}
        {marked > 0 ? ` Attendance of ${countOf(marked, "lesson")} is taken and doesn’t change.` : ""}
      </p>
      <FeeChanges fees={fees} currency={currency} />
    </div>
  )
}

/** A leave that is recorded, with the forms that change and undo it. */
export function LeaveLine({ leave, result }: { leave: ShownLeave; result?: SubmissionResult<string[]> }) {
  const { id, kind, endsOn, feePercent, reason, state, answer } = leave
  const [form, fields] = useForm<Record<"leave" | "endsOn" | "feePercent", string | null>>({
    id: `leave-${id}`,
    lastResult: result,
    defaultValue: { endsOn, feePercent: String(feePercent) },
  })
  const isRecorded = state === "approved" && kind === "leave"
  return (
    <li className="flex-wrap">
      <span className="wrap-anywhere">
        <b>{leaveText(leave)}</b> <LeaveState {...leave} />
        <br />
        <span className="dim">
          {[isRecorded ? leaveFeeText(feePercent) : "", reason, answer && `Answer: ${answer}`]
            .filter(Boolean)
            .join(". ")}
        </span>
      </span>
      {isRecorded ? (
        <>
          <details className="disclosure no-print" open={result !== undefined}>
            <summary>Change</summary>
            <PostForm edits className="form" {...getFormProps(form)} sends={{ leave: id }}>
              <DateField meta={fields.endsOn} label="Last day" hint="Leave blank until it’s known" optional />
              <Field
                meta={fields.feePercent}
                label="Monthly fee during the leave, in percent"
                inputMode="numeric"
                maxLength={3}
              />
              <SubmitRow label="Save" intent="change-leave" pending="Saving…" />
            </PostForm>
          </details>
          <ActButton
            label="Undo leave"
            sends={{ leaves: id, seen: leaveInShort(leave) }}
            intent="undo-leave"
            pending="Undoing…"
            aria-label={`Undo ${leaveText(leave)}`}
          />
        </>
      ) : null}
    </li>
  )
}

/** The school's rules for leaves in their row of the policies. */
export function LeaveRulesForm({ rules, result }: { rules: LeaveRules; result?: SubmissionResult }) {
  const [form, fields] = useForm<Record<keyof LeaveRules, string | null>>({
    id: "leave-form",
    lastResult: result,
    defaultValue: {
      takesLeaveRequests: rules.takesLeaveRequests ? "on" : null,
      leaveNoticeDays: String(rules.leaveNoticeDays),
      endNoticeDays: String(rules.endNoticeDays),
      leaveFeePercent: String(rules.leaveFeePercent),
    },
  })
  return (
    <PartForm part="leave" form={form}>
      <CheckField
        meta={fields.takesLeaveRequests}
        label="Families ask for leaves and the end of lessons in the portal"
        hint="You approve each"
      />
      <div className="columns">
        <Field
          meta={fields.leaveNoticeDays}
          label="Notice for a leave, in days"
          inputMode="numeric"
          maxLength={3}
        />
        <Field
          meta={fields.endNoticeDays}
          label="Notice for the end, in days"
          inputMode="numeric"
          maxLength={3}
        />
        <Field
          meta={fields.leaveFeePercent}
          label="Monthly fee during a leave, in percent"
          inputMode="numeric"
          maxLength={3}
        />
      </div>
    </PartForm>
  )
}
