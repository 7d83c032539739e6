import { Link } from "~/components/ui/button"
import { paths } from "~/utils/paths"

type OfferedSpotsProps = { offers: { inquiryId: string; name: string; until: string }[] }

/** Those who asked for lessons and are offered a spot of this class, which is held for them. */
export const OfferedSpots = ({ offers }: OfferedSpotsProps) =>
  offers.length > 0 ? (
    <ul className="rows">
      {offers.map(({ inquiryId, name, until }) => (
        <li key={inquiryId}>
          <span>
            1 spot is offered to <Link to={paths.inquiry(inquiryId)}>{name}</Link> until {until}
          </span>
        </li>
      ))}
    </ul>
  ) : null
