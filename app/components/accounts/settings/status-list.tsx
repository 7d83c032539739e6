import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, Field, SelectField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import {
  EntryButton,
  MoveButtons,
  OrderedEntry,
  type OrderedEntryProps,
  OrderedList,
  PutAwayEntries,
} from "~/components/form/ordered-list"
import { PartForm } from "~/components/form/part-form"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { EditablePart } from "~/components/ui/editable-part"
import {
  type ListedStatus,
  longestStatus,
  type OwnRule,
  ruleText,
} from "~/models/accounts/custom-status/custom-status"
import { defaultOutcomes, type MarkCode } from "~/models/accounts/outcome/outcome"

type StatusTexts = Record<
  "name" | "letters" | "countsAs" | "isShownToFamilies" | "hasOwnRules" | keyof OwnRule,
  string
>

/** The rules as the fields of the form begin. */
const ruleTexts = (rule: OwnRule | null) => ({
  hasOwnRules: rule ? "on" : "",
  chargedPercent: rule ? String(rule.chargedPercent) : "",
  paidPercent: rule ? String(rule.paidPercent) : "",
  issuesCredit: rule?.issuesCredit ? "on" : "",
  countsAsAttended: rule?.countsAsAttended ? "on" : "",
})

type StatusFieldsProps = { metas: Record<keyof StatusTexts, FieldMeta>; hint: string; paysTeachers: boolean }

/** What is entered of a status of the school's own. */
function StatusFields({ metas, hint, paysTeachers }: StatusFieldsProps) {
  return (
    <>
      <Field
        meta={metas.name}
        label="Name"
        hint="For example, Sick note or Online"
        maxLength={longestStatus}
        autoComplete="off"
      />
      <Field
        meta={metas.letters}
        label="Letters"
        hint="1 to 3, for the class’s grid and attendance sheets"
        maxLength={3}
        autoComplete="off"
      />
      <SelectField
        meta={metas.countsAs}
        label="Counts as"
        hint={hint}
        choices={defaultOutcomes.map(({ code, label }) => ({ value: code, label }))}
      />
      <CheckField
        meta={metas.isShownToFamilies}
        label="Families see its name"
        hint="If not, they see what it counts as."
      />
      <OwnRules metas={metas} paysTeachers={paysTeachers} />
    </>
  )
}

/** Shown once they are wanted; a browser that can't hide them shows them always, and they count only with the check mark. */
function OwnRules({ metas, paysTeachers }: Omit<StatusFieldsProps, "hint">) {
  const percent = { optional: true, inputMode: "numeric", maxLength: 3, autoComplete: "off" } as const
  return (
    <div className="own-rules">
      <CheckField
        meta={metas.hasOwnRules}
        label="Rules of its own"
        hint="If not, it’s charged, paid and credited like what it counts as."
      />
      <fieldset>
        <legend>Its rules, for attendance from now on</legend>
        <Field meta={metas.chargedPercent} label="Family charged, percent" {...percent} />
        {paysTeachers ? <Field meta={metas.paidPercent} label="Teacher paid, percent" {...percent} /> : null}
        <CheckField meta={metas.issuesCredit} label="Gives a make-up credit" />
        <CheckField meta={metas.countsAsAttended} label="Attended, in figures" />
      </fieldset>
    </div>
  )
}

/** Whether the school has teachers to pay. */
type Paying = { paysTeachers: boolean }

const baseLabel = (code: MarkCode) => defaultOutcomes.find((each) => each.code === code)?.label ?? code

/** The school's own statuses in their order: each opens to be changed, moved, retired or deleted. */
export function StatusList({
  statuses,
  paysTeachers,
  result,
}: Paying & { statuses: ListedStatus[]; result?: SubmissionResult }) {
  const offered = statuses.filter(({ isRetired }) => !isRetired)
  const retired = statuses.filter(({ isRetired }) => isRetired)
  return (
    <>
      <OrderedList entries={offered} idField="statusId" result={result}>
        {(status, props) => (
          <ListedEntry key={JSON.stringify(status)} status={status} paysTeachers={paysTeachers} {...props} />
        )}
      </OrderedList>
      <PutAwayEntries
        title="Retired"
        entries={retired}
        idField="statusId"
        factOf={({ countsAs }) => `counts as ${baseLabel(countsAs)}`}
      >
        {({ name, isUsed }) => (isUsed ? null : <EntryButton intent="remove" label="Delete" name={name} />)}
      </PutAwayEntries>
    </>
  )
}

function ListedEntry({
  status,
  paysTeachers,
  ...props
}: Paying & { status: ListedStatus } & OrderedEntryProps) {
  const { id, name, letters, countsAs, isShownToFamilies, rule, isUsed } = status
  const [form, metas] = useForm<StatusTexts>({
    id: `status-${id}`,
    lastResult: props.result,
    defaultValue: {
      ...{ name, letters, countsAs, isShownToFamilies: isShownToFamilies ? "on" : "" },
      ...ruleTexts(rule),
    },
  })
  const facts = [
    letters,
    `counts as ${baseLabel(countsAs)}`,
    rule && ruleText(rule, paysTeachers),
    isShownToFamilies ? null : `families see ${baseLabel(countsAs)}`,
  ]
  return (
    <OrderedEntry name={name} facts={facts} isOpen={props.result !== undefined}>
      <PostForm edits className="form mt-3" {...getFormProps(form)} sends={{ statusId: id }}>
        <StatusFields
          metas={metas}
          paysTeachers={paysTeachers}
          hint={
            isUsed
              ? "Recorded attendance has this status, so this can’t be changed. Retire it and add a new one."
              : "Decides charges, pay, make-up credits and figures"
          }
        />
        <div className="buttons">
          <SubmitButton intent="change" variant="secondary" pending="Saving…" isMain label="Save" />
          <MoveButtons name={name} {...props} />
          <EntryButton intent="retire" label="Retire" name={name} />
          {isUsed ? null : <EntryButton intent="remove" label="Delete" name={name} />}
        </div>
      </PostForm>
    </OrderedEntry>
  )
}

/** A status to add after the others. */
export function NewStatus(props: Paying & { result?: SubmissionResult }) {
  return (
    <EditablePart id="new" title="Add a status" edit="Add status" isAnswered={props.result !== undefined}>
      <NewStatusForm {...props} />
    </EditablePart>
  )
}

function NewStatusForm({ paysTeachers, result }: Paying & { result?: SubmissionResult }) {
  const [form, metas] = useForm<StatusTexts>({
    id: "new-status",
    lastResult: result,
    defaultValue: { countsAs: "excused", isShownToFamilies: "on" },
  })
  return (
    <PartForm adds part="new" intent="add" form={form} save="Add status" pending="Adding…">
      <StatusFields
        metas={metas}
        paysTeachers={paysTeachers}
        hint="Decides charges, pay, make-up credits and figures"
      />
    </PartForm>
  )
}
