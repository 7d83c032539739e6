import type { FieldMetadata } from "@conform-to/react"
import type { ReactNode } from "react"
import { FieldProblem } from "~/components/ui/field-problem"

/** What every field needs to know of its conform metadata, whatever the form. */
export type FieldMeta = Pick<
  FieldMetadata,
  "key" | "id" | "name" | "errorId" | "descriptionId" | "initialValue" | "errors"
>

/**
 * The same, each asked for once: conform makes all metadata of a field again whenever one of them is read. Its key matters only
 * where a page changes.
 */
export function readOnce(meta: FieldMeta): FieldMeta {
  const { id, name, initialValue, errors } = meta
  return {
    key: import.meta.env.SSR ? undefined : meta.key,
    id,
    name,
    initialValue,
    errors,
    get errorId() {
      return meta.errorId
    },
    get descriptionId() {
      return meta.descriptionId
    },
  }
}

export type FieldTexts = {
  label: ReactNode
  hint?: ReactNode
  /** may stay empty; every other field is required, and form.css says so where a form has both kinds */
  optional?: boolean
}

/** The attributes that bind a control to its label, hint and message. */
export function controlProps(meta: FieldMeta, { hint, optional }: Pick<FieldTexts, "hint" | "optional">) {
  const described = [hint ? meta.descriptionId : "", meta.errors ? meta.errorId : ""]
    .filter(Boolean)
    .join(" ")
  return {
    id: meta.id,
    name: meta.name,
    required: !optional,
    "aria-invalid": meta.errors ? true : undefined,
    "aria-describedby": described || undefined,
  }
}

/** What the person typed before, or the value the form began with. */
export function submittedValue(meta: FieldMeta): string | undefined {
  return typeof meta.initialValue === "string" ? meta.initialValue : undefined
}

/** The hint, then the error message; both precede the control they describe. */
export function FieldRemarks({ meta, hint }: { meta: FieldMeta; hint?: ReactNode }) {
  return (
    <>
      {hint ? (
        <div className="hint" id={meta.descriptionId}>
          {hint}
        </div>
      ) : null}
      {meta.errors ? <FieldProblem id={meta.errorId} message={meta.errors.join(" ")} /> : null}
    </>
  )
}

type FrameProps = Pick<FieldTexts, "label" | "hint"> & {
  meta: FieldMeta
  children: ReactNode
}

/** Label, hint, message, control. */
export function FieldFrame({ meta, label, hint, children }: FrameProps) {
  return (
    <div className={meta.errors ? "field invalid" : "field"}>
      <label htmlFor={meta.id}>{label}</label> <FieldRemarks meta={meta} hint={hint} />
      {children}
    </div>
  )
}
