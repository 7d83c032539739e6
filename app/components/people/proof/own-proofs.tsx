import type { SubmissionResult } from "@conform-to/react"
import { ActButton, AnswerSummary } from "~/components/form/post-form"
import { EmptyState } from "~/components/ui/data-table"
import type { ProofAudience } from "~/models/people/proof/proof"
import { formatDate } from "~/utils/formats"
import { type KindChoice, ProofForm } from "./proof-form"
import { CoverList, ProofFile, type ShownCover, type ShownProof } from "./proof-list"

export type OwnProofs = {
  id: string
  noun: ProofAudience
  name: string
  covers: ShownCover[]
  proofs: ShownProof[]
}[]

type OwnProofsProps = { own: OwnProofs; kinds: KindChoice[]; result: SubmissionResult<string[]> | undefined }

const formId = "hand-in"
const stateTexts = { asked: "The school checks it", valid: "Accepted", declined: "Not accepted" }

/** What the school requires of the reader, or of their children, and what they handed in. */
export function OwnProofsList({ own, kinds, result }: OwnProofsProps) {
  if (kinds.length === 0 && own.every(({ proofs }) => proofs.length === 0))
    return <EmptyState>The school requires no documents. You’ll see what it asks for here.</EmptyState>
  const isFamily = own.some(({ noun }) => noun === "student")
  // Of who has left nothing is required.
  const people = own.flatMap(({ id, name, covers }) => (covers.length > 0 ? [{ id, name }] : []))
  return (
    <>
      <AnswerSummary formId={formId} result={result} />
      {own.map(({ id, name, covers, proofs }) => (
        <section key={id} className="section" aria-labelledby={`of-${id}`}>
          <h2 id={`of-${id}`}>{isFamily ? name : "What the school requires"}</h2>
          {covers.length > 0 ? <CoverList covers={covers} /> : null}
          <ul className="rows">
            {proofs.map((proof) => (
              <OwnProof key={proof.id} proof={proof} />
            ))}
          </ul>
        </section>
      ))}
      {people.length > 0 ? (
        <section className="section" aria-labelledby="hand-in-title">
          <h2 id="hand-in-title">Hand in a document</h2>
          <ProofForm
            key={JSON.stringify(own)}
            id={formId}
            intent="hand-in"
            save="Hand in document"
            kinds={kinds}
            people={people}
            result={result}
          />
        </section>
      ) : null}
    </>
  )
}

function OwnProof({ proof }: { proof: ShownProof }) {
  const { id, kindName, state, validUntil, note, answer, on } = proof
  return (
    <li>
      <span className="wrap-anywhere">
        <b>{kindName}</b>
        {validUntil ? `, valid until ${formatDate(validUntil, "medium")}` : ""}
        <br />
        <span className="small dim">
          {stateTexts[state]}, {formatDate(on, "medium")}
          {answer ? `: ${answer}` : ""}
          {note ? `. ${note}` : ""}
        </span>
        {proof.fileName ? (
          <>
            <br />
            <ProofFile proof={proof} />
          </>
        ) : null}
      </span>
      {state === "valid" ? null : (
        <ActButton
          label={state === "asked" ? "Withdraw" : "Delete"}
          sends={{ proofId: id }}
          intent="withdraw"
          pending="Withdrawing…"
          aria-label={`${state === "asked" ? "Withdraw" : "Delete"} ${kindName}`}
        />
      )}
    </li>
  )
}
