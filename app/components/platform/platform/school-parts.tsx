import { roleLabels } from "~/components/shell/menus"
import { DataTable } from "~/components/ui/data-table"
import { LedgerList } from "~/components/ui/ledger-list"
import type { Role } from "~/models/foundation/access/actor"

type PeopleProps = {
  membersByRole: { role: Role; n: number }[]
  office: { userId: string; name: string; email: string | null }[]
}

/** How many log in by role, and whom to write to. */
export function SchoolPeople({ membersByRole, office }: PeopleProps) {
  return (
    <section className="section" aria-labelledby="people">
      <h2 id="people">Members with a login</h2>
      <LedgerList rows={membersByRole.map(({ role, n }) => ({ label: roleLabels[role], amount: n }))} />
      <ul className="rows">
        {office.map(({ userId, name, email }) => (
          <li key={userId}>
            {name} {email ? <a href={`mailto:${email}`}>{email}</a> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Attempt = { id: string; planName: string; interval: string; state: string; when: string }

/** The latest tries to subscribe. */
export function SchoolAttempts({ attempts }: { attempts: Attempt[] }) {
  if (attempts.length === 0) return null
  return (
    <section className="section" aria-labelledby="attempts">
      <h2 id="attempts">Subscription attempts</h2>
      <DataTable
        caption="Subscription attempts, newest first"
        rows={attempts}
        rowKey={({ id }) => id}
        columns={[
          { label: "Plan", cell: ({ planName, interval }) => `${planName}, ${interval}` },
          { label: "Status", cell: ({ state }) => state },
          { label: "Last change (UTC)", cell: ({ when }) => when },
        ]}
      />
    </section>
  )
}
