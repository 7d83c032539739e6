/** Answers as they're read. */
export function AnswerList({ rows }: { rows: { label: string; value: string }[] }) {
  if (rows.length === 0) return <p className="dim">No details yet.</p>
  return (
    <dl className="ledger facts">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
