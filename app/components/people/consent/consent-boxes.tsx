import { type FieldMeta, FieldRemarks } from "~/components/form/field-frame"
import type { AskedDocument } from "~/models/people/consent/consent"
import { nameOfList } from "~/utils/list-name"

type ConsentBoxesProps = {
  meta: FieldMeta
  documents: readonly AskedDocument[]
  /** Where a document is read, by its id. */
  hrefOf: (documentId: string) => string
}

/** What the school asks to agree to: a line is its own label, a longer text opens beside the form. */
export function ConsentBoxes({ meta, documents, hrefOf }: ConsentBoxesProps) {
  const chosen: unknown[] = [meta.initialValue].flat()
  if (documents.length === 0) return null
  const name = nameOfList(
    meta.name,
    documents.map(({ versionId }) => versionId),
  )
  return (
    <fieldset
      id={meta.id}
      tabIndex={-1}
      className={meta.errors ? "field invalid" : "field"}
      aria-describedby={meta.errors ? meta.errorId : undefined}
    >
      <legend>Consents</legend>
      <FieldRemarks meta={meta} />
      {documents.map(({ id, versionId, title, line, isNeeded }) => (
        <label className="checkbox" key={id}>
          <input
            type="checkbox"
            name={name}
            value={versionId}
            required={isNeeded}
            defaultChecked={chosen.includes(versionId)}
          />
          <span>
            {line ?? (
              <>
                I agree:{" "}
                <a href={hrefOf(id)} target="_blank" rel="noopener">
                  {title}
                </a>
              </>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
