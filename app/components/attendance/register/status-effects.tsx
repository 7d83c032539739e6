import { type EffectGroup, effectGroups } from "~/models/attendance/register/effect-groups"
import type { RegisterRow } from "~/models/attendance/register/register-view"
import { joinNames } from "~/utils/names"

/**
 * Where no script shows what a status would do under the student, all of it: once for all students for whom it does the
 * same, with their names where there are differences. A browser that runs scripts leaves it as it came, out of sight.
 */
export function StatusEffects({ rows }: { rows: RegisterRow[] }) {
  if (import.meta.env.SSR) return <Effects groups={effectGroups(rows)} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing of its own
  return <div className="noscript" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
}

function Effects({ groups }: { groups: EffectGroup[] }) {
  return (
    <div className="noscript" hidden={groups.length === 0}>
      <p className="dim">What a change of status does:</p>
      {groups.map(({ names, texts }) => (
        <div key={names[0]}>
          {groups.length > 1 ? (
            <p>
              <b>{joinNames(names)}</b>
            </p>
          ) : null}
          <ul className="effect-list">
            {texts.map(({ label, text }) => (
              <li key={label}>{`${label}: ${text}`}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
