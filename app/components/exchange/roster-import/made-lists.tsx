import type { ReactNode } from "react"
import { DataTable } from "~/components/ui/data-table"
import type { DryRun } from "~/models/exchange/roster-import/dry-run"
import { countOf } from "~/utils/count-of"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

const uses: Record<DryRun["teachers"][number]["use"], string> = {
  create: "will be added",
  existing: "already at your school",
  "leave-out": "left out",
  "no-room": "over your plan’s limit",
}

/** The teachers, classes and families an import would create, in lists that open. */
export function MadeLists({ run, currency, isSolo }: { run: DryRun; currency: string; isSolo: boolean }) {
  const { teachers, classes, families } = run
  return (
    <section className="section" aria-labelledby="made">
      <h2 id="made">What will be created</h2>
      {teachers.length > 0 ? (
        <Opens label={`Teachers: ${teachers.map(({ name }) => name).join(", ")}`}>
          <ul className="rows">
            {teachers.map(({ name, use, rows }) => (
              <li key={name}>
                <b>{name}</b>{" "}
                <span className="dim">
                  {uses[use]}, {countOf(rows, "row")}
                </span>
              </li>
            ))}
          </ul>
        </Opens>
      ) : null}
      {classes.total > 0 ? (
        <Opens label={`${countOf(classes.total, "class", "classes")} with a weekly schedule`}>
          <DataTable
            caption="Classes"
            rows={classes.rows.map((row, index) => ({ ...row, index }))}
            rowKey={({ index }) => index}
            columns={[
              { label: "Class", cell: ({ name }) => name },
              { label: "When", cell: ({ when, minutes }) => `${when}, ${minutes} min` },
              { label: "Starts", cell: ({ since }) => since },
              ...(isSolo
                ? []
                : [{ label: "Teacher", cell: ({ teacher }: { teacher: string | null }) => teacher ?? "–" }]),
              { label: "Students", numeric: true, cell: ({ students }) => formatNumber(students) },
              {
                label: "Price",
                numeric: true,
                cell: ({ price }) =>
                  price
                    ? `${formatMoney(price.amountMinor, currency)}${price.billing === "monthly" ? " a month" : ""}`
                    : "none",
              },
            ]}
          />
          <More total={classes.total} listed={classes.rows.length} />
        </Opens>
      ) : null}
      {families.total > 0 ? (
        <Opens label={`${countOf(families.total, "family", "families")}, grouped by guardians’ email`}>
          <DataTable
            caption="Families"
            rows={families.rows.map((row, index) => ({ ...row, index }))}
            rowKey={({ index }) => index}
            columns={[
              {
                label: "Family",
                cell: ({ name, joins }) => (joins ? `${name} (joins an existing family)` : name),
              },
              { label: "Guardians", cell: ({ guardians }) => guardians || "–" },
              { label: "Students", cell: ({ students }) => students },
            ]}
          />
          <More total={families.total} listed={families.rows.length} />
        </Opens>
      ) : null}
    </section>
  )
}

function Opens({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details>
      <summary className="py-2.5 wrap-anywhere">{label}</summary>
      {children}
    </details>
  )
}

const More = ({ total, listed }: { total: number; listed: number }) =>
  total > listed ? <p className="dim">And {formatNumber(total - listed)} more.</p> : null
