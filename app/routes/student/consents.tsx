import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { consentFormId, OwnConsent } from "~/components/people/consent/own-consent"
import { ChildTextsPart } from "~/components/people/text-consent/child-texts-part"
import type { FramedPage } from "~/components/shell/frame"
import { EmptyState } from "~/components/ui/empty-state"
import { clientAddress } from "~/http/address.server"
import { requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { answerConsent, listOwnConsents } from "~/models/people/consent/answers.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { listChildTexts } from "~/models/people/text-consent/text-consent.server"
import { ownTextIntents } from "~/routes/settings/text-answers.server"
import { ConsentForm } from "~/routes/student/consent-form.server"
import { agreedText, childConsentWords } from "~/texts/foundation/text-messages"
import { consentRefusals } from "~/texts/people/refusals"
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
      saved: ({ title }) => `Answer to ${title} saved.`,
    }),
    ...ownTextIntents(actor),
  })
}

export const handle: FramedPage = {
  title: "Consents",
  column: "stack narrow",
  head: () => ({ expression: "what your school asks you to agree to" }),
}

export const meta: MetaFunction = () => [{ title: "Consents · Tutti" }]

export default function FamilyConsents() {
  const { documents, texts, words, isChild } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const texted = result?.initialValue?.studentId
  const answered = result?.initialValue?.document
  return (
    <>
      <AnswerSummary formId={consentFormId(String(answered))} result={result} />
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
        const isCode = theirs?.initialValue?.code !== undefined
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
