import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { DateField, Field, SelectField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { AnswerSection } from "~/components/foundation/custom-field/answer-fields"
import { FamilyFields } from "~/components/people/student/family-fields"
import {
  InstrumentFields,
  NewPersonDetails,
  NewPersonFields,
} from "~/components/people/student/person-fields"
import { selectedDays } from "~/components/teaching/class/rule-fields"
import { FreeTimes } from "~/components/teaching/schedule/free-times"
import { Link } from "~/components/ui/button"
import { Callout, CalloutText } from "~/components/ui/callout"
import { useHasRight } from "~/components/ui/limits"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { limitReached, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { withAnswers } from "~/models/foundation/custom-field/custom-field-form"
import {
  asksForNames,
  type NameOffer,
  offerAll,
  readNameWish,
} from "~/models/foundation/name-search/name-search"
import { familyLabel } from "~/models/people/family/family-name"
import { findFamilyLastName, offerFamilies } from "~/models/people/family/search-families.server"
import { listOffered } from "~/models/people/student/offered.server"
import { type StudentFields, studentForm } from "~/models/people/student/student-form"
import { admitWithLesson } from "~/models/teaching/first-lesson/first-lesson.server"
import {
  FirstLessonForm,
  type FirstLessonFields as FirstLessonFormFields,
} from "~/models/teaching/first-lesson/first-lesson-form"
import { lineFinds } from "~/models/teaching/line-offer/line-offer"
import { offerTeachers } from "~/models/teaching/line-offer/line-offer.server"
import { withWeeklySlot } from "~/models/teaching/session/session-form"
import type { Refused } from "~/models/teaching/session/slot-check"
import { slotMessages } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { countOf, formatDate, weekdaysInOrder } from "~/utils/formats"
import { intentOf } from "~/utils/intent"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { asksToFind, readFamilyChoice } from "./student-choice.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const { planName, students: spots } = findPlanUsage(actor)
  const familyId = new URL(request.url).searchParams.get("family") ?? ""
  const sample = new FormData()
  sample.set("family", familyId)
  return {
    full: seatsLeft(spots) < 1 ? limitReached("students", planName, spots) : null,
    offered: listOffered(actor),
    own: listFields(actor, "student"),
    families: offerFamilies(actor, sample),
    lastName: findFamilyLastName(actor, familyId),
    teachers: offerLessonTeachers(actor),
    currency: actor.school.currency,
    isSolo: actor.school.kind === "solo",
    day: todayOf(actor),
  }
}

/** For members who plan lessons; `form` says what was searched for. */
const offerLessonTeachers = (actor: Actor, form = new FormData()) =>
  may(actor, "class:write")
    ? offerTeachers(actor, readNameWish(form, "lesson.teacherId", lineFinds.teacher))
    : offerAll([])

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const form = withWeeklySlot(await request.formData(), "lesson.weekday", "lesson.startTime")
  const schema = studentForm(todayOf(actor)).and(FirstLessonForm)
  const submission = readForm(form, { schema: withAnswers(schema, listFields(actor, "student")) })
  const families = offerFamilies(actor, form)
  const searched = String(form.get("familySearch") ?? "").trim()
  const chosen = readFamilyChoice(form, families)
  const teachers = offerLessonTeachers(actor, form)
  const more = { families, searched, chosen, teachers, refused: null as Refused | null }
  const refuse = (answer: ReturnType<typeof invalid>, known: KnownPerson | null = null, status = 400) =>
    data({ ...more, result: answer.data.result, known }, { status })

  if (asksToFind(form, "familySearch", () => families.length > 0) || asksForNames(form))
    return answerSearch(form, submission, { ...more, known: null })
  if (submission.status !== "success") return refuse(invalid(submission))
  if (chosen === "") return refuse(invalid(submission, { family: "Choose a family, or “New family.”" }))

  const { custom: answers, lesson, ...facts } = submission.value
  const anyway = intentOf(form) === "anyway"
  const admitted = admitWithLesson(actor, facts, lesson, { anyway, answers })
  if (admitted.ok)
    return redirectWithToast(paths.student(admitted.studentId), {
      title: `${fullName(facts)} added.`,
      text: admitted.lessons > 0 ? scheduledText(admitted.lessons, facts.status) : undefined,
      tone: "good",
    })
  switch (admitted.reason) {
    case "looks-known":
      return refuse(
        invalid(submission, { form: "This may be a duplicate. Check below before you save anyway." }),
        admitted.known,
        409,
      )
    case "limit-reached":
      return refuse(
        invalid(submission, { form: limitReached("students", admitted.planName, admitted.places) }),
        null,
        409,
      )
    case "code-taken":
      return refuse(invalid(submission, { code: "That student ID is already in use." }), null, 409)
    case "no-family":
      return refuse(
        invalid(submission, { family: "This family no longer exists. Choose another or add a new one." }),
      )
    case "no-lesson": {
      const { messages, refused } = lessonMessages(admitted.refused)
      return data(
        { ...more, result: invalid(submission, messages).data.result, known: null, refused },
        { status: 409 },
      )
    }
  }
}

type LessonRefused = Extract<ReturnType<typeof admitWithLesson>, { refused: unknown }>["refused"]

/** "12 lessons scheduled. With a weekly lesson, their status is Active." */
const scheduledText = (lessons: number, status: string) =>
  `${countOf(lessons, "lesson")} scheduled.${status === "active" ? "" : " With a weekly lesson, their status is Active."}`

const noLesson = "This lesson can’t be scheduled. Choose another day or time."

/** Why the weekly lesson can’t be scheduled; the student wasn’t added either. */
function lessonMessages(refusal: LessonRefused): {
  messages: Record<string, string>
  refused: Refused | null
} {
  switch (refusal.reason) {
    case "full":
    case "no-student":
    case "never-meets":
      return { messages: { form: noLesson }, refused: null }
    case "limit-reached":
      return { messages: { form: limitReached("students", refusal.planName, refusal.places) }, refused: null }
    default: {
      const { messages, refused } = slotMessages(refusal)
      const { teacherId, form = noLesson } = messages
      return {
        messages: teacherId ? { "lesson.teacherId": teacherId } : { "lesson.startTime": form },
        refused: refused && { ...refused, mayOverride: false },
      }
    }
  }
}

export const meta: MetaFunction = () => [{ title: "New student · Tutti" }]

const emptyForm = {
  status: "active",
  instruments: [{}, {}],
  guardians: [{ seesMoney: "on" }, { seesMoney: "on" }],
}

export default function NewStudent() {
  const { full, offered, families, lastName, own, teachers, day, ...school } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<StudentFields & FirstLessonFormFields & { custom: Record<string, string> }>({
    id: "student",
    lastResult: answer?.result,
    defaultValue: {
      ...emptyForm,
      lastName,
      family: families[0]?.id ?? "new",
      lesson: { minutes: "45", startsOn: day },
    },
  })
  const lesson = fields.lesson.getFieldset()
  return (
    <div className="stack narrow">
      <ErrorSummary form={form} />
      <PageHead title="New student" back={{ to: paths.students(), label: "Students" }} />
      {full ? (
        <CalloutText tone="amber">
          {full} Leads don’t count toward the limit.{" "}
          <Link to={paths.selectPlan({ upgrade: "true" })}>Compare plans</Link>
        </CalloutText>
      ) : null}
      <PostForm className="stack" {...getFormProps(form)}>
        <EnterButton intent="save" formNoValidate={teachers.isSearched}>
          Add student
        </EnterButton>
        {answer?.known ? <LooksKnown known={answer.known} /> : null}
        <NewPersonFields fields={fields} />
        <FamilyFields
          fields={fields}
          families={answer?.families ?? families}
          searched={answer?.searched ?? ""}
          chosen={answer?.chosen}
        />
        <InstrumentFields fields={fields} known={offered} />
        <FirstLessonFields fields={lesson} teachers={answer?.teachers ?? teachers} {...school} />
        <FreeTimes refused={answer?.refused ?? null} days={selectedDays(lesson.weekday.initialValue)} />
        <AnswerSection
          fields={own.filter(({ isRequired }) => isRequired)}
          metas={fields.custom.getFieldset()}
        />
        <NewPersonDetails
          fields={fields}
          own={own.filter(({ isRequired }) => !isRequired)}
          metas={fields.custom.getFieldset()}
        />
        <SubmitRow label="Add student" intent="save" pending="Adding…" />
      </PostForm>
    </div>
  )
}

type KnownPerson = {
  students: {
    id: string
    name: string
    birthDate: string | null
    familyName: string
    familyChildren: string | null
  }[]
  families: { id: string; name: string; email: string }[]
}

/** A possible duplicate. It is part of the form, so that the student can be saved anyway. */
function LooksKnown({ known }: { known: KnownPerson }) {
  return (
    <Callout tone="amber">
      {known.students.map(({ id, name, birthDate, ...family }) => (
        <p key={id}>
          Possible duplicate:{" "}
          <Link to={paths.student(id)} target="_blank">
            {name}
          </Link>
          {birthDate ? `, born ${formatDate(birthDate, "full")}` : ""} ({familyLabel(family)}).
        </p>
      ))}
      {known.families.map(({ id, name, email }) => (
        <p key={id}>
          {email} already belongs to the {name}. To add a sibling, find and choose that family below.
        </p>
      ))}
      <SubmitRow label="Save anyway" intent="anyway" variant="secondary" pending="Saving…" />
    </Callout>
  )
}

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map(
  (label, index) => ({ label, weekday: index + 1 }),
)

type FirstLessonFieldsProps = {
  fields: Record<"weekday" | "startTime" | "minutes" | "startsOn" | "teacherId" | "amount", FieldMeta>
  teachers: NameOffer
  currency: string
  isSolo: boolean
}

/** The weekly private lesson of a new student, for members who plan lessons. */
function FirstLessonFields({ fields, teachers, currency, isSolo }: FirstLessonFieldsProps) {
  const hasRight = useHasRight()
  if (!hasRight("class:write")) return null
  return (
    <section className="form" aria-labelledby="weekly-lesson">
      <h2 id="weekly-lesson">Weekly lesson</h2>
      <p className="dim">
        Leave the day blank to schedule lessons later. A lead or trial student with a weekly lesson becomes
        active.
      </p>
      <div className="columns">
        <SelectField
          meta={fields.weekday}
          label="Day"
          optional
          prompt="No lesson yet"
          choices={weekdaysInOrder(days).map(({ label, weekday }) => ({ value: String(weekday), label }))}
        />
        <Field meta={fields.startTime} label="Start" type="time" optional />
        <Field meta={fields.minutes} label="Minutes" type="number" inputMode="numeric" min={5} max={600} />
      </div>
      <div className="columns">
        <DateField meta={fields.startsOn} label="First day" optional />
        {isSolo ? (
          <input type="hidden" name={fields.teacherId.name} defaultValue={teachers.choices[0]?.value} />
        ) : (
          <NameChoiceField
            meta={fields.teacherId}
            label="Teacher"
            sought="a teacher"
            optional
            prompt="No teacher yet"
            find={lineFinds.teacher}
            offer={teachers}
          />
        )}
        {hasRight("class:price") ? (
          <Field
            meta={fields.amount}
            label={`Price per lesson in ${currency}`}
            hint="Leave blank to set it later."
            optional
            inputMode="decimal"
            maxLength={20}
          />
        ) : null}
      </div>
    </section>
  )
}
