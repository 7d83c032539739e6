import { type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field, SegmentedField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { ActButton, AnswerSummary } from "~/components/form/post-form"
import type { FramedPage } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { EditablePart } from "~/components/ui/editable-part"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents, titles } from "~/http/intents.server"
import { may } from "~/models/foundation/access/permissions"
import { addKind, changeKind, listAllKinds, setKindArchived } from "~/models/people/proof/kinds.server"
import { longestKind, proofAudiences } from "~/models/people/proof/proof"
import { KindForm, NewKindForm } from "~/routes/settings/proof-kind-forms.server"
import { audienceLabels, monthsText, proofKindRefusals } from "~/texts/people/proofs"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** The documents that the school requires of its teachers and students. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const all = listAllKinds(actor)
  return {
    kinds: all.filter(({ isArchived }) => !isArchived),
    archived: all.filter(({ isArchived }) => isArchived).map(({ id, name }) => ({ id, name })),
    seesPeople: may(actor, "student:read"),
    isSolo: actor.school.kind === "solo",
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const refusals = titles(proofKindRefusals)
  return intents(request, paths.proofKinds(), {
    add: intent({
      schema: NewKindForm,
      run: (form) => addKind(actor, form),
      refusals: proofKindRefusals,
      field: { "name-taken": "name", "too-many": "name", "no-office": "audience" },
      status: 409,
      saved: (_, { name }) => `${name} added.`,
    }),
    save: intent({
      schema: KindForm,
      run: ({ kindId, ...facts }) => changeKind(actor, kindId, facts),
      refusals: proofKindRefusals,
      field: "name",
      status: 409,
      saved: (_, { name }) => `${name} saved.`,
    }),
    archive: act({
      run: (form) => setKindArchived(actor, idIn(form, "kindId"), true),
      refusals,
      saved: ({ name }) => `${name} archived.`,
    }),
    restore: act({
      run: (form) => setKindArchived(actor, idIn(form, "kindId"), false),
      refusals,
      saved: ({ name }) => `${name} restored.`,
    }),
  })
}

export const shouldRevalidate = unlessPartOpened

export const handle: FramedPage = {
  title: "Required documents",
  column: "stack narrow",
  head: () => ({
    expression: "what teachers and students bring, and until when it’s valid",
    back: { to: paths.policies(), label: "Policies" },
  }),
}

export const meta: MetaFunction = () => [{ title: "Documents you require · Tutti" }]

const formIdOf = (kindId: string) => (kindId ? `kind-${kindId}` : "new-kind")

export default function ProofKinds() {
  const { kinds, archived, seesPeople } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const refused = String(result?.initialValue?.kindId ?? "")
  const resultOf = (kindId: string) => (kindId === refused ? result : undefined)
  return (
    <>
      <AnswerSummary formId={formIdOf(refused)} result={result} />
      {kinds.length === 0 ? (
        <EmptyState>
          No documents yet. Add a background check or an insurance, and see who lacks it or whose expires.
        </EmptyState>
      ) : seesPeople ? (
        <p>
          <Link to={paths.lackingProofs()}>Who lacks a document</Link>
        </p>
      ) : null}
      {kinds.map((kind) => (
        <EditablePart
          key={kind.id}
          id={kind.id}
          title={kind.name}
          isAnswered={resultOf(kind.id) !== undefined}
          facts={[
            ["Needed by", audienceLabels[kind.audience]],
            ["Usually valid", monthsText(kind.months)],
            ["Reminder", `${countOf(kind.remindDays, "day")} before it expires`],
          ]}
          below={
            <ActButton
              label="Archive"
              sends={{ kindId: kind.id }}
              intent="archive"
              pending="Archiving…"
              about={kind.name}
            />
          }
        >
          <KindFields key={JSON.stringify(kind)} kind={kind} result={resultOf(kind.id)} />
        </EditablePart>
      ))}
      <EditablePart
        id="new"
        title="Add a document"
        edit="Add document"
        isAnswered={result !== undefined && refused === ""}
      >
        <KindFields key={kinds.length} result={resultOf("")} />
      </EditablePart>
      {archived.length > 0 ? (
        <section className="section" aria-labelledby="archived">
          <h2 id="archived">Archived</h2>
          <ul className="rows">
            {archived.map(({ id, name }) => (
              <li key={id}>
                {name}
                <ActButton
                  label="Restore"
                  sends={{ kindId: id }}
                  intent="restore"
                  pending="Restoring…"
                  about={name}
                />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

type Kind = ReturnType<typeof useLoaderData<typeof loader>>["kinds"][number]

function KindFields({ kind, result }: { kind?: Kind; result: SubmissionResult | undefined }) {
  const { isSolo } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<Record<"name" | "audience" | "months" | "remindDays", string>>({
    id: formIdOf(kind?.id ?? ""),
    lastResult: result,
    defaultValue: {
      ...{ name: kind?.name, months: kind?.months?.toString() },
      ...{ remindDays: String(kind?.remindDays ?? 30), audience: isSolo ? "student" : undefined },
    },
  })
  return (
    <PartForm
      part={kind?.id ?? "new"}
      intent={kind ? "save" : "add"}
      form={form}
      save={kind ? "Save" : "Add document"}
      adds={!kind}
    >
      {kind ? <input type="hidden" name="kindId" value={kind.id} /> : null}
      <Field
        meta={fields.name}
        label="Name"
        hint="A background check, for example"
        maxLength={longestKind}
        autoComplete="off"
      />
      {kind ? null : (
        <SegmentedField
          meta={fields.audience}
          label="Needed by"
          hint="This can’t be changed later."
          choices={proofAudiences
            .filter((value) => value === "student" || !isSolo)
            .map((value) => ({ value, label: audienceLabels[value] }))}
        />
      )}
      <Field
        meta={fields.months}
        label="Months valid"
        hint="Leave it blank for a document that doesn’t expire."
        inputMode="numeric"
        maxLength={3}
        optional
      />
      <Field
        meta={fields.remindDays}
        label="Days before to remind"
        hint="Its person is emailed then."
        inputMode="numeric"
        maxLength={3}
      />
    </PartForm>
  )
}
