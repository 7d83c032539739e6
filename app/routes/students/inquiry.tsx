import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { UseSavedAnswer } from "~/components/communication/saved-answer/saved-answer-form"
import { DateField, Field, SegmentedField, SelectField, TextAreaField } from "~/components/form/field"
import { ActButton, AnswerSummary, PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { StageMark } from "~/components/people/inquiry/stage-mark"
import { StudentStatus } from "~/components/people/student/student-status"
import { pageTitle } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { Link, LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { EmailText } from "~/components/ui/email-text"
import { FactList } from "~/components/ui/fact-list"
import { NoEnter } from "~/components/ui/no-enter"
import { PageHead } from "~/components/ui/page-head"
import { PhoneLink, PhoneText } from "~/components/ui/phone-link"
import { orNotFound, requireMember } from "~/http/guards.server"
import {
  act,
  answersFor,
  idIn,
  intent,
  intents,
  titles,
  unusedAnswer,
  withAnswer,
} from "~/http/intents.server"
import { invalid } from "~/http/read-form.server"
import { usedKeyOf } from "~/http/used-answer"
import { listOfficeMembers } from "~/models/accounts/school/office.server"
import { findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import { limitReached } from "~/models/accounts/subscription/plan-usage"
import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { may } from "~/models/foundation/access/permissions"
import {
  answerText,
  type CustomAnswers,
  type CustomField,
} from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { isTrouble } from "~/models/foundation/outbox/delivery"
import { listStrangersAnswers } from "~/models/people/consent/answers.server"
import { familyLabel } from "~/models/people/family/family-name"
import {
  answerInquiry,
  listInquiryAnswers,
  markContacted,
  planNextStep,
  reopenInquiry,
} from "~/models/people/inquiry/answer-inquiry.server"
import { findInquiry, findKnown } from "~/models/people/inquiry/inquiries.server"
import { askedFor, sourceLabel, timesText } from "~/models/people/inquiry/inquiry"
import { AdmitForm, LostForm, NextStepForm } from "~/models/people/inquiry/inquiry-form"
import { findNamed } from "~/models/teaching/class/later-class"
import { listWithFreeSpots } from "~/models/teaching/class-list/class-list.server"
import {
  findLastOffer,
  loseWithOffer,
  type OfferRow,
  removeWithOffer,
  withdrawOffer,
} from "~/models/teaching/offer/make-offer.server"
import { offerFacts } from "~/models/teaching/shown-offer/shown-offer.server"
import { admitToTrial, findTrialOf, linkToTrial } from "~/models/teaching/trial-lesson/trial-booking.server"
import { deliveryWord } from "~/texts/foundation/delivery"
import { inquiryAnswerRefusals, inquiryRefusals, nextStepRefusals } from "~/texts/people/refusals"
import { offerStateLabels } from "~/texts/teaching/offers"
import { formatDate, formatTimeRange } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { addressText } from "~/utils/postal-address"
import { sellsPlans } from "~/utils/sold-plans"
import { formatInstant, localDate } from "~/utils/zones"
import { InquiryAnswerForm } from "./inquiry-answer-form.server"

// One who asked for lessons: what they wrote, whom the school may know already, and what comes of it.

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const inquiry = orNotFound(findInquiry(actor, params.inquiryId ?? ""))
  const offer = findLastOffer(actor, inquiry.id)
  return {
    inquiry,
    offer: offer ? offerOf(actor, offer, inquiry.name) : null,
    mayOffer: may(actor, "class:write") && may(actor, "student:write"),
    on: localDate(inquiry.createdAt, actor.school.timeZone),
    agreed: listStrangersAnswers(actor, inquiry.id).map(({ title, number }) => `${title}, version ${number}`),
    told: [
      ...toldOf(listFields(actor, "student"), inquiry.custom),
      ...toldOf(listFields(actor, "family"), inquiry.custom),
    ],
    team: listOfficeMembers(actor),
    trial: findTrialOf(actor, inquiry.id) ?? null,
    answers: answersFor(actor),
    sent: listInquiryAnswers(actor, inquiry).map(({ sentAt, ...answer }) => ({
      ...answer,
      at: formatInstant(sentAt, actor.school.timeZone),
    })),
    repliesTo: findSchoolSettings(actor).email,
    known: inquiry.studentId === null ? findKnown(actor, inquiry) : null,
  }
}

/** What was offered; without its price, deposit and invoice for those who may not see what families pay. */
function offerOf(actor: Actor, offer: OfferRow, name: string) {
  const facts = { ...offerFacts(actor, offer, name), invoiceId: offer.invoiceId }
  return seesFamilyMoney(actor) ? facts : { ...facts, price: null, deposit: null, invoiceId: null }
}

/** The answers to fields of the school's own, as text. */
const toldOf = (fields: readonly CustomField[], custom: CustomAnswers) =>
  fields.flatMap((field) => {
    const value = custom[field.id]
    return value === undefined ? [] : [[field.name, answerText(field, value)] as const]
  })

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const { id, name, firstName, className, guardianName } = orNotFound(
    findInquiry(actor, params.inquiryId ?? ""),
  )
  const trial = findTrialOf(actor, id)
  const wanted = findNamed(listWithFreeSpots(actor), className)
  const { "is-student": isStudent, "is-lost": isLost, "is-contacted": isContacted } = inquiryRefusals
  const over = { "is-student": isStudent, "is-lost": isLost }
  const refusals = titles(over)
  return intents(request, paths.inquiry(id), {
    use: (form) =>
      withAnswer(actor, form, InquiryAnswerForm, () => ({
        ...{ recipient: guardianName ?? name, student: firstName, school: actor.school.name },
      })),
    answer: intent({
      schema: InquiryAnswerForm,
      run: (answer, form, submission) => {
        const unused = unusedAnswer(form)
        return unused ? invalid(submission, unused) : answerInquiry(actor, id, answer)
      },
      refusals: inquiryAnswerRefusals,
      status: 409,
      saved: ({ email }) => `Answer on its way to ${email}.`,
    }),
    contacted: act({
      run: () => markContacted(actor, id),
      refusals: titles({ ...over, "is-contacted": isContacted }),
      saved: `${name} marked as contacted.`,
    }),
    withdraw: act({
      run: () => withdrawOffer(actor, id),
      refusals: { "not-found": { title: "This offer was already answered or has ended." } },
      saved: `Offer to ${name} withdrawn.`,
    }),
    reopen: act({ run: () => reopenInquiry(actor, id), refusals, saved: "Inquiry reopened." }),
    plan: intent({
      schema: NextStepForm,
      run: (form) => planNextStep(actor, id, form),
      refusals: { ...over, ...nextStepRefusals },
      field: { "no-member": "memberId" },
      status: 409,
      saved: "Next step saved.",
    }),
    lose: intent({
      schema: LostForm,
      run: ({ lostReason }) => loseWithOffer(actor, id, lostReason),
      refusals: over,
      status: 409,
      saved: `Inquiry of ${name} marked as lost.`,
    }),
    remove: act({ run: () => removeWithOffer(actor, id), saved: "Inquiry deleted.", to: paths.inquiries() }),
    link: act({
      run: (form) => linkToTrial(actor, id, idIn(form, "studentId")),
      refusals,
      saved: ({ name: linked }) => `Inquiry added to ${linked}.`,
    }),
    admit: intent({
      schema: AdmitForm,
      run: (form) => admitToTrial(actor, id, form),
      status: 409,
      field: { "no-family": "family" },
      refusals: {
        ...inquiryRefusals,
        "limit-reached": ({ planName, places }) => limitReached("students", planName, places),
      },
      saved: (_, { status }) => ({
        title: `${name} added.`,
        ...(trial
          ? { text: "Their booked trial lesson is on their page." }
          : status === "trial"
            ? { text: "Book the trial lesson next." }
            : wanted
              ? { text: `Enroll them in ${wanted.name} next.` }
              : {}),
      }),
      to: ({ studentId }, { status }) => {
        if (!trial && status === "trial" && may(actor, "schedule:write"))
          return paths.trialLesson({ student: studentId })
        if (wanted && may(actor, "class:write")) return paths.classStudents(wanted.id, { q: name })
        return paths.student(studentId)
      },
    }),
  })
}

export const shouldRevalidate = alsoWhenRefused

export const meta = pageTitle<typeof loader>((data) => `Inquiry: ${data.inquiry.name}`)

type Found = ReturnType<typeof useLoaderData<typeof loader>>

export default function InquiryPage() {
  // An answer that a saved one was put into begins again with it.
  return <Inquiry key={usedKeyOf(useActionData<typeof action>())} />
}

function Inquiry() {
  const loaded = useLoaderData<typeof loader>()
  const { inquiry, known } = loaded
  const result = useActionData<typeof action>()?.result
  const intentOf = (name: string) => (result?.initialValue?.intent === name ? result : undefined)
  const { stage, studentId, name } = inquiry
  return (
    <div className="stack narrow">
      <AnswerSummary formId={formOf(result?.initialValue?.intent)} result={result} />
      <PageHead
        title={name}
        expression={<StageMark stage={stage} />}
        back={{ to: paths.inquiries(), label: "Inquiries" }}
      />
      {studentId ? (
        <p>
          <Link to={paths.student(studentId)}>{name}</Link> is in your records. The student’s status decides
          the stage of this inquiry.
          {stage === "lost"
            ? " They’ve left the school. If they come back, change their status on their page."
            : null}
        </p>
      ) : null}
      {stage === "tried" ? <TrialOutcome {...loaded} /> : null}
      <FactList facts={factsOf(loaded)} />
      <OfferPart {...loaded} />
      <SentPart sent={loaded.sent} />
      {known && stage !== "lost" && inquiry.email ? (
        <AnswerPart
          inquiry={inquiry}
          answers={loaded.answers}
          repliesTo={loaded.repliesTo}
          result={intentOf("answer") ?? intentOf("use")}
        />
      ) : null}
      {known && stage !== "lost" ? (
        <>
          <AdmitPart known={known} inquiry={inquiry} result={intentOf("admit")} />
          {stage === "new" ? (
            <PostForm>
              <SubmitRow label="Mark as contacted" intent="contacted" variant="secondary" pending="Saving…" />
            </PostForm>
          ) : null}
        </>
      ) : null}
      {stage === "lost" || stage === "won" ? null : (
        <NextStepPart inquiry={inquiry} team={loaded.team} result={intentOf("plan")} />
      )}
      {known && stage !== "lost" ? <LostPart result={intentOf("lose")} /> : null}
      {known && stage === "lost" ? (
        <ActButton intent="reopen" pending="Saving…" label="Reopen inquiry" />
      ) : null}
      <details className="form-disclosure">
        <summary className="button">Delete inquiry</summary>
        <p className="small dim">
          {known
            ? "What they sent and your answers are deleted, a trial lesson to come is canceled, and an open offer ends. You can’t undo this."
            : "The student and their record stay. You can’t undo this."}
        </p>
        <ActButton intent="remove" variant="danger-primary" pending="Deleting…" label="Delete inquiry" />
      </details>
    </div>
  )
}

/** Asks what comes of a trial lesson that is over, with the ways to answer. */
const TrialOutcome = ({ inquiry, trial, mayOffer }: Pick<Found, "inquiry" | "trial" | "mayOffer">) => (
  <Callout tone="amber">
    <p>
      {trial
        ? `The trial lesson was on ${[formatDate(trial.date, "weekday"), trial.teacherName && `with ${trial.teacherName}`].filter(Boolean).join(", ")}.`
        : "The trial lesson has taken place."}{" "}
      How did it go?
    </p>
    <p className="buttons">
      {mayOffer ? <LinkButton to={paths.makeOffer(inquiry.id)}>Make an offer</LinkButton> : null}{" "}
      {inquiry.studentId ? (
        <LinkButton to={paths.student(inquiry.studentId)}>Enroll the student</LinkButton>
      ) : (
        <a href="#lose">Mark as lost</a>
      )}{" "}
      <a href="#plan">Plan the next step</a>
    </p>
  </Callout>
)

const factsOf = ({
  inquiry,
  on,
  agreed,
  told,
  trial,
}: Pick<Found, "inquiry" | "on" | "agreed" | "told" | "trial">) => {
  const {
    purpose,
    className,
    instrument,
    level,
    birthDate,
    guardianName,
    email,
    phone,
    times,
    message,
    source,
    consent,
    formName,
    formPurpose,
    address,
    emergencyContact,
  } = inquiry
  const asked = [
    ["Asked for", askedFor({ purpose, formPurpose, className })],
    ["Form", formName],
    [
      "Trial lesson",
      trial && (
        <Link key="trial" to={paths.session(trial.sessionId)}>
          {[
            formatDate(trial.date, "weekday"),
            formatTimeRange(trial.startTime, trial.endTime),
            trial.teacherName,
          ]
            .filter(Boolean)
            .join(", ")}
        </Link>
      ),
    ],
    ["Instrument", [instrument, level].filter(Boolean).join(", ")],
    ["Birth date", birthDate && formatDate(birthDate, "full")],
    ["Guardian", guardianName],
    [
      "Email",
      email && (
        <a key="email" href={`mailto:${email}`}>
          <EmailText address={email} />
        </a>
      ),
    ],
    ["Phone", phone && <PhoneLink number={phone} />],
    ["Home address", address && <span className="whitespace-pre-line">{addressText(address)}</span>],
    ["Emergency contact", emergencyContact && <PhoneText key="emergency" text={emergencyContact} />],
    ["Suits them", timesText(times)],
    ["Message", message && <span className="whitespace-pre-line">{message}</span>],
    ...told,
    ["Campaign", inquiry.campaign],
    ["Heard of you", source && sourceLabel(source)],
    ["Agreed to", [consent, ...agreed].filter(Boolean).join("; ")],
    ["Lost because", inquiry.lostReason],
  ] as const
  return [
    ...asked.filter(([, value]) => value),
    ["Received", `${formatDate(on, "full")}, email confirmed`] as const,
  ]
}

const depositText = (amount: string, invoiceId: string | null) =>
  invoiceId ? (
    <>
      {amount}, <Link to={paths.invoice(invoiceId)}>view its invoice</Link>
    </>
  ) : (
    amount
  )

/** What was offered last, and the way to offer something. */
function OfferPart({
  inquiry: { id, stage },
  offer,
  mayOffer,
}: Pick<Found, "inquiry" | "offer" | "mayOffer">) {
  const isOpen = offer?.state === "open"
  const mayMake = mayOffer && stage !== "won" && stage !== "lost"
  if (!offer && !mayMake) return null
  return (
    <section className="stack">
      <h2>Offer</h2>
      {offer ? (
        <FactList
          facts={[
            ["Status", offerStateLabels[offer.state]],
            ...(isOpen ? [["Held until", offer.until] as const] : []),
            ["Class", offer.className ?? "A weekly time of their own"],
            ...(isOpen
              ? [
                  [
                    "Times",
                    [offer.times, offer.teacherName, offer.roomName].filter(Boolean).join(", "),
                  ] as const,
                ]
              : []),
            ["First day", formatDate(offer.startsOn, "full")],
            ...(offer.price ? [["Price", offer.price] as const] : []),
            ...(offer.deposit ? [["Deposit", depositText(offer.deposit, offer.invoiceId)] as const] : []),
            ...(offer.wish
              ? [
                  [
                    "Asked for another time",
                    <span key="wish" className="whitespace-pre-line">
                      {offer.wish}
                    </span>,
                  ] as const,
                ]
              : []),
          ]}
        />
      ) : null}
      {offer?.state === "accepted" ? (
        <p className="small dim">
          The family accepted, so this offer can’t be changed or withdrawn. Change the enrollment or the
          invoice instead.
        </p>
      ) : null}
      {mayMake || (mayOffer && isOpen) ? (
        <PostForm>
          <p className="buttons">
            {mayMake ? (
              <LinkButton to={paths.makeOffer(id)}>{isOpen ? "Change offer" : "Make an offer"}</LinkButton>
            ) : null}
            {isOpen ? (
              <SubmitButton
                intent="withdraw"
                variant="secondary"
                pending="Withdrawing…"
                label="Withdraw offer"
              />
            ) : null}
          </p>
        </PostForm>
      ) : null}
    </section>
  )
}

const firstStatus = { lessons: "lead", class: "active", trial: "trial" }

type PartProps = { result: SubmissionResult<string[]> | undefined }

/** Whom the school may know already, named before anyone is added. */
function AdmitPart({
  known,
  inquiry,
  result,
}: PartProps & { known: NonNullable<Found["known"]>; inquiry: Found["inquiry"] }) {
  const [first] = known.families
  const [form, fields] = useForm<Record<"status" | "family", string>>({
    id: "admit",
    lastResult: result,
    defaultValue: { status: firstStatus[inquiry.purpose], family: first?.id ?? "new" },
  })
  return (
    <section className="stack">
      {known.families.length + known.students.length > 0 ? (
        <Callout tone="amber">
          {known.families.map(({ id, name }) => (
            <p key={id}>
              Looks like the <Link to={paths.family(id)}>{name}</Link>: the same email.
            </p>
          ))}
          {known.students.map(({ id, name, status, ...family }) => (
            <PostForm key={id}>
              <p>
                Possible duplicate: <Link to={paths.student(id)}>{name}</Link> ({familyLabel(family)}),{" "}
                <StudentStatus status={status} />
              </p>
              <input type="hidden" name="studentId" value={id} />
              <SubmitRow label={`This is ${name}`} intent="link" variant="secondary" pending="Saving…" />
            </PostForm>
          ))}
        </Callout>
      ) : null}
      <PostForm className="form" {...getFormProps(form)}>
        <h2>Add as a student</h2>
        <input type="hidden" name="seen" value={known.seen} />
        <SegmentedField
          meta={fields.status}
          label="Status"
          hint={sellsPlans() ? "Leads don’t count toward your plan limit." : undefined}
          choices={[
            { value: "lead", label: "Lead" },
            { value: "trial", label: "Trial" },
            { value: "active", label: "Active" },
          ]}
        />
        {known.families.length > 0 ? (
          <SelectField
            meta={fields.family}
            label="Family"
            choices={[
              ...known.families.map(({ id, name }) => ({ value: id, label: name })),
              { value: "new", label: "New family" },
            ]}
          />
        ) : null}
        <SubmitRow label={`Add ${inquiry.name}`} intent="admit" pending="Adding…" />
      </PostForm>
    </section>
  )
}

/** What was answered by email, so that no one answers twice. */
const SentPart = ({ sent }: Pick<Found, "sent">) =>
  sent.length === 0 ? null : (
    <section className="stack">
      <h2>Answers sent</h2>
      <ul className="rows">
        {sent.map(({ id, subject, body, authorName, at, delivery }) => (
          <li key={id}>
            <div className="stack">
              <p>
                <b>{subject}</b>
                <br />
                <span className={isTrouble(delivery) ? "small bad" : "small dim"}>
                  {authorName}, {at}: {deliveryWord(delivery)}
                </span>
              </p>
              <p className="whitespace-pre-line wrap-anywhere">{body}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )

/** Putting a saved answer into the answer is part of its form. */
const formOf = (intent: unknown) => (intent === "use" ? "answer" : String(intent ?? ""))

function AnswerPart({
  inquiry,
  answers,
  repliesTo,
  result,
}: PartProps & Pick<Found, "inquiry" | "answers" | "repliesTo">) {
  const [form, fields] = useForm<Record<"subject" | "body" | "savedAnswer", string>>({
    id: "answer",
    lastResult: result,
    defaultValue: { subject: "Your request", body: "" },
  })
  return (
    <PostForm makes className="form" {...getFormProps(form)}>
      <h2>Answer by email</h2>
      <NoEnter />
      {answers ? <UseSavedAnswer meta={fields.savedAnswer} answers={answers} /> : null}
      <Field meta={fields.subject} label="Subject" maxLength={150} />
      <TextAreaField
        meta={fields.body}
        label="Answer"
        hint={`Goes to ${inquiry.email}, and marks the inquiry as contacted. ${repliesTo ? `What they reply goes to ${repliesTo}.` : "Your school has no email yet: add one under School settings, so that you get replies."}`}
        rows={8}
        maxLength={5000}
      />
      <SubmitRow label="Send answer" intent="answer" pending="Sending…" />
    </PostForm>
  )
}

function NextStepPart({ inquiry, team, result }: PartProps & Pick<Found, "inquiry" | "team">) {
  const [form, fields] = useForm<Record<"nextStep" | "nextOn" | "memberId", string | null>>({
    id: "plan",
    lastResult: result,
    defaultValue: { nextStep: inquiry.nextStep, nextOn: inquiry.nextOn, memberId: inquiry.memberId ?? "" },
  })
  return (
    <PostForm edits className="form" {...getFormProps(form)}>
      <h2>Next step</h2>
      <div className="columns">
        <Field
          meta={fields.nextStep}
          label="What"
          hint="For example, call on Tuesday"
          maxLength={200}
          optional
        />
        <DateField meta={fields.nextOn} label="When" optional />
      </div>
      {team.length > 1 ? (
        <SelectField
          meta={fields.memberId}
          label="Who"
          prompt="Anyone in the office"
          choices={team.map(({ id, name }) => ({ value: id, label: name }))}
          optional
        />
      ) : null}
      <SubmitRow label="Save next step" intent="plan" variant="secondary" pending="Saving…" />
    </PostForm>
  )
}

function LostPart({ result }: PartProps) {
  const [form, fields] = useForm<{ lostReason: string }>({ id: "lose", lastResult: result })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <h2>Not coming</h2>
      <Field meta={fields.lostReason} label="Reason" hint="For example, no free time" maxLength={200} />
      <SubmitRow label="Mark as lost" intent="lose" variant="secondary" pending="Saving…" />
    </PostForm>
  )
}
