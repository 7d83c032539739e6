import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
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
import { type ListedStatus, ruleText } from "~/models/accounts/own-status/own-status"
import { ruleTexts, StatusFields, type StatusTexts } from "./status-fields"

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
      <PostForm edits className="form mt-3" {...getFormProps(form)}>
        <input type="hidden" name="statusId" value={id} />
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
