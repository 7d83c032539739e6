import { effectGroups } from "~/models/attendance/register/effect-groups"
import type { RegisterRow } from "~/models/attendance/register/register-view"
import { joinNames } from "~/utils/join-names"

/**
 * Where no script shows what a status would do under the student, all of it: once for all students for whom it does the
 * same, with their names where there are differences.
 */
export function StatusEffects({ rows }: { rows: RegisterRow[] }) {
  const groups = effectGroups(rows)
  if (groups.length === 0) return null
  return (
    <div className="noscript">
      <p className="dim">What a change of status does:</p>
      <ul className="effect-list">
        {groups.flatMap(({ names, texts }) =>
          texts.map(({ label, text }) => (
            <li key={`${names[0]} ${label}`}>
              {groups.length > 1 ? <span>{`${joinNames(names)}, `}</span> : null}
              <b>{`${label}:`}</b>
              {` ${text}`}
            </li>
          )),
        )}
      </ul>
    </div>
  )
}
