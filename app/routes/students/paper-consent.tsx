import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DateField, Field, SegmentedField, SelectField, TextAreaField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { type FramedStudent, studentFrame } from "~/components/people/student/student-frame"
import { type FramedPage, frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { EmptyState } from "~/components/ui/data-table"
import { notFound, requireMember } from "~/http/guards.server"
import { act, intent, intents } from "~/http/intents.server"
import { studentOfPage } from "~/http/page-reads.server"
import { hasTextAccount } from "~/models/accounts/text-account/text-account.server"
import { enterPaperConsent, listConsentsOf } from "~/models/people/consent/answers.server"
import {
  endChildTexts,
  enterChildTexts,
  findChildTexts,
} from "~/models/people/text-consent/text-consent.server"
import { childTextRefusals, numberRefusals } from "~/routes/settings/text-answers.server"
import { ChildTextsForm, PaperConsentForm } from "~/routes/students/paper-consent-form.server"
import { childConsentWords } from "~/texts/foundation/text-messages"
import { paperConsentRefusals, stillLockedText } from "~/texts/people/refusals"
import { todayOf } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"

/** What can be answered for a student and the adults of the family. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = studentOfPage(actor, params.studentId ?? "")
  if (!student || student.erasedAt !== null) throw notFound()
  const { id, familyId } = student
  const texts = hasTextAccount(actor) ? findChildTexts(actor, student) : null
  return {
    today: todayOf(actor),
    texts: texts && {
      ...{ firstName: student.firstName, phone: texts.phone, ownPhone: student.phone, state: texts.state },
      words: texts.words ?? childConsentWords(actor.school.name),
      ...{ agreedName: texts.agreedBy, agreedOn: texts.agreedOn },
    },
    choices: listConsentsOf(actor, { id, familyId, name: fullName(student) }).map(
      ({ id: value, title, who }) => ({
        value,
        label: who ? `${title}, ${who}` : title,
      }),
    ),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = studentOfPage(actor, params.studentId ?? "")
  if (!student || student.erasedAt !== null) throw notFound()
  const { id, familyId } = student
  return intents(request, paths.student(id), {
    enter: intent({
      schema: PaperConsentForm,
      run: ({ answer, ...given }) =>
        enterPaperConsent(
          actor,
          { id, familyId, name: fullName(student) },
          { ...given, isAgreed: answer === "yes" },
        ),
      refusals: paperConsentRefusals,
      field: {
        "not-found": "what",
        "in-the-future": "signedOn",
        "before-version": "signedOn",
        "answered-since": "signedOn",
      },
      saved: ({ title, locked }) =>
        `Answer to ${title} saved.${stillLockedText(locked, "Unlock it under Portal access.")}`,
    }),
    "enter-texts": intent({
      schema: ChildTextsForm,
      run: ({ agreedName: name, ...given }) => enterChildTexts(actor, id, { ...given, name }),
      refusals: { ...numberRefusals, ...childTextRefusals, ...ofDay },
      field: { "in-the-future": "agreedOn", ...atPhone },
      saved: ({ phone }) => `Text messages turned on for ${phone}.`,
    }),
    "end-texts": act({ run: () => endChildTexts(actor, id), saved: "Text messages turned off." }),
  })
}

const ofDay = { "in-the-future": paperConsentRefusals["in-the-future"] }
const atPhone = {
  "wrong-number": "phone",
  landline: "phone",
  "other-country": "phone",
  "no-account": "phone",
  grown: "phone",
  "not-theirs": "phone",
} as const

export const handle: FramedPage<typeof loader, FramedStudent> = {
  title: "Consent signed on paper",
  column: "form narrow",
  head: (_page, student) => ({
    back: { to: paths.student(student.id), label: student.name },
    expression: "for the document as it is now",
    actions: null,
  }),
}

export const meta = frameTitle(studentFrame, (student) => `Signed consent for ${student.name}`)

const yesOrNo = [
  { value: "yes", label: "Agreed" },
  { value: "no", label: "Not agreed, or withdrawn" },
]

export default function PaperConsent() {
  const { choices, today, texts } = useLoaderData<typeof loader>()
  useLoadedFrame(studentFrame)
  const result = useActionData<typeof action>()?.result
  const isOfTexts = result?.initialValue?.intent === "enter-texts"
  return (
    <>
      {choices.length === 0 ? (
        <EmptyState>
          No documents yet. Under Settings, Consents, add what families should agree to.
        </EmptyState>
      ) : (
        <PaperForm choices={choices} today={today} result={isOfTexts ? undefined : result} />
      )}
      {texts ? <EnterChildTexts {...texts} today={today} result={isOfTexts ? result : undefined} /> : null}
    </>
  )
}

type PaperFormProps = Pick<Loaded, "choices" | "today"> & { result: SubmissionResult | undefined }

function PaperForm({ choices, today, result }: PaperFormProps) {
  const [form, fields] = useForm<Record<"what" | "answer" | "name" | "signedOn", string>>({
    id: "paper-consent",
    lastResult: result,
    defaultValue: { what: choices.length === 1 ? choices[0]?.value : undefined, answer: "yes" },
  })
  return (
    <>
      <ErrorSummary form={form} />
      <PostForm className="form" {...getFormProps(form)}>
        <SelectField meta={fields.what} label="Consent" prompt="Choose a consent" choices={choices} />
        <SegmentedField meta={fields.answer} label="Answer" choices={yesOrNo} />
        <Field
          meta={fields.name}
          label="Signed by"
          hint="Full name of the guardian"
          maxLength={120}
          autoComplete="off"
        />
        <DateField meta={fields.signedOn} label="Signed on" max={today} />
        <SubmitRow label="Save consent" intent="enter" pending="Saving…" />
      </PostForm>
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type EnterChildTextsProps = NonNullable<Loaded["texts"]> & {
  today: string
  result: SubmissionResult | undefined
}

/** A guardian’s agreement to texts to a child’s phone, as they told it to the office. */
function EnterChildTexts(props: EnterChildTextsProps) {
  const { firstName, phone, ownPhone, state, words, agreedName, agreedOn, today, result } = props
  const isOn = state === "on"
  const [form, fields] = useForm<Record<"phone" | "agreedName" | "agreedOn" | "words", string | null>>({
    id: "enter-texts",
    lastResult: result,
    defaultValue: { phone: phone ?? ownPhone, agreedName: isOn ? agreedName : "", agreedOn, words },
  })
  return (
    <section className="section" aria-labelledby="child-texts">
      <header>
        <h2 id="child-texts">Text messages to {firstName}’s phone</h2>
      </header>
      <p className="dim">
        {isOn
          ? `${firstName} gets texts about lessons at ${phone}. ${agreedName} agreed.`
          : "Lessons that are canceled or moved, an ill teacher, and reminders, once a guardian agrees. Never invoices."}
      </p>
      <ErrorSummary form={form} />
      <PostForm edits className="form" {...getFormProps(form)}>
        <Field
          meta={fields.phone}
          label={`${firstName}’s mobile number`}
          hint="With its country code if it isn’t in your country."
          type="tel"
          autoComplete="off"
          maxLength={40}
        />
        <Field
          meta={fields.agreedName}
          label="Agreed by"
          hint="Full name of the guardian who agreed"
          maxLength={120}
          autoComplete="off"
        />
        <DateField meta={fields.agreedOn} label="Agreed on" max={today} />
        <TextAreaField
          meta={fields.words}
          label="What they agreed to"
          hint="In the words they read or signed."
          rows={5}
          maxLength={1000}
        />
        <p className="buttons">
          <SubmitButton intent="enter-texts" pending="Saving…" isMain>
            {isOn ? "Save agreement" : `Turn on texts to ${firstName}`}
          </SubmitButton>{" "}
          {state === "off" ? null : (
            <SubmitButton intent="end-texts" variant="secondary" pending="Turning off…" formNoValidate>
              Turn off texts to {firstName}
            </SubmitButton>
          )}
        </p>
      </PostForm>
    </section>
  )
}
