import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { DocumentFields, type DocumentTexts } from "~/components/people/consent/document-fields"
import { DocumentText } from "~/components/people/consent/document-text"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { FactList } from "~/components/ui/fact-list"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, intent, intents, titles } from "~/http/intents.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { hasRules, kindLabels, perLabels, withRules } from "~/models/people/consent/consent"
import {
  findDocument,
  listVersions,
  saveDocument,
  setArchived,
} from "~/models/people/consent/documents.server"
import { DocumentForm } from "~/routes/settings/consent-forms.server"
import { readFamilyPolicies } from "~/routes/settings/family-policies.server"
import { consentDocumentRefusals } from "~/texts/people/refusals"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

function documentOf(actor: Actor, documentId: string | undefined) {
  const document = orNotFound(findDocument(actor, documentId ?? ""))
  return document
}

/** One document: its text, which is published as the next version where it is changed, and the versions before. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const { versionId: _v, asked: _a, publishedAt: _p, ...document } = documentOf(actor, params.documentId)
  const rules = document.kind === "policy" ? readFamilyPolicies(actor) : []
  return {
    document,
    // With the policies' rules as they are now, where the text has others.
    withRules: rules.length > 0 && !hasRules(document.body, rules) ? withRules(document.body, rules) : null,
    versions: listVersions(actor, document.id).map(({ createdAt, ...version }) => ({
      ...version,
      on: localDate(createdAt, actor.school.timeZone),
    })),
    seesPeople: may(actor, "student:read"),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const { id, title } = documentOf(actor, params.documentId)
  const refusals = titles(consentDocumentRefusals)
  return intents(request, paths.consentDocument(id), {
    save: intent({
      schema: DocumentForm,
      run: (form) => saveDocument(actor, id, form),
      refusals: consentDocumentRefusals,
      field: "body",
      status: 409,
      saved: ({ version }, form) =>
        version ? `Version ${version} of ${form.title} published.` : `${form.title} saved.`,
    }),
    archive: act({
      run: () => setArchived(actor, id, true),
      refusals,
      saved: {
        title: `${title} archived.`,
        undo: { to: paths.consentDocument(id), fields: { intent: "restore" } },
      },
    }),
    restore: act({ run: () => setArchived(actor, id, false), refusals, saved: `${title} restored.` }),
  })
}

export const handle: FramedPage<typeof loader> = {
  title: "Consent",
  column: "stack narrow",
  head: ({ document }) => ({
    title: document.title,
    back: { to: paths.consentSettings(), label: "Consents" },
  }),
}

export const meta = pageTitle<typeof loader>((data) => data.document.title)

export default function ConsentDocumentPage() {
  const { document, versions, seesPeople, withRules: proposed } = useLoaderData<typeof loader>()
  const { id, kind, per, title, number, archivedAt } = document
  return (
    <>
      <FactList
        facts={[
          ["About", kindLabels[kind]],
          ["Who answers", perLabels[per]],
        ]}
      />
      {seesPeople ? (
        <p>
          <LinkButton to={paths.consents({ document: id })}>View answers</LinkButton>
        </p>
      ) : null}
      {proposed !== null && archivedAt === null ? (
        <details className="disclosure" id="rules">
          <summary>The text with your policies’ rules as they are now</summary>
          <p className="dim">Copy it into the text below and save, to publish it as the next version.</p>
          <textarea
            aria-label="Text with the rules as they are now"
            readOnly
            rows={12}
            defaultValue={proposed}
          />
        </details>
      ) : null}
      {archivedAt === null ? (
        <EditDocument key={`${number} ${title} ${document.atEnrollment} ${document.isForLogins}`} />
      ) : (
        <>
          <CalloutText>Archived: families aren’t asked. Their answers stay.</CalloutText>
          <DocumentText body={document.body} />
        </>
      )}
      <PostForm>
        <SubmitRow
          label={archivedAt === null ? "Archive document" : "Restore document"}
          intent={archivedAt === null ? "archive" : "restore"}
          variant="secondary"
          pending="Saving…"
        />
      </PostForm>
      <section className="section" aria-labelledby="versions">
        <h2 id="versions">Versions</h2>
        {versions.map(({ id: versionId, number: each, on, body, asksAgain }) => (
          <details className="disclosure" key={versionId}>
            <summary>
              Version {each}, {formatDate(on, "medium")}
              {asksAgain ? ", families were asked" : ""}
            </summary>
            <DocumentText body={body} />
          </details>
        ))}
      </section>
    </>
  )
}

function EditDocument() {
  const { title, atEnrollment, body, number, per, isForLogins } = useLoaderData<typeof loader>().document
  const [form, fields] = useForm<DocumentTexts>({
    id: "document",
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: { title, atEnrollment, body, ...(isForLogins ? { isForLogins: "on" } : {}) },
  })
  return (
    <>
      <ErrorSummary form={form} />
      <PostForm edits className="form" {...getFormProps(form)} sends={{ number }}>
        <DocumentFields metas={fields} isOfStudents={per === "student"} />
        <p className="small dim">
          A changed text is published as version {number + 1}. Earlier versions stay.
        </p>
        <SubmitRow label="Save" intent="save" pending="Saving…" />
      </PostForm>
    </>
  )
}
