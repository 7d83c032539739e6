import type { SubmissionResult } from "@conform-to/react"
import { Fragment } from "react"
import { EnterButton } from "~/components/form/enter-button"
import { TakerField } from "~/components/teaching/teacher-leaving/taker-field"
import { Link } from "~/components/ui/button"
import type { NameOffer } from "~/models/foundation/name-search/name-search"
import { takerFind, takerName } from "~/models/teaching/teacher-leaving/teacher-leaving"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

export type LeavingOffer = {
  id: string
  name: string
  classes: number
  events: number
  offer: NameOffer
  chosen: string
}

type LeavingPartProps = { leaving: readonly LeavingOffer[]; result: SubmissionResult | undefined }

/** Who takes over from each teacher who leaves. */
export function LeavingPart({ leaving, result }: LeavingPartProps) {
  const [handing, others] = [
    leaving.filter(({ classes, events }) => classes + events > 0),
    leaving.filter(({ classes, events }) => classes + events === 0),
  ]
  return (
    <>
      <input type="hidden" name="asked" value="yes" />
      {leaving.some(({ offer }) => offer.isSearched) ? (
        <EnterButton intent="preview" formNoValidate>
          Preview
        </EnterButton>
      ) : null}
      {handing.length > 0 ? (
        <fieldset className="section">
          <legend>Who takes over from each?</legend>
          {handing.map(({ id, name, classes, events, offer, chosen }) => (
            <TakerField
              key={id}
              name={takerName(id)}
              find={takerFind(id)}
              label={`${name}: ${[
                ...(classes > 0 ? [countOf(classes, "class", "classes")] : []),
                ...(events > 0 ? [countOf(events, "event")] : []),
              ].join(" and ")}`}
              title={name}
              offer={offer}
              chosen={chosen}
              problem={result?.error?.[takerName(id)]?.join(" ")}
            />
          ))}
        </fieldset>
      ) : null}
      {others.map(({ id, name }) => (
        <p key={id}>{name} has no classes to hand over.</p>
      ))}
      {handing.length > 0 ? (
        <p>
          To divide the classes of a teacher among several, deactivate them alone:{" "}
          {handing.map(({ id, name }, at) => (
            <Fragment key={id}>
              {at > 0 ? ", " : ""}
              <Link to={paths.deactivateTeacher(id)}>{name}</Link>
            </Fragment>
          ))}
          .
        </p>
      ) : null}
    </>
  )
}
