import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { DataTable } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { findMergeOfForm, runMerge } from "~/models/overview/bulk/run-selection.server"
import { compareGuardians } from "~/models/overview/person-merge/compare-guardians.server"
import { compareStudents } from "~/models/overview/person-merge/compare-students.server"
import { readChoices } from "~/models/overview/person-merge/merge-facts.server"
import { compareTeachers } from "~/models/overview/person-merge/merge-teachers.server"
import {
  type ComparedField,
  type FieldChoice,
  type MergeClash,
  type MergedNoun,
  mergedNouns,
  nounLabels,
  type PersonComparison,
} from "~/models/overview/person-merge/person-merge"
import { mergePersonRefusals } from "~/texts/overview/refusals"
import { newId } from "~/utils/ids.server"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const query = new URL(request.url).searchParams
  const asked = { noun: query.get("noun"), keepId: query.get("keep"), goneId: query.get("gone") }
  const found = orNotFound(compare(actor, asked))
  return { ...found, formKey: newId() }
}

type Asked = Record<"noun" | "keepId" | "goneId", FormDataEntryValue | null>

/** Undefined when the school has not both of them, or they are one already. */
function compare(actor: Actor, { noun: asked, keepId, goneId }: Asked) {
  const noun = mergedNouns.find((known) => known === asked)
  if (!noun || typeof keepId !== "string" || typeof goneId !== "string") return undefined
  if (noun === "teacher" && !may(actor, "teacher:write")) return undefined
  const comparison = compareAs[noun](actor, keepId, goneId)
  return comparison && { noun, comparison }
}

const compareAs = { student: compareStudents, guardian: compareGuardians, teacher: compareTeachers }

const kinds = {
  student: "merge-students",
  guardian: "merge-guardians",
  teacher: "merge-teachers",
} as const satisfies Record<MergedNoun, string>

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const form = await request.formData()
  const formKey = String(form.get("key") ?? "").slice(0, 64) || newId()
  // Sent again, the form of a merge that is done leads to its page.
  const earlier = await findMergeOfForm(actor, formKey)
  if (earlier) return redirect(paths.task(earlier), 303)
  const found = orNotFound(
    compare(actor, {
      noun: form.get("noun"),
      keepId: form.get("keep"),
      goneId: form.get("gone"),
    }),
  )
  const { noun, comparison } = found
  if (comparison.clashes.length > 0) return data({ problem: mergePersonRefusals.clash }, { status: 409 })
  const choices = readChoices(form)
  if (!choices) return data({ problem: "Choose which entry to keep in each row." }, { status: 400 })
  const taskId = await runMerge(actor, {
    kind: kinds[noun],
    facts: { keepId: comparison.keep.id, goneId: comparison.gone.id, choices },
    name: comparison.gone.name,
    formKey,
  })
  return redirect(paths.task(taskId), 303)
}

export const meta = pageTitle<typeof loader>(
  (found) => `Merge ${nounLabels[found.noun].many}`,
  "Merge records",
)

export default function MergePeople() {
  const { noun, comparison, formKey } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  const { keep, gone, fields, moves, remarks, clashes } = comparison
  const isReady = clashes.length === 0
  const swapped = paths.mergePeople({ noun, keep: gone.id, gone: keep.id })
  return (
    <div className="stack">
      <PageHead
        back={{ to: paths.duplicates({ of: noun }), label: "Possible duplicates" }}
        title={`Merge ${nounLabels[noun].many}`}
        expression={`${gone.name} (${gone.about}) joins ${keep.name} (${keep.about})`}
      />
      <Clashes clashes={clashes} problem={problem} />
      <PostForm className="stack" sends={{ noun, keep: keep.id, gone: gone.id, key: formKey }}>
        <PersonComparisonTable keep={keep} gone={gone} fields={fields} canChoose={isReady} />
        {moves.length > 0 ? <p>Moves to the record you keep: {joinNames(moves)}.</p> : null}
        {remarks.map((remark) => (
          <p key={remark}>{remark}</p>
        ))}
        <p>
          {noun === "teacher" ? "Payslips" : "Invoices and receipts you’ve issued"} keep the names they were
          made with. You can undo the merge.
        </p>
        <div className="buttons">
          {isReady ? <SubmitButton pending="Merging…" label={`Merge into ${keep.name}`} /> : null}
          <Link to={swapped}>Keep the other record instead</Link>
        </div>
      </PostForm>
    </div>
  )
}

function Clashes({ clashes, problem }: { clashes: MergeClash[]; problem: string | undefined }) {
  if (clashes.length === 0 && !problem) return null
  return (
    <Callout tone="red">
      {problem ? <p role="alert">{problem}</p> : <p>Settle this before you merge:</p>}
      <ul>
        {clashes.map(({ text, to }) => (
          <li key={text}>
            {text} {to ? <Link to={to.path}>{to.label}</Link> : null}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

type PersonComparisonTableProps = Pick<PersonComparison, "keep" | "gone" | "fields"> & {
  /** Without it nothing can be chosen. */
  canChoose: boolean
}

/** Two records side by side, the one that stays first. Where they differ, the answer that counts is chosen. */
function PersonComparisonTable({ keep, gone, fields, canChoose }: PersonComparisonTableProps) {
  const rows = fields.filter((field) => field.keep !== "" || field.gone !== "")
  return (
    <DataTable
      caption="The two records"
      rows={rows}
      rowKey={({ name }) => name}
      terse="labelled"
      columns={[
        { label: "Field", cell: ({ label }) => label },
        { label: `Keep: ${keep.name}`, cell: (field) => <Answer text={field.keep} /> },
        { label: `Remove: ${gone.name}`, cell: (field) => <Answer text={field.gone} /> },
        {
          label: "After the merge",
          cell: (field) =>
            canChoose && field.choices.length > 0 ? (
              <Choices field={field} />
            ) : (
              <Answer text={resultOf(field)} />
            ),
        },
      ]}
    />
  )
}

const Answer = ({ text }: { text: string }) => <>{text || "–"}</>

const resultOf = ({ chosen, keep, gone }: ComparedField) => (chosen === "gone" ? gone : keep)

const choiceLabels: Record<FieldChoice, string> = { keep: "First", gone: "Second", both: "Both" }

function Choices({ field }: { field: ComparedField }) {
  const { name, label, choices, chosen } = field
  return (
    <fieldset className="segmented" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice}>
          <input type="radio" name={`choice.${name}`} value={choice} defaultChecked={choice === chosen} />
          {choiceLabels[choice]}
        </label>
      ))}
    </fieldset>
  )
}
