import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
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
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { EditablePart } from "~/components/ui/editable-part"
import { defaultOutcomes, type MarkCode } from "~/models/accounts/outcome/outcome"
import { type ListedStatus, longestStatus } from "~/models/accounts/own-status/own-status"

type Texts = Record<"name" | "letters" | "countsAs" | "isShownToFamilies", string>
type Metas = Record<keyof Texts, FieldMeta>

const baseLabel = (code: MarkCode) => defaultOutcomes.find((each) => each.code === code)?.label ?? code

/** The school's own statuses in their order: each opens to be changed, moved, retired or deleted. */
export function StatusList({ statuses, result }: { statuses: ListedStatus[]; result?: SubmissionResult }) {
  const offered = statuses.filter(({ isRetired }) => !isRetired)
  const retired = statuses.filter(({ isRetired }) => isRetired)
  return (
    <>
      <OrderedList entries={offered} idField="statusId" result={result}>
        {(status, props) => <ListedEntry key={JSON.stringify(status)} status={status} {...props} />}
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

function ListedEntry({ status, ...props }: { status: ListedStatus } & OrderedEntryProps) {
  const { id, name, letters, countsAs, isShownToFamilies, isUsed } = status
  const [form, metas] = useForm<Texts>({
    id: `status-${id}`,
    lastResult: props.result,
    defaultValue: { name, letters, countsAs, isShownToFamilies: isShownToFamilies ? "on" : "" },
  })
  const facts = [
    letters,
    `counts as ${baseLabel(countsAs)}`,
    isShownToFamilies ? null : `families see ${baseLabel(countsAs)}`,
  ]
  return (
    <OrderedEntry name={name} facts={facts} isOpen={props.result !== undefined}>
      <PostForm className="form mt-3" {...getFormProps(form)}>
        <input type="hidden" name="statusId" value={id} />
        <Facts
          metas={metas}
          hint={
            isUsed
              ? "Recorded attendance has this status, so this can’t be changed. Retire it and add a new one."
              : "Decides charges, pay, make-up credits and figures"
          }
        />
        <div className="buttons">
          <SubmitButton intent="change" variant="secondary" pending="Saving…" isMain>
            Save
          </SubmitButton>
          <MoveButtons name={name} {...props} />
          <EntryButton intent="retire" label="Retire" name={name} />
          {isUsed ? null : <EntryButton intent="remove" label="Delete" name={name} />}
        </div>
      </PostForm>
    </OrderedEntry>
  )
}

/** A status to add after the others. */
export function NewStatus({ result }: { result?: SubmissionResult }) {
  return (
    <EditablePart id="new" title="Add a status" edit="Add status" isAnswered={result !== undefined}>
      <NewStatusForm result={result} />
    </EditablePart>
  )
}

function NewStatusForm({ result }: { result?: SubmissionResult }) {
  const [form, metas] = useForm<Texts>({
    id: "new-status",
    lastResult: result,
    defaultValue: { countsAs: "excused", isShownToFamilies: "on" },
  })
  return (
    <PartForm part="new" intent="add" form={form} save="Add status" pending="Adding…">
      <Facts metas={metas} hint="Decides charges, pay, make-up credits and figures" />
    </PartForm>
  )
}

function Facts({ metas, hint }: { metas: Metas; hint: string }) {
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
    </>
  )
}
