import { Link } from "~/components/ui/link"
import { PhoneLink } from "~/components/ui/phone-link"
import type { WriterFamily } from "~/models/overview/record/writer-family"
import { paths } from "~/utils/paths"

/** Beside a conversation with a guardian: the children, what is due, and the number to call. */
export function WriterFamilyLine({ familyId, name, phone, children, balance }: WriterFamily) {
  return (
    <div className="record-alert">
      <p>
        {children.length > 0 ? (
          <>
            Guardian of{" "}
            {children.map(({ id, firstName }, index) => (
              <span key={id}>
                {index === 0 ? "" : index === children.length - 1 ? " and " : ", "}
                <Link to={paths.student(id)}>{firstName}</Link>
              </span>
            ))}
            .{" "}
          </>
        ) : null}
        {balance ? (
          <>
            Balance due <Link to={paths.family(familyId)}>{balance}</Link>
          </>
        ) : (
          <Link to={paths.familyRecord(familyId)}>View family</Link>
        )}
      </p>
      {phone ? (
        <p>
          <PhoneLink number={phone} text={`Call ${name}, ${phone}`} />
        </p>
      ) : null}
    </div>
  )
}
