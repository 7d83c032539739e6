import { type FieldMeta, FieldRemarks } from "~/components/form/field-frame"
import type { AskedDocument } from "~/models/people/consent/consent"
import { DocumentText } from "./document-text"

type AgreedBoxesProps = { meta: FieldMeta; documents: readonly (AskedDocument & { body: string })[] }

/** Documents to agree to, each with its text: a line is its own label, a longer text opens below its box. */
export function AgreedBoxes({ meta, documents }: AgreedBoxesProps) {
  const chosen: unknown[] = [meta.initialValue].flat()
  return (
    <fieldset
      id={meta.id}
      tabIndex={-1}
      className={meta.errors ? "field invalid" : "field"}
      aria-describedby={meta.errors ? meta.errorId : undefined}
    >
      <legend>Consents</legend>
      <FieldRemarks meta={meta} />
      {documents.map(({ id, versionId, title, line, body, isNeeded }) => (
        <div key={id}>
          <label className="checkbox">
            <input
              type="checkbox"
              name={meta.name}
              value={versionId}
              required={isNeeded}
              defaultChecked={chosen.includes(versionId)}
            />
            <span>{line ?? `I agree: ${title}`}</span>
          </label>
          {line ? null : (
            <details>
              <summary>Read {title}</summary>
              <DocumentText body={body} />
            </details>
          )}
        </div>
      ))}
    </fieldset>
  )
}
