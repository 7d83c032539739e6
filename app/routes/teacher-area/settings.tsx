import { type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { CalendarPart } from "~/components/accounts/settings/calendar-part"
import { CheckBoxes, named } from "~/components/form/check-boxes"
import { TextAreaField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { AnswerSummary } from "~/components/form/post-form"
import { AnswerList } from "~/components/foundation/custom-field/answer-list"
import { CoverList } from "~/components/people/proof/proof-list"
import { framed } from "~/components/shell/frame"
import { HoursPart } from "~/components/teaching/teacher-time/hours-part"
import { Link } from "~/components/ui/button"
import { EditablePart } from "~/components/ui/editable-part"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { orNotFound, requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { toldAnswers } from "~/models/foundation/custom-field/answers.server"
import { seenBy } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { listCoversOf } from "~/models/people/proof/proofs.server"
import { listOffered } from "~/models/people/student/offered.server"
import { AboutForm } from "~/models/people/teacher/about-form"
import { offeredTo } from "~/models/people/teacher/instruments"
import { findOwnTeacher, introduceTeacher } from "~/models/people/teacher/own-teacher.server"
import { listHours } from "~/models/teaching/teacher-time/availability.server"
import { feedAddressOf, feedIntents, feedPartsOf } from "~/routes/feeds/calendar-feed.server"
import { hoursForms } from "~/routes/teachers/hours-answers.server"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const own = orNotFound(findOwnTeacher(actor))
  const { id, name, instruments, about } = own
  return {
    name,
    instruments,
    about,
    choices: offeredTo(instruments, listOffered(actor).instruments),
    answers: toldAnswers(actor, seenBy(listFields(actor, "teacher"), "teachers"), id),
    covers: listCoversOf(actor, [{ noun: "teacher", id }]),
    hours: listHours(actor, id),
    isSolo: actor.school.kind === "solo",
    address: feedAddressOf(actor),
    parts: feedPartsOf(feedAddressOf(actor), []),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teaching:write")
  const own = orNotFound(findOwnTeacher(actor))
  const back = paths.teacherSettings()
  return intents(request, back, {
    ...feedIntents(actor, back),
    about: intent({
      schema: AboutForm,
      run: ({ instruments = null, about = null }) => introduceTeacher(actor, own, { instruments, about }),
      saved: "Profile saved.",
    }),
    ...hoursForms(actor, own.id, back),
  })
}

export const shouldRevalidate = unlessPartOpened

export const { handle, meta } = framed({
  title: "Teaching settings",
  column: "form narrow",
})

export default function TeacherSettings() {
  const { hours, isSolo, address, parts, answers, covers, ...own } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const part = result?.initialValue?.intent === "add-hours" ? "add-hours" : "about"
  return (
    <>
      <AnswerSummary formId={part === "about" ? "about-form" : part} result={result} />
      <AboutPart {...own} isSolo={isSolo} lastResult={part === "about" ? result : undefined} />
      {answers.length > 0 ? (
        <section className="section" aria-labelledby="details">
          <h2 id="details">What the school keeps about you</h2>
          <AnswerList rows={answers} />
        </section>
      ) : null}
      {covers.length > 0 ? (
        <section className="section" aria-labelledby="documents">
          <header>
            <h2 id="documents">Documents</h2>
            <Link to={paths.teacherDocuments()}>Hand in a document</Link>
          </header>
          <CoverList covers={covers} />
        </section>
      ) : null}
      <HoursPart
        hours={hours}
        about={isSolo ? "When you teach." : "When the office can schedule lessons for you."}
        empty="No hours yet. Add when you can teach."
        lastResult={part === "add-hours" ? result : undefined}
      />
      <CalendarPart address={address} parts={parts} what="Your lessons" />
      <section className="section" aria-labelledby="login-title">
        <h2 id="login-title">Your login</h2>
        <p>
          Manage your name, {isSolo ? "" : "phone, "}password and active logins in{" "}
          <Link to={paths.profile()}>your profile</Link>.
        </p>
      </section>
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type AboutPartProps = Pick<Loaded, "name" | "instruments" | "about" | "choices" | "isSolo"> & {
  lastResult: SubmissionResult<string[]> | undefined
}

/** What families read about a teacher. Sends `intent` about. */
function AboutPart(props: AboutPartProps) {
  const { name, instruments, about, lastResult } = props
  return (
    <EditablePart
      id="about"
      title="Your profile for families"
      about={`Families see this on their schedule, next to your name, ${name}.`}
      isAnswered={lastResult !== undefined}
      facts={[
        ["Instruments", instruments],
        ["About you", about],
      ]}
    >
      <OwnForm {...props} />
    </EditablePart>
  )
}

function OwnForm({ choices, about, isSolo, lastResult }: AboutPartProps) {
  const [form, fields] = useForm<{ instruments: string[]; about: string | null }>({
    id: "about-form",
    lastResult,
    defaultValue: { instruments: choices.chosen, about },
  })
  return (
    <PartForm part="about" form={form}>
      <CheckBoxes
        legend="Instruments"
        meta={fields.instruments}
        choices={named(choices.names)}
        hint={
          isSolo
            ? "Missing one? Add it in your school’s settings."
            : "Missing one? Ask your office to add it."
        }
      />
      <TextAreaField
        meta={fields.about}
        label="About you"
        hint="Where you trained, what you like to teach and how to reach you"
        optional
        rows={5}
        maxLength={1000}
      />
    </PartForm>
  )
}
