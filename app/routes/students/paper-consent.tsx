import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { SegmentedField, SelectField } from "~/components/form/choice-fields"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { type FramedStudent, studentFrame } from "~/components/people/student/student-frame"
import { type FramedPage, frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { EmptyState } from "~/components/ui/empty-state"
import { requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { studentOfPage } from "~/http/page-reads.server"
import { notFound } from "~/http/responses.server"
import { enterPaperConsent, listConsentsOf } from "~/models/people/consent/answers.server"
import { PaperConsentForm } from "~/routes/students/paper-consent-form.server"
import { paperConsentRefusals } from "~/texts/people/refusals"
import { todayOf } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"

/** What can be answered for a student and the adults of the family. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = studentOfPage(actor, params.studentId ?? "")
  if (!student || student.erasedAt !== null) throw notFound()
  const { id, familyId } = student
  return {
    today: todayOf(actor),
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
      saved: ({ title }) => `Answer to ${title} saved.`,
    }),
  })
}

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
  const { choices, today } = useLoaderData<typeof loader>()
  useLoadedFrame(studentFrame)
  const [form, fields] = useForm<Record<"what" | "answer" | "name" | "signedOn", string>>({
    id: "paper-consent",
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: { what: choices.length === 1 ? choices[0]?.value : undefined, answer: "yes" },
  })
  if (choices.length === 0)
    return (
      <EmptyState>No documents yet. Under Settings, Consents, add what families should agree to.</EmptyState>
    )
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
        <p>
          <SubmitButton intent="enter" pending="Saving…">
            Save consent
          </SubmitButton>
        </p>
      </PostForm>
    </>
  )
}
