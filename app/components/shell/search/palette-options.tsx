import type { MouseEvent } from "react"
import type { FoundGroup } from "~/models/overview/search/search"

type PaletteOptionsProps = {
  id: string
  groups: FoundGroup[]
  current: number
  onChoose: (to: string, event: MouseEvent) => void
  onPoint: (index: number) => void
  onActs: (index: number) => void
}

/** What the palette lists, in its groups; the one that is meant shows where its actions are. */
export function PaletteOptions({ id, groups, current, onChoose, onPoint, onActs }: PaletteOptionsProps) {
  let index = -1
  return (
    <div role="listbox" id={`${id}list`} aria-label="Results">
      {groups.map(({ label, note, found }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a list, not of fields
        <div role="group" aria-label={label} key={label}>
          <span className="expression" aria-hidden="true">
            {label}
          </span>
          {note ? <p className="answer">{note}</p> : null}
          {found.map(({ to, title, detail, where, acts }) => {
            index += 1
            const own = index
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard and says which option is meant
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              <div
                role="option"
                key={own}
                id={`${id}${own}`}
                aria-selected={own === current}
                onMouseMove={() => onPoint(own)}
                onClick={(event) => onChoose(to, event)}
              >
                <b>{title}</b> {detail ? <span className="dim">{detail}</span> : null}{" "}
                {where ? <span className="dim where">{where}</span> : null}
                {acts ? (
                  <span
                    aria-hidden="true"
                    className="acts"
                    onClick={(event) => {
                      event.stopPropagation()
                      onActs(own)
                    }}
                  >
                    Actions →
                  </span>
                ) : null}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
