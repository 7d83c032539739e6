import { type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { EditablePart } from "~/components/ui/editable-part"
import { paths } from "~/utils/paths"

export type Choices = {
  state: "no-account" | "child" | "off" | "code" | "on"
  phone: string | null
  /** When they agreed, as text. */
  agreed: string | null
  isStopped: boolean
  words: string
}

export type TextResults = Record<"agree-texts" | "text-code", SubmissionResult | undefined>

type OwnTextsPartProps = { choices: Choices; isOffice: boolean; results: TextResults }

const about = "A short text to your phone when something can’t wait for your email."

/** A person’s own text messages: the number, and that they agree. */
export function OwnTextsPart({ choices, isOffice, results }: OwnTextsPartProps) {
  const { state, phone, agreed } = choices
  if (state === "no-account" || state === "child")
    return (
      <EditablePart id="own-texts" title="Text messages" isFixed text={<Missing {...{ state, isOffice }} />}>
        {null}
      </EditablePart>
    )
  if (state === "on")
    return (
      <EditablePart
        id="own-texts"
        title="Text messages"
        about={about}
        facts={[
          ["Number", phone],
          ["You agreed", agreed],
        ]}
        edit="Change number"
        isAnswered={results["agree-texts"] !== undefined}
        below={<TurnOff />}
      >
        <ConsentForm choices={choices} result={results["agree-texts"]} />
      </EditablePart>
    )
  return (
    <EditablePart
      id="own-texts"
      title="Text messages"
      about={about}
      edit={state === "off" ? "Turn on" : "Change number"}
      isAnswered={results["agree-texts"] !== undefined}
      facts={state === "off" ? [["Text messages", "Off"]] : [["Number", phone]]}
      below={state === "code" ? <CodeForm phone={phone} result={results["text-code"]} /> : null}
    >
      <ConsentForm choices={choices} result={results["agree-texts"]} />
    </EditablePart>
  )
}

function Missing({ state, isOffice }: { state: "no-account" | "child"; isOffice: boolean }) {
  if (state === "child") return <p>Text messages about your lessons go to your guardians.</p>
  return isOffice ? (
    <p>
      Your school can’t send text messages yet. Connect a Twilio account under{" "}
      <Link to={`${paths.schoolSettings()}#texts`}>School settings</Link> first.
    </p>
  ) : (
    <p>Your school doesn’t send text messages yet. You get emails and notifications.</p>
  )
}

function TurnOff() {
  return (
    <PostForm>
      <SubmitButton
        intent="end-texts"
        variant="secondary"
        pending="Turning off…"
        label="Turn off text messages"
      />
    </PostForm>
  )
}

/** Whose phone it is, where it is a child's. */
type OfChild = { id: string; firstName: string }
const whoseId = (child?: OfChild) =>
  child ? <input type="hidden" name="studentId" value={child.id} /> : null
export const partOf = (child?: Pick<OfChild, "id">) => (child ? `texts-${child.id}` : "own-texts")

/** The forms of a child’s phone, by whether it asks for a code or takes one. */
export const childFormId = (id: string, isCode: boolean) => `${isCode ? "code" : "agree"}-${partOf({ id })}`

type ConsentFormProps = {
  choices: Pick<Choices, "isStopped" | "words">
  result?: SubmissionResult
  child?: OfChild & { ownPhone: string | null }
}

export function ConsentForm({ choices, result, child }: ConsentFormProps) {
  const part = partOf(child)
  const [form, fields] = useForm<Record<"phone" | "agrees", string | null>>({
    id: child ? childFormId(child.id, false) : "agree-texts-form",
    lastResult: result,
    defaultValue: { phone: child?.ownPhone },
  })
  return (
    <PartForm part={part} intent="agree-texts" form={form} save="Text me a code" pending="Sending…" adds>
      {whoseId(child)}
      {choices.isStopped ? (
        <CalloutText tone="amber">
          {child ? `${child.firstName}’s phone` : "You"} replied STOP to your school’s number. Reply START to
          it first, or no text can reach {child ? "it" : "you"}.
        </CalloutText>
      ) : null}
      <Field
        meta={fields.phone}
        label={child ? `${child.firstName}’s mobile number` : "Mobile number"}
        hint="With its country code if it isn’t in your school’s country."
        type="tel"
        autoComplete={child ? "off" : "tel"}
        maxLength={40}
      />
      <CheckField meta={fields.agrees} label={choices.words} />
    </PartForm>
  )
}

type CodeFormProps = { phone: string | null; result?: SubmissionResult; child?: OfChild }

export function CodeForm({ phone, result, child }: CodeFormProps) {
  const [form, fields] = useForm<{ code: string }>({
    id: child ? childFormId(child.id, true) : "text-code-form",
    lastResult: result,
  })
  return (
    <PostForm className="form" id={form.id} noValidate={form.noValidate} onSubmit={form.onSubmit}>
      {whoseId(child)}
      <Field
        meta={fields.code}
        label={child ? `Code from the text message to ${child.firstName}` : "Code from the text message"}
        hint={`6 digits, sent to ${phone}. It works for 15 minutes.`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
      />
      <p className="buttons">
        <SubmitButton intent="text-code" pending="Checking…">
          Turn on text messages{child ? ` for ${child.firstName}` : ""}
        </SubmitButton>{" "}
        <SubmitButton intent="end-texts" variant="secondary" pending="Canceling…" formNoValidate>
          Cancel{child ? ` texts to ${child.firstName}` : ""}
        </SubmitButton>
      </p>
    </PostForm>
  )
}
