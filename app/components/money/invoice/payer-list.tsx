type Guardian = { id: string; name: string; relation: string | null; email: string | null }

/** A family's guardians with the address their invoices go to. */
export function PayerList({ guardians }: { guardians: Guardian[] }) {
  return (
    <ul className="rows">
      {guardians.map(({ id, name, relation, email }) => (
        <li key={id}>
          <span>
            {name}
            {relation ? <span className="dim"> {relation.toLowerCase()}</span> : null}
            <br />
            <span className="small dim">{email ?? "No email"}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
