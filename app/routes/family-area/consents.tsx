import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field, SegmentedField } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { ConsentStateText } from "~/components/people/consent/consent-state"
import { DocumentText } from "~/components/people/consent/document-text"
import { ChildTextsPart } from "~/components/people/text-consent/child-texts-part"
import { childFormId } from "~/components/people/text-consent/own-texts-part"
import { framed } from "~/components/shell/frame"
import { EmptyState } from "~/components/ui/data-table"
import { clientAddress } from "~/http/address.server"
import { requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { answerConsent, listOwnConsents } from "~/models/people/consent/answers.server"
import { loginConsentAge } from "~/models/people/consent/consent"
import { findPortal } from "~/models/people/family-access/portal.server"
import { listChildTexts } from "~/models/people/text-consent/text-consent.server"
import { ConsentForm } from "~/routes/family-area/consent-form.server"
import { ownTextIntents } from "~/routes/settings/text-answers.server"
import { agreedText, childConsentWords } from "~/texts/foundation/text-messages"
import { consentRefusals, stillLockedText } from "~/texts/people/refusals"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

/** What the school asks the family to agree to, with what was answered. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const onOf = (at: number) => localDate(at, actor.school.timeZone)
  const documents = listOwnConsents(actor).map(({ asked: _, whose, ...document }) => ({
    ...document,
    publishedOn: onOf(document.publishedAt),
    whose: whose.map(({ answer, ...who }) => ({
      ...who,
      answer: answer && { ...answer, on: onOf(answer.createdAt) },
    })),
  }))
  const { students } = findPortal(actor)
  const texts = listChildTexts(actor).map(
    ({ id, firstName, ownPhone, state, phone, isStopped, ...agreement }) => ({
      ...{ id, firstName, ownPhone, state, phone, isStopped },
      agreed: agreement.agreedAt === null ? null : agreedText({ ...agreement, on: onOf(agreement.agreedAt) }),
    }),
  )
  const words = childConsentWords(actor.school.name)
  return {
    documents,
    texts,
    words,
    isChild: students.length > 0 && students.every(({ as }) => as === "child"),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:write")
  return intents(request, paths.studentConsents(), {
    answer: intent({
      schema: ConsentForm,
      run: (given) => answerConsent(actor, { ...given, address: clientAddress(request) }),
      refusals: consentRefusals,
      status: 409,
      saved: ({ title, locked }) => `Answer to ${title} saved.${stillLockedText(locked)}`,
    }),
    ...ownTextIntents(actor),
  })
}

export const { handle, meta } = framed({
  title: "Consents",
  column: "stack narrow",
  head: () => ({ expression: "what your school asks you to agree to" }),
})

export default function FamilyConsents() {
  const { documents, texts, words, isChild } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const texted = result?.initialValue?.studentId
  const answered = result?.initialValue?.document
  const isCode = result?.initialValue?.code !== undefined
  return (
    <>
      <AnswerSummary
        formId={answered ? consentFormId(String(answered)) : childFormId(String(texted), isCode)}
        result={result}
      />
      {documents.length > 0 ? (
        <>
          <p className="dim">You can change an answer at any time. The school sees each answer.</p>
          {documents.map((document) => (
            <OwnConsent
              key={`${document.versionId} ${JSON.stringify(document.whose)}`}
              document={document}
              result={answered === document.id ? result : undefined}
            />
          ))}
        </>
      ) : texts.length > 0 ? null : (
        <EmptyState>
          {isChild
            ? "Ask a parent or guardian to answer for you."
            : "Your school hasn’t asked you to agree to anything. You’ll see its documents here."}
        </EmptyState>
      )}
      {texts.map((child) => {
        const theirs = texted === child.id ? result : undefined
        return (
          <ChildTextsPart
            key={`${child.id} ${child.state}`}
            child={child}
            words={words}
            results={{
              "agree-texts": isCode ? undefined : theirs,
              "text-code": isCode ? theirs : undefined,
            }}
          />
        )
      })}
    </>
  )
}

type OwnDocument = ReturnType<typeof useLoaderData<typeof loader>>["documents"][number]

const consentFormId = (documentId: string) => `consent-${documentId}`

const yesOrNo = [
  { value: "yes", label: "I agree" },
  { value: "no", label: "I don’t agree" },
]

type Fields = { whose: Record<string, string>; name: string }

/** A document of the school with the family’s answers, which can be changed at any time. */
function OwnConsent({ document, result }: { document: OwnDocument; result?: SubmissionResult }) {
  const { id, versionId, title, body, number, publishedOn, per, whose, decidesLogin } = document
  const given = whose.flatMap(({ id: who, answer, state }) =>
    answer && state !== "waiting" ? [[who, answer.isAgreed ? "yes" : "no"] as const] : [],
  )
  const [form, fields] = useForm<Fields>({
    id: consentFormId(id),
    lastResult: result,
    defaultValue: { whose: Object.fromEntries(given) },
  })
  const answers = fields.whose.getFieldset()
  const isOpen = result !== undefined || whose.some(({ state }) => state === "waiting")
  return (
    <section className="section" aria-labelledby={`${form.id}-title`}>
      <h2 id={`${form.id}-title`}>{title}</h2>
      <details className="disclosure" open={isOpen}>
        <summary>
          Read version {number}, published {formatDate(publishedOn, "medium")}
        </summary>
        <DocumentText body={body} />
      </details>
      {decidesLogin ? (
        <p className="small dim">
          A student under {loginConsentAge} gets a login once a guardian agrees. If you withdraw, we lock the
          login.
        </p>
      ) : null}
      <dl className="ledger">
        {whose.map(({ id: who, name, state, answer }) => (
          <div key={who}>
            <dt>{name}</dt>
            <dd>
              <ConsentStateText state={state} answer={answer} />
            </dd>
          </div>
        ))}
      </dl>
      <details className="disclosure" open={isOpen}>
        <summary>{isOpen || whose.every(({ answer }) => !answer) ? "Answer" : "Change your answer"}</summary>
        <PostForm edits className="form" {...getFormProps(form)} sends={{ document: id, version: versionId }}>
          {whose.map(({ id: who, name }) => {
            const meta = answers[who]
            return meta ? (
              <SegmentedField
                key={who}
                meta={meta}
                label={per === "student" ? `For ${name}` : name}
                choices={yesOrNo}
                optional
              />
            ) : null
          })}
          <Field
            meta={fields.name}
            label="Your full name"
            hint="Typed as your signature."
            autoComplete="name"
            maxLength={120}
          />
          <SubmitRow
            label="Save answer"
            pending="Saving…"
            intent="answer"
            aria-label={`Save answer to ${title}`}
          />
        </PostForm>
      </details>
    </section>
  )
}
