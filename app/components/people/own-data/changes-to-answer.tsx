import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { EnterButton } from "~/components/form/enter-button"
import { Field } from "~/components/form/field"
import { ActButton, PostForm, SubmitRow } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

type Change = {
  id: string
  studentId: string | null
  familyId: string
  name: string
  label: string
  before: string | null
  after: string | null
  /** What it is now, where the school has changed it since. */
  since: { text: string | null } | null
  seen: string
  isGone: boolean
  isAlone: boolean
  askedBy: string | null
  on: string
  answeredOn: string | null
  state: "asked" | "approved" | "declined" | "withdrawn"
  answer: string | null
}

type Refused = { one: string; result: SubmissionResult<string[]> }

/** The form of one change, or of many where it names none. */
export const answerFormId = (changeId: string) => (changeId ? `decline-${changeId}` : "many")

type ChangesProps = { changes: Change[]; mayAnswer: boolean; refused: Refused | undefined }

/** What waits, each with what it is and what it would be; the boxes belong to the form for many below. */
export function ChangesToAnswer({ changes, mayAnswer, refused }: ChangesProps) {
  return (
    <>
      <ul className="rows">
        {changes.map((change) => (
          <li key={change.id}>
            <span>
              {mayAnswer && !change.since && !change.isGone && !change.isAlone ? (
                <label className="checkbox">
                  <input type="checkbox" name="change" value={change.id} form={answerFormId("")} />
                  <span className="visually-hidden">
                    Select {change.label} of {change.name}
                  </span>
                </label>
              ) : null}
              <ChangeText change={change} />
            </span>
            {mayAnswer ? (
              <AnswerButtons
                change={change}
                result={refused?.one === change.id ? refused.result : undefined}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {mayAnswer && changes.some(({ isAlone }) => !isAlone) ? (
        <Many result={refused?.one === "" ? refused.result : undefined} />
      ) : null}
    </>
  )
}

function ChangeText({ change }: { change: Change }) {
  const { name, studentId, familyId, label, before, after, since, isGone, askedBy, on } = change
  return (
    <span className="wrap-anywhere">
      <Link to={studentId ? paths.student(studentId) : paths.familyRecord(familyId)}>{name}</Link>:{" "}
      <b>{label}</b>
      <br />
      <span className="dim">{before ?? "Blank"}</span> → <b>{after ?? "Blank"}</b>
      <br />
      <span className="small dim">
        Asked by {askedBy ?? "a former member"} on {formatDate(on, "medium")}
      </span>
      {isGone ? (
        <CalloutText tone="red">The person or the field no longer exists. Decline the change.</CalloutText>
      ) : since ? (
        <CalloutText tone="amber">
          Your school has changed this. Now: <b>{since.text ?? "Blank"}</b>
        </CalloutText>
      ) : null}
    </span>
  )
}

function AnswerButtons({
  change,
  result,
}: {
  change: Change
  result: SubmissionResult<string[]> | undefined
}) {
  const { id, name, label, seen, since, isGone } = change
  const [form, fields] = useForm<{ answer: string }>({ id: answerFormId(id), lastResult: result })
  return (
    <div className="buttons">
      {isGone ? null : (
        <ActButton
          label={since ? "Approve anyway" : "Approve"}
          sends={{ one: id, seen }}
          intent="approve"
          pending="Saving…"
          variant={since ? "secondary" : "primary"}
          aria-label={`Approve ${label} of ${name}`}
        />
      )}
      <details open={result !== undefined}>
        <summary>Decline…</summary>
        <PostForm className="form" {...getFormProps(form)} sends={{ one: id }}>
          <Field meta={fields.answer} label="Reason, which the family reads" maxLength={200} />
          <SubmitRow
            label="Decline change"
            intent="decline"
            variant="danger"
            pending="Declining…"
            aria-label={`Decline ${label} of ${name}`}
          />
        </PostForm>
      </details>
    </div>
  )
}

/** One answer to those that are ticked. */
function Many({ result }: { result: SubmissionResult<string[]> | undefined }) {
  const [form, fields] = useForm<{ answer: string }>({ id: answerFormId(""), lastResult: result })
  return (
    <section className="section" aria-labelledby="many-title">
      <h2 id="many-title">Answer selected changes</h2>
      <PostForm className="form" {...getFormProps(form)}>
        <EnterButton intent="decline-many">Decline selected</EnterButton>
        <SubmitRow label="Approve selected" intent="approve-many" pending="Saving…" formNoValidate />
        <Field
          meta={fields.answer}
          label="Reason to decline"
          hint="The family reads it."
          maxLength={200}
          optional
        />
        <SubmitRow label="Decline selected" intent="decline-many" variant="danger" pending="Declining…" />
      </PostForm>
    </section>
  )
}

/** What was answered last. */
export function AnsweredChanges({ changes }: { changes: Change[] }) {
  return (
    <section className="section" aria-labelledby="answered">
      <h2 id="answered">Answered lately</h2>
      <ul className="rows">
        {changes.map(({ id, name, label, before, after, state, answer, answeredOn }) => (
          <li key={id}>
            <span className="wrap-anywhere">
              {name}: {label}, {before ?? "Blank"} → {after ?? "Blank"}
            </span>{" "}
            <span className="dim">
              {state === "approved" ? "Approved" : "Declined"}
              {answeredOn ? ` on ${formatDate(answeredOn, "medium")}` : ""}
              {answer ? `: ${answer}` : ""}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
