import { type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { PartForm } from "~/components/form/part-form"
import { ActButton, AnswerSummary } from "~/components/form/post-form"
import { DocumentFields, type DocumentTexts, FirstFields } from "~/components/people/consent/document-fields"
import type { FramedPage } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { EditablePart } from "~/components/ui/editable-part"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents, titles } from "~/http/intents.server"
import { may } from "~/models/foundation/access/permissions"
import { listAnsweredTo } from "~/models/people/consent/answers.server"
import { askLabels, kindLabels, stateLabels, withRules } from "~/models/people/consent/consent"
import { addDocument, listDocuments, setArchived } from "~/models/people/consent/documents.server"
import { NewDocumentForm } from "~/routes/settings/consent-forms.server"
import { readFamilyPolicies } from "~/routes/settings/family-policies.server"
import { loginConsentText } from "~/texts/people/consents"
import { consentDocumentRefusals } from "~/texts/people/refusals"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** The documents that families agree to, with how many have. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const found = listDocuments(actor)
  const answered = listAnsweredTo(actor, found)
  const from = new URL(request.url).searchParams.get("from")
  return {
    // What the policies’ own page begins a document with.
    begun: from === "policies" ? withRules("", readFamilyPolicies(actor)) : null,
    // What the page of a child’s login begins one with.
    isForLogins: from === "logins",
    documents: found.map((document, index) => {
      const states = (answered[index] ?? []).map(({ state }) => state)
      const { id, title, kind, number, atEnrollment, asked } = document
      const [agreed, waiting] = (["agreed", "waiting"] as const).map(
        (state) => states.filter((each) => each === state).length,
      )
      return { id, title, kind, number, atEnrollment, asked, agreed: agreed ?? 0, waiting: waiting ?? 0 }
    }),
    archived: listDocuments(actor, { archived: true }).map(({ id, title }) => ({ id, title })),
    seesPeople: may(actor, "student:read"),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return intents(request, paths.consentSettings(), {
    add: intent({
      schema: NewDocumentForm,
      run: (form) => addDocument(actor, form),
      refusals: consentDocumentRefusals,
      field: "title",
      status: 409,
      saved: (_, { title }) => `${title} added.`,
    }),
    restore: act({
      run: (form) => setArchived(actor, idIn(form, "documentId"), false),
      refusals: titles(consentDocumentRefusals),
      saved: ({ title }) => `${title} restored.`,
    }),
  })
}

export const shouldRevalidate = unlessPartOpened

export const handle: FramedPage = {
  title: "Consents",
  column: "stack narrow",
  head: () => ({
    expression: "what families agree to, with every version and answer",
    back: { to: paths.policies(), label: "Policies" },
  }),
}

export const meta: MetaFunction = () => [{ title: "Consent documents · Tutti" }]

export default function ConsentSettings() {
  const { documents, archived, seesPeople, begun, isForLogins } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <AnswerSummary formId="new-document" result={result} />
      <DataTable
        caption="Consents"
        rows={documents}
        empty="No documents yet. Add your studio policy, or ask whether you may take photos."
        columns={[
          {
            label: "Title",
            cell: ({ id, title }) => <Link to={paths.consentDocument(id)}>{title}</Link>,
          },
          { label: "About", cell: ({ kind }) => kindLabels[kind] },
          { label: "Version", numeric: true, cell: ({ number }) => number },
          { label: "Public form", cell: ({ atEnrollment }) => askLabels[atEnrollment] },
          { label: "Agreed", numeric: true, cell: ({ agreed }) => agreed },
          {
            label: "Not answered yet",
            numeric: true,
            cell: ({ id, asked, waiting }) =>
              seesPeople && waiting > 0 ? (
                <Link to={paths.consents({ document: id })}>{waiting}</Link>
              ) : asked > 0 ? (
                waiting
              ) : (
                stateLabels.none
              ),
          },
        ]}
      />
      <EditablePart id="new" title="Add a document" edit="Add document" isAnswered={result !== undefined}>
        <NewDocument
          key={`${documents.length} ${begun} ${isForLogins}`}
          result={result}
          begun={begun}
          isForLogins={isForLogins}
        />
      </EditablePart>
      {archived.length > 0 ? (
        <section className="section" aria-labelledby="archived">
          <h2 id="archived">Archived</h2>
          <p className="small dim">{countOf(archived.length, "document")} that families aren’t asked.</p>
          <ul className="rows">
            {archived.map(({ id, title }) => (
              <li key={id}>
                <Link to={paths.consentDocument(id)}>{title}</Link>
                <ActButton
                  label="Restore"
                  sends={{ documentId: id }}
                  intent="restore"
                  pending="Restoring…"
                  about={title}
                />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

type NewDocumentProps = {
  result?: SubmissionResult
  /** the policies’ rules, which everyone who enrolls agrees to */
  begun: string | null
  /** what a guardian agrees to before a child logs in */
  isForLogins: boolean
}

function NewDocument({ result, begun, isForLogins }: NewDocumentProps) {
  const [form, fields] = useForm<DocumentTexts & Record<"kind" | "per", string>>({
    id: "new-document",
    lastResult: result,
    defaultValue: isForLogins
      ? {
          ...{ title: "A child’s own login", kind: "data", per: "student" },
          ...{ atEnrollment: "no", asksAgain: "on", isForLogins: "on", body: loginConsentText },
        }
      : begun === null
        ? { atEnrollment: "no", per: "student", asksAgain: "on" }
        : {
            ...{ title: kindLabels.policy, kind: "policy", per: "adult" },
            ...{ atEnrollment: "must", asksAgain: "on", body: begun },
          },
  })
  return (
    <PartForm part="new" intent="add" form={form} save="Add document" adds>
      <FirstFields metas={fields} />
      <DocumentFields metas={fields} isNew />
    </PartForm>
  )
}
