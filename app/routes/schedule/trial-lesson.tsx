import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { policyRow } from "~/components/overview/policies/policy-row"
import { NoPriceNote } from "~/components/teaching/class/new-class-parts"
import { FreeTimes } from "~/components/teaching/schedule/free-times"
import { OverrideFields, SlotFields } from "~/components/teaching/schedule/slot-fields"
import { Button, Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { notFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { limitReached } from "~/models/accounts/subscription/plan-usage"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { asksForNames } from "~/models/foundation/name-search/name-search"
import { listOffered } from "~/models/people/student/offered.server"
import { listStudentsNamed } from "~/models/people/student/student.server"
import { areLinesSearched, type LineOffers } from "~/models/teaching/line-offer/line-offer"
import { offerLines, offerLinesOf } from "~/models/teaching/line-offer/line-offer.server"
import { findTrialPrice } from "~/models/teaching/price/price.server"
import { overrideOf, withChosenSlot } from "~/models/teaching/session/session-form"
import type { Refused } from "~/models/teaching/session/slot-check"
import { bookTrial, type TrialRefusal } from "~/models/teaching/trial-lesson/book-trial.server"
import { type KnownPeople, TrialForm } from "~/models/teaching/trial-lesson/trial-form"
import { slotMessages } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { isTime } from "~/utils/clock-times"
import { isWithinReach } from "~/utils/dates"
import { formatDate, formatTime } from "~/utils/formats"
import { intentOf } from "~/utils/intent"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const { searchParams } = new URL(request.url)
  const studentId = searchParams.get("student")
  const student = studentId ? (listStudentsNamed(actor, [studentId])[0] ?? null) : null
  if (studentId && !student) throw notFound()
  const [date = "", startTime = "", teacherId = "", roomId = ""] = ["date", "time", "teacher", "room"].map(
    (name) => searchParams.get(name) ?? "",
  )
  return {
    student,
    start: {
      date: isWithinReach(date) ? date : todayOf(actor),
      startTime: isTime(startTime) ? startTime : "",
      minutes: "30",
      instrument: student?.instrument ?? "",
      teacherId,
      roomId,
    },
    price: findTrialPrice(actor),
    seesPrices: seesFamilyMoney(actor),
    currency: actor.school.currency,
    instruments: listOffered(actor).instruments,
    lines: offerLines(actor, { teacherId, roomId }),
    isSolo: actor.school.kind === "solo",
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  await requireMember(request, "student:write")
  const sent = withChosenSlot(await request.formData())
  const submission = readForm(sent, { schema: TrialForm })
  const lines = offerLinesOf(actor, sent)
  if (asksForNames(sent)) return answerSearch(sent, submission, { ...asked, lines })
  if (submission.status !== "success") return refuse(lines, invalid(submission))
  const form = submission.value
  const booked = bookTrial(actor, seesFamilyMoney(actor) ? form : { ...form, amount: undefined }, {
    override: overrideOf(form),
    anyway: isSomeoneNew(sent),
  })
  if (booked.ok)
    return redirectWithToast(paths.student(booked.studentId), {
      title: `Trial lesson booked for ${booked.name} on ${formatDate(form.date, "short")}, ${formatTime(form.startTime)}.`,
      text: `No one gets an email about it, so let the family${actor.school.kind === "solo" ? "" : " and the teacher"} know.`,
      tone: "good",
    })
  if (booked.reason === "booked-already")
    return redirectWithToast(
      paths.student(booked.studentId),
      `${booked.name} already has a trial lesson on ${formatDate(form.date, "short")}, ${formatTime(form.startTime)}. Nothing was booked again.`,
    )
  return answerRefusal(lines, booked, submission, isSomeoneNew(sent))
}

/** Whether the office has said so: a clash that is accepted afterward doesn't ask again. */
const isSomeoneNew = (sent: FormData): boolean =>
  intentOf(sent) === "anyway" || sent.get("someoneNew") === "yes"

/** What is said of a form that only asks for names. */
const noOne: KnownPeople = { students: [], families: [] }
const asked = { refused: null, known: noOne, isKnown: false, isNew: false }

type Submission = Parameters<typeof invalid>[0]

type Unbooked = Exclude<TrialRefusal, { reason: "booked-already" }>

function answerRefusal(lines: LineOffers, refusal: Unbooked, submission: Submission, isNew: boolean) {
  switch (refusal.reason) {
    case "no-student":
      throw notFound()
    case "limit-reached":
      return refuse(
        lines,
        invalid(submission, { form: limitReached("students", refusal.planName, refusal.places) }),
      )
    case "looks-known":
      return refuse(
        lines,
        invalid(submission, {
          form: "You may already have this student or guardian. Check before you book.",
        }),
        null,
        { ...refusal.known, students: refusal.known.students.map(({ id, name }) => ({ id, name })) },
        true,
      )
    case "no-family":
      throw notFound()
    case "code-taken":
      throw new Error("A trial has no student ID")
    default: {
      const { messages, refused } = slotMessages(refusal)
      return refuse(lines, invalid(submission, messages), refused, noOne, false, isNew)
    }
  }
}

function refuse(
  lines: LineOffers,
  answer: ReturnType<typeof invalid>,
  refused: Refused | null = null,
  known: KnownPeople = noOne,
  isKnown = false,
  isNew = false,
) {
  return data({ result: answer.data.result, lines, refused, known, isKnown, isNew }, { status: 400 })
}

export const meta: MetaFunction = () => [{ title: "Book a trial lesson · Tutti" }]

export default function TrialLesson() {
  const { student, start, price, seesPrices, currency, instruments, isSolo, ...loaded } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lines = answer?.lines ?? loaded.lines
  const refused = answer?.refused ?? null
  const [form, fields] = useForm<Record<keyof TrialForm, string>>({
    id: "trial",
    lastResult: answer?.result,
    defaultValue: start,
  })
  return (
    <div className="form narrow">
      <ErrorSummary form={form} />
      <PageHead
        title="Book a trial lesson"
        back={{ to: paths.schedule({ date: start.date }), label: "Schedule" }}
      />
      <PostForm className="form" {...getFormProps(form)}>
        {areLinesSearched(lines) || answer?.isKnown || refused ? (
          <EnterButton intent="save" formNoValidate>
            Book trial lesson
          </EnterButton>
        ) : null}
        {answer?.isNew ? <input type="hidden" name="someoneNew" value="yes" /> : null}
        <TrialPerson fields={fields} student={student} instruments={instruments} known={answer?.known} />
        <SlotFields
          fields={fields}
          minutes={fields.minutes}
          lines={lines}
          open={{ teacher: "No teacher yet", room: "No room" }}
          isSolo={isSolo}
        />
        <FreeTimes refused={refused} />
        {price === "class" && !seesPrices ? (
          <NoPriceNote />
        ) : price === "class" ? (
          <Field
            meta={fields.amount}
            label={`Price in ${currency}`}
            hint="Leave blank for a free trial."
            optional
            inputMode="decimal"
            maxLength={20}
          />
        ) : (
          <p className="dim">
            Trial lessons are free at your school.{" "}
            {seesPrices ? <Link to={policyRow("trials")}>Change the trial price</Link> : null}
          </p>
        )}
        <p>
          <SubmitButton intent="save" pending="Booking…" label="Book trial lesson" />{" "}
          {answer?.isKnown ? (
            <SubmitButton
              variant="secondary"
              intent="anyway"
              pending="Booking…"
              label="Book as a new student"
            />
          ) : null}
        </p>
        <OverrideFields refused={refused} meta={fields.overrideReason} />
      </PostForm>
    </div>
  )
}

type TrialPersonProps = {
  fields: Record<
    "familyId" | "firstName" | "lastName" | "instrument" | "guardianName" | "guardianEmail" | "guardianPhone",
    FieldMeta
  >
  /** Someone the school knows; their name isn't asked again. */
  student: { id: string; name: string } | null
  instruments: string[]
  known?: KnownPeople | undefined
}

/** Who comes to a trial lesson. */
function TrialPerson({ fields, student, instruments, known }: TrialPersonProps) {
  return (
    <>
      {known && known.students.length + known.families.length > 0 ? (
        <Callout tone="amber">
          {known.students.map(({ id, name }) => (
            <p key={id}>
              Possible duplicate: <Link to={paths.student(id)}>{name}</Link>.{" "}
              <Link to={paths.trialLesson({ student: id })}>Book for {name}</Link>
            </p>
          ))}
          {known.families.map(({ id, name, email }) => (
            <p key={id}>
              {email} already belongs to the <Link to={paths.familyRecord(id)}>{name}</Link>.{" "}
              <Button name={fields.familyId.name} value={id}>
                Add to this family and book
              </Button>
            </p>
          ))}
        </Callout>
      ) : null}
      {fields.familyId.initialValue && !known?.families.length ? (
        <input type="hidden" name={fields.familyId.name} value={String(fields.familyId.initialValue)} />
      ) : null}
      {student ? (
        <>
          <input type="hidden" name="studentId" value={student.id} />
          <p>
            For <Link to={paths.student(student.id)}>{student.name}</Link>
          </p>
        </>
      ) : (
        <>
          <div className="columns">
            <Field meta={fields.firstName} label="First name" autoComplete="off" maxLength={80} />
            <Field meta={fields.lastName} label="Last name" optional autoComplete="off" maxLength={80} />
          </div>
          <Field meta={fields.guardianName} label="Guardian" optional autoComplete="off" maxLength={120} />
          <div className="columns">
            <Field
              meta={fields.guardianEmail}
              label="Guardian’s email"
              optional
              type="email"
              autoComplete="off"
            />
            <Field
              meta={fields.guardianPhone}
              label="Guardian’s phone"
              optional
              type="tel"
              autoComplete="off"
              maxLength={40}
            />
          </div>
        </>
      )}
      <Field
        meta={fields.instrument}
        label="Instrument"
        autoComplete="off"
        maxLength={60}
        list="trial-instruments"
      />
      <datalist id="trial-instruments">
        {instruments.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
