import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { EnterButton } from "~/components/form/enter-button"
import { CheckField, DateField, Field, SelectField } from "~/components/form/field"
import { type FieldMeta, submittedValue } from "~/components/form/field-frame"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { AnswerField } from "~/components/foundation/custom-field/answer-fields"
import { type LeavingOffer, LeavingPart } from "~/components/overview/bulk/leaving-part"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"
import type { NameOffer } from "~/models/foundation/name-search/name-search"
import type { SelectableNoun } from "~/models/foundation/selection/selection"
import type { ListAct } from "~/models/overview/bulk/list-acts"
import { noOne } from "~/models/people/inquiry/inquiry"
import { type StatusStep, statusSteps } from "~/models/people/student/student"
import { chooseNone } from "~/models/teaching/class/bulk-classes"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

type TermFieldsProps = {
  terms: { id: string; name: string; startsOn: string }[]
  fields: Record<"termId" | "price" | "answerBy" | "reason", FieldMeta>
}

/** Into which term classes roll over, at which price, and whether families are asked. */
function TermFields({ terms, fields }: TermFieldsProps) {
  return (
    <>
      <SelectField
        meta={fields.termId}
        label="Next term"
        choices={terms.map(({ id, name, startsOn }) => ({
          value: id,
          label: `${name}, from ${formatDate(startsOn, "medium")}`,
        }))}
      />
      <Field
        meta={fields.price}
        label="Price change"
        optional
        hint="For example, +5% or +2.00. Custom prices stay."
        maxLength={20}
      />
      <DateField
        meta={fields.answerBy}
        label="Ask families to answer by"
        optional
        hint="They confirm or decline online or by email. Leave blank to not ask."
      />
      <Field
        meta={fields.reason}
        label="Reason to allow clashes"
        optional
        hint="For double-booked rooms and students, days of leave and other hours. Leave blank to skip such classes."
        maxLength={200}
      />
    </>
  )
}

/** What is needed first. */
const NoNextTerm = () => (
  <CalloutText tone="amber">
    Classes roll over into a term that hasn’t begun.{" "}
    <Link to={paths.schoolSettings()}>Add the next term</Link> first.
  </CalloutText>
)

const NoDocuments = () => (
  <CalloutText tone="amber">
    There’s nothing to sign yet. <Link to={paths.consentSettings()}>Add a document</Link> first.
  </CalloutText>
)

type FieldPartProps = {
  ownFields: readonly CustomField[]
  /** the one chosen now */
  chosenId: string | undefined
  metas: Record<"fieldId" | "value" | "answerOf" | "clears", FieldMeta>
}

/** The field to change, then its new answer in the control of its kind. Without scripts the answer comes as a second step. */
function FieldPart({ ownFields, chosenId, metas: { fieldId, value, answerOf, clears } }: FieldPartProps) {
  const chosen = ownFields.find(({ id }) => id === chosenId)
  const { key, id, name, errorId, descriptionId, errors } = value
  // An answer to another field isn’t one to this.
  const initialValue = submittedValue(answerOf) === chosen?.id ? value.initialValue : undefined
  return (
    <>
      <SelectField
        meta={fieldId}
        label="Field"
        prompt="Choose a field"
        choices={ownFields.map((field) => ({ value: field.id, label: labelOf(field, ownFields) }))}
      />
      {chosen ? (
        <>
          <input key={chosen.id} type="hidden" name={answerOf.name} defaultValue={chosen.id} />
          <AnswerField
            key={`answer ${chosen.id}`}
            field={{ ...chosen, name: `New answer: ${chosen.name}` }}
            meta={{ key, id, name, errorId, descriptionId, errors, initialValue }}
          />
          {chosen.isRequired ? null : (
            <CheckField
              meta={clears}
              label="Clear the answer"
              hint="For records that should have none. Leave the new answer blank."
            />
          )}
        </>
      ) : null}
    </>
  )
}

/** Where a list has fields of two kinds of records, those of the second say whose they are. */
const labelOf = (field: CustomField, all: readonly CustomField[]) =>
  field.noun === "guardian" && all.some(({ noun }) => noun !== "guardian")
    ? `${field.name} (each guardian)`
    : field.name

type Named = { id: string; name: string }
type Lines = { teachers: Named[]; rooms: Named[] }

type LinesPartProps = { lines: Lines; fields: Record<"teacherId" | "teacherFrom" | "roomId", FieldMeta> }

/** Another teacher, another room, or both, for many classes. */
function LinesPart({ lines, fields }: LinesPartProps) {
  return (
    <>
      <SelectField
        meta={fields.teacherId}
        label="Teacher"
        optional
        {...changeTo(lines.teachers, "No teacher")}
      />
      <DateField
        meta={fields.teacherFrom}
        label="Teacher from"
        hint="Leave this blank to change the teacher now."
        optional
      />
      <SelectField meta={fields.roomId} label="Room" optional {...changeTo(lines.rooms, "No room")} />
    </>
  )
}

const changeTo = (choices: Named[], none: string) => ({
  prompt: "No change",
  choices: [
    ...choices.map(({ id, name }) => ({ value: id, label: name })),
    { value: chooseNone, label: none },
  ],
})

type ConsentPartProps = {
  documents: Named[]
  day: string
  fields: Record<"documentId" | "signedOn" | "signedBy", FieldMeta>
}

/** What was signed on paper, when and by whom. */
const ConsentPart = ({ documents, day, fields }: ConsentPartProps) => (
  <>
    <SelectField
      meta={fields.documentId}
      label="Consent"
      prompt="Choose a consent"
      choices={documents.map(({ id, name }) => ({ value: id, label: name }))}
    />
    <DateField meta={fields.signedOn} label="Signed on" max={day} />
    <Field
      meta={fields.signedBy}
      label="Signed by"
      hint="Leave this blank where each was signed by the first guardian."
      optional
      maxLength={120}
      autoComplete="off"
    />
  </>
)

/** Who takes the next step of inquiries. */
const MemberPart = ({ team, meta }: { team: Named[]; meta: FieldMeta }) => (
  <SelectField
    meta={meta}
    label="Who"
    prompt="Choose"
    choices={[...team, { id: noOne, name: "Anyone in the office" }].map(({ id, name }) => ({
      value: id,
      label: name,
    }))}
  />
)

type Choice = Record<string, string>

type ActFormProps = {
  noun: SelectableNoun
  act: ListAct
  choice: Choice | null
  day: string
  lastDay: string
  currency: string
  /** for an act that needs one */
  classes: NameOffer | null
  source?: string
  terms: { id: string; name: string; startsOn: string }[]
  /** The teachers who are to leave. */
  leaving: LeavingOffer[]
  /** Who and where, for classes that change either. */
  lines: Lines | null
  /** The school's own. */
  fields: CustomField[]
  /** The consents that can be signed. */
  documents: Named[]
  /** Who can take the next step of inquiries. */
  team: Named[]
  result?: SubmissionResult
  /** Its preview is shown below, with the button that carries it out. */
  isPreviewed: boolean
}

type Texts = Record<
  | "step"
  | "from"
  | "reason"
  | "leaveClasses"
  | "classId"
  | "prerequisiteReason"
  | "startsOn"
  | "price"
  | "fromDate"
  | "lastDay"
  | "termId"
  | "answerBy"
  | "fieldId"
  | "value"
  | "answerOf"
  | "clears"
  | "teacherId"
  | "teacherFrom"
  | "roomId"
  | "documentId"
  | "signedOn"
  | "signedBy"
  | "memberId",
  string
>

const texts: Partial<Record<ListAct, string>> = {
  invite:
    "Each person gets an email with a link that works once, for 7 days. Guardians see their children’s lessons, pay invoices and message teachers.",
  send: "Each draft gets its number and is emailed to its payers as a PDF. Until the emails leave, you can undo all of them.",
  remind: "Each payer with an unpaid share gets an email with the balance due. This can’t be undone.",
  void: "Voided invoices keep their numbers. Their items are ready to invoice again. This can’t be undone.",
  "roll-over":
    "Each class continues in the next term as a new class with the same times, teacher, room and students. The present one ends the day before.",
  pdfs: "One ZIP file with a PDF of each selected invoice. Drafts have none.",
  deactivate:
    "This frees teacher spots on your plan. Past lessons, attendance and pay stay. Families and the new teachers get one email each, two minutes later.",
  assign:
    "Upcoming lessons follow where they have their class’s teacher and room. A class that clashes with other lessons doesn’t change and is listed. Families and teachers get one email each, two minutes later.",
  consent: "For forms that came back on paper. Keep the papers: they aren’t stored here.",
  export: "A CSV file with the selected rows, as they are when you download it.",
}

const invitesTeachers =
  "Each teacher gets an email with a link that works once, for 7 days. It opens their lessons, students and messages."

const textOf = (noun: SelectableNoun, act: ListAct): string | undefined =>
  noun === "teachers" && act === "invite" ? invitesTeachers : texts[act]

/** The id of the form of an act that asks something. */
export const actFormId = "act"

/** What an act asks before its preview. One that asks nothing only says what it does. */
export function ActForm({
  noun,
  act,
  choice,
  day,
  lastDay,
  currency,
  classes,
  source,
  terms,
  leaving,
  lines,
  fields: ownFields,
  documents,
  team,
  result,
  isPreviewed,
}: ActFormProps) {
  const shown = choice ?? undefined
  const [form, fields] = useForm<Texts>({
    id: actFormId,
    lastResult: result,
    defaultValue: {
      ...shown,
      from: shown?.from ?? day,
      startsOn: shown?.startsOn ?? day,
      fromDate: shown?.fromDate ?? day,
      lastDay: shown?.lastDay ?? lastDay,
      answerOf: shown?.fieldId,
      termId: shown?.termId ?? terms[0]?.id,
    },
  })
  const parts = partsOf(noun, act)
  const about = textOf(noun, act)
  if (act === "roll-over" && terms.length === 0) return <NoNextTerm />
  if (act === "consent" && documents.length === 0) return <NoDocuments />
  return (
    <>
      {about ? <p>{about}</p> : null}
      {parts.length > 0 ? (
        <PostForm className="form" {...getFormProps(form)} sends={{ fields: "sent" }}>
          {parts.includes("status") ? (
            <SelectField
              meta={fields.step}
              label="New status"
              prompt="Choose"
              choices={(Object.keys(statusSteps) as StatusStep[]).map((step) => ({
                value: step,
                label: statusSteps[step].label,
              }))}
            />
          ) : null}
          {parts.includes("status") ? (
            <DateField
              meta={fields.from}
              label="Takes effect on"
              hint="A later day is for pausing, moving to former and coming back. Lessons on a last day still take place."
            />
          ) : null}
          {parts.includes("class") && classes ? (
            <ClassPart classes={classes} source={source} fields={fields} />
          ) : null}
          {parts.includes("term") ? <TermFields terms={terms} fields={fields} /> : null}
          {parts.includes("price") ? (
            <>
              <Field
                meta={fields.price}
                label={`New price (${currency}) or change`}
                hint="45.00 sets a price. +5% or -2.00 changes each one."
                maxLength={20}
              />
              <DateField meta={fields.fromDate} label="From" hint="Charges already made keep their amount." />
            </>
          ) : null}
          {parts.includes("field") ? (
            <FieldPart ownFields={ownFields} chosenId={fields.fieldId.value} metas={fields} />
          ) : null}
          {parts.includes("consent") ? <ConsentPart documents={documents} fields={fields} day={day} /> : null}
          {parts.includes("lines") && lines ? <LinesPart lines={lines} fields={fields} /> : null}
          {parts.includes("member") ? <MemberPart team={team} meta={fields.memberId} /> : null}
          {parts.includes("takers") ? <LeavingPart leaving={leaving} result={result} /> : null}
          {parts.includes("last-day") ? <DateField meta={fields.lastDay} label="Last day" /> : null}
          {parts.includes("reason") ? (
            <Field
              meta={fields.reason}
              label="Reason"
              optional={act === "status"}
              hint={act === "status" ? "Needed to pause students or move them to former." : undefined}
              maxLength={200}
            />
          ) : null}
          {parts.includes("status") ? (
            <CheckField
              meta={fields.leaveClasses}
              label="Unenroll paused students from their classes"
              hint="Former students always leave their classes."
            />
          ) : null}
          <SubmitRow
            label={isPreviewed ? "Update preview" : "Preview"}
            intent="preview"
            isMain
            pending="Checking…"
            variant={isPreviewed ? "secondary" : "primary"}
          />
        </PostForm>
      ) : null}
    </>
  )
}

type Part =
  | "consent"
  | "member"
  | "lines"
  | "takers"
  | "field"
  | "status"
  | "class"
  | "price"
  | "last-day"
  | "reason"
  | "term"

/** Whether an act has a form: the button that carries it out then sends its fields. */
export const asksForFields = (noun: SelectableNoun, act: ListAct): boolean => partsOf(noun, act).length > 0

function partsOf(noun: SelectableNoun, act: ListAct): Part[] {
  switch (act) {
    case "status":
      return ["status", "reason"]
    case "enroll":
      return ["class"]
    case "price":
      return ["price"]
    case "roll-over":
      return ["term"]
    case "assign":
      return ["lines"]
    case "field":
      return ["field"]
    case "consent":
      return ["consent"]
    case "deactivate":
      return ["takers"]
    case "archive":
      return noun === "classes" ? ["last-day", "reason"] : ["reason"]
    case "void":
    case "lose":
      return ["reason"]
    case "next-step":
      return ["member"]
    default:
      return []
  }
}

type ClassPartProps = {
  classes: NameOffer
  source?: string
  fields: Record<"classId" | "startsOn" | "prerequisiteReason", FieldMeta>
}

/** The class to enroll in, and from when. */
function ClassPart({ classes, source, fields }: ClassPartProps) {
  return (
    <>
      {classes.isSearched ? (
        <EnterButton intent="preview" formNoValidate>
          Preview
        </EnterButton>
      ) : null}
      <NameChoiceField
        meta={fields.classId}
        label="Class"
        sought="a class"
        prompt="Choose a class"
        offer={classes}
        source={source}
      />
      <DateField meta={fields.startsOn} label="First day" />
      <Field
        meta={fields.prerequisiteReason}
        label="Reason to enroll without a prerequisite"
        hint="Only for students whom the preview names as lacking one."
        optional
        maxLength={200}
      />
    </>
  )
}
