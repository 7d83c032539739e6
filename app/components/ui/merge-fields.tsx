import { LedgerList } from "./ledger-list"

type MergeFieldsProps = {
  /** Each field's name and what it stands for. */
  fields: readonly (readonly [name: string, label: string])[]
  isOpen?: boolean
}

/** What a text may hold in braces, beside its box: to type or to copy, without a script. */
export function MergeFields({ fields, isOpen = false }: MergeFieldsProps) {
  return (
    <details className="disclosure small" open={isOpen}>
      <summary>Merge fields</summary>
      <LedgerList facts rows={fields.map(([name, label]) => ({ label, amount: `{${name}}` }))} />
    </details>
  )
}
