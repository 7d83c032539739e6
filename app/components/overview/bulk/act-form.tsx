import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, SelectField } from "~/components/form/choice-fields"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { ClassPart } from "~/components/overview/bulk/class-part"
import { FieldPart } from "~/components/overview/bulk/field-part"
import { type LeavingOffer, LeavingPart } from "~/components/overview/bulk/leaving-part"
import { type Lines, LinesPart } from "~/components/overview/bulk/lines-part"
import { NoNextTerm, TermFields } from "~/components/overview/bulk/term-fields"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import type { SelectableNoun } from "~/models/foundation/selection/selection"
import type { ListAct } from "~/models/overview/bulk/list-acts"
import { type StatusStep, statusSteps } from "~/models/people/student/student"

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
  result?: SubmissionResult
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
  | "teacherId"
  | "teacherFrom"
  | "roomId",
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
    "Upcoming lessons follow where they have their class’s teacher and room. A class that clashes with other lessons stays as it is and is named. Families and teachers get one email each, two minutes later.",
  export: "A CSV file with the selected rows, as they are when you download it.",
}

const invitesTeachers =
  "Each teacher gets an email with a link that works once, for 7 days. It opens their lessons, students and messages."

const textOf = (noun: SelectableNoun, act: ListAct): string | undefined =>
  noun === "teachers" && act === "invite" ? invitesTeachers : texts[act]

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
  result,
}: ActFormProps) {
  const shown = choice ?? undefined
  const [form, fields] = useForm<Texts>({
    id: "act",
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
  return (
    <>
      {about ? <p>{about}</p> : null}
      {parts.length > 0 ? (
        <PostForm className="form" {...getFormProps(form)}>
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
          {parts.includes("lines") && lines ? <LinesPart lines={lines} fields={fields} /> : null}
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
          <p>
            <SubmitButton intent="preview" pending="Checking…" variant={choice ? "secondary" : "primary"}>
              {choice ? "Update preview" : "Preview"}
            </SubmitButton>
          </p>
        </PostForm>
      ) : null}
    </>
  )
}

type Part = "lines" | "takers" | "field" | "status" | "class" | "price" | "last-day" | "reason" | "term"

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
    case "deactivate":
      return ["takers"]
    case "archive":
      return noun === "classes" ? ["last-day", "reason"] : ["reason"]
    case "void":
      return ["reason"]
    default:
      return []
  }
}
