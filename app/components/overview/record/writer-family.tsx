import { Link } from "~/components/ui/link"
import { PhoneLink } from "~/components/ui/phone-link"
import type { WriterFamily } from "~/models/overview/record/writer-family"
import { paths } from "~/utils/paths"

/** Under a conversation's title, with a guardian: the children, and what is due. */
export function WriterFamilyLine({
  familyId,
  children,
  balance,
}: Pick<WriterFamily, "familyId" | "children" | "balance">) {
  return (
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
  )
}

/** The number to call instead of writing. */
export function CallWriter({ name, phone }: Pick<WriterFamily, "name" | "phone">) {
  return phone ? (
    <p>
      <PhoneLink number={phone} text={`Call ${name}, ${phone}`} />
    </p>
  ) : null
}
