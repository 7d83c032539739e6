import type { SubmissionResult } from "@conform-to/react"
import { DeclineForm } from "~/components/form/decline-form"
import { ActButton, AnswerSummary } from "~/components/form/post-form"
import { CalloutText } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/data-table"
import { CancelEdit, EditablePart } from "~/components/ui/editable-part"
import type { CoverState, ProofState } from "~/models/people/proof/proof"
import { coverText } from "~/texts/people/proofs"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { type KindChoice, ProofForm } from "./proof-form"

export type ShownProof = {
  id: string
  kindName: string
  state: ProofState
  validUntil: string | null
  note: string | null
  fileId: string | null
  fileName: string | null
  answer: string | null
  on: string
}
export type ShownCover = {
  kindId: string
  name: string
  state: CoverState
  validUntil: string | null
  isWaiting: boolean
}

const proofFormId = (proofId: string) => (proofId ? `document-${proofId}` : "new-document")
const declineFormId = (proofId: string) => `decline-${proofId}`

/** How someone stands with what is required of them. */
export function CoverList({ covers }: { covers: ShownCover[] }) {
  return (
    <dl className="ledger">
      {covers.map((cover) => (
        <div key={cover.kindId}>
          <dt>{cover.name}</dt>
          <dd>{cover.state === "valid" ? coverText(cover) : <b>{coverText(cover)}</b>}</dd>
        </div>
      ))}
    </dl>
  )
}

type ProofListProps = {
  covers: ShownCover[]
  proofs: ShownProof[]
  kinds: KindChoice[]
  mayWrite: boolean
  result: SubmissionResult<string[]> | undefined
}

const refusedIn = (result: SubmissionResult<string[]> | undefined) => ({
  one: String(result?.initialValue?.proofId ?? ""),
  isDecline: result?.initialValue?.intent === "decline",
})

/** The form that was refused. */
function refusedFormId(result: SubmissionResult<string[]> | undefined): string {
  const { one, isDecline } = refusedIn(result)
  return isDecline ? declineFormId(one) : proofFormId(one)
}

/** Someone's documents for the office: what was handed in is accepted or declined, the others are changed or deleted. */
export const ProofsPage = (page: ProofListProps) => (
  <div className="stack narrow">
    <AnswerSummary formId={refusedFormId(page.result)} result={page.result} />
    <h2>Documents</h2>
    <ProofList {...page} />
  </div>
)

function ProofList({ covers, proofs, kinds, mayWrite, result }: ProofListProps) {
  const refused = refusedIn(result)
  const resultOf = (proofId: string, isDecline = false) =>
    refused.one === proofId && refused.isDecline === isDecline ? result : undefined
  if (kinds.length === 0 && proofs.length === 0)
    return (
      <EmptyState>
        No documents are required. Under Settings, Required documents, add what you ask current teachers and
        students for.
      </EmptyState>
    )
  return (
    <>
      {covers.length > 0 ? <CoverList covers={covers} /> : null}
      {proofs.map((proof) => (
        <EditablePart
          key={proof.id}
          id={proof.id}
          title={proof.kindName}
          isAnswered={resultOf(proof.id) !== undefined}
          list={
            proof.state === "asked" ? (
              <CalloutText tone="amber">Handed in. It counts once you accept it.</CalloutText>
            ) : null
          }
          facts={[
            ["Valid until", proof.validUntil ? formatDate(proof.validUntil, "medium") : "No expiry date"],
            ["File", <ProofFile key="file" proof={proof} />],
            ["Note", proof.note],
            [proof.state === "asked" ? "Handed in" : "Entered", formatDate(proof.on, "medium")],
            ...(proof.state === "declined" ? ([["Declined", proof.answer]] as const) : []),
          ]}
          below={mayWrite ? <ProofActs proof={proof} result={resultOf(proof.id, true)} /> : null}
        >
          <ProofForm
            key={JSON.stringify(proof)}
            id={proofFormId(proof.id)}
            intent={proof.state === "asked" ? "save-and-accept" : "save"}
            save={proof.state === "asked" ? "Save and accept" : "Save"}
            start={proof}
            result={resultOf(proof.id)}
          >
            <CancelEdit part={proof.id} />
          </ProofForm>
        </EditablePart>
      ))}
      {mayWrite && kinds.length > 0 ? (
        <EditablePart
          id="new"
          title="Add a document"
          edit="Add document"
          isAnswered={resultOf("") !== undefined}
        >
          <ProofForm
            key={proofs.length}
            id={proofFormId("")}
            intent="add"
            save="Add document"
            kinds={kinds}
            result={resultOf("")}
          >
            <CancelEdit part="new" />
          </ProofForm>
        </EditablePart>
      ) : null}
    </>
  )
}

export function ProofFile({
  proof: { id, fileId, fileName },
}: {
  proof: Pick<ShownProof, "id" | "fileId" | "fileName">
}) {
  if (!fileName) return "None"
  return fileId ? (
    <a href={paths.proofFile(id)} download className="wrap-anywhere">
      {fileName}
    </a>
  ) : (
    `${fileName} (deleted)`
  )
}

function ProofActs({ proof, result }: { proof: ShownProof; result: SubmissionResult | undefined }) {
  const { id, kindName, state } = proof
  return (
    <div className="buttons">
      {state === "asked" ? (
        <>
          <ActButton
            label="Accept"
            sends={{ proofId: id }}
            intent="accept"
            pending="Saving…"
            variant="primary"
            about={kindName}
          />
          <DeclineForm
            id={declineFormId(id)}
            sends={{ proofId: id }}
            field="answer"
            label="Reason, which its person reads"
            result={result}
            intent="decline"
            aria-label={`Decline ${kindName}`}
          >
            Decline document
          </DeclineForm>
        </>
      ) : state === "valid" ? (
        <details>
          <summary>Delete…</summary>
          <p>Its file is deleted, too. This can’t be undone.</p>
          <DeleteButton id={id} kindName={kindName} />
        </details>
      ) : (
        <DeleteButton id={id} kindName={kindName} />
      )}
    </div>
  )
}

const DeleteButton = ({ id, kindName }: { id: string; kindName: string }) => (
  <ActButton
    label="Delete document"
    sends={{ proofId: id }}
    intent="delete"
    pending="Deleting…"
    variant="danger"
    aria-label={`Delete ${kindName}`}
  />
)
