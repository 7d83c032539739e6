import { Callout } from "~/components/ui/callout"
import { acceptRefusals, type ClosedState } from "~/texts/people/refusals"
import { joinNames } from "~/utils/join-names"
import { paths } from "~/utils/paths"

type InvitationHeadProps = {
  invitation: {
    schoolName: string
    personName: string
    asTeacher: boolean
    asStaff: boolean
    /** they have a login at the school, and are to be its administrator */
    asSuccessor: boolean
    /** who gives them the administrator account, and whether they stay in the office */
    giver: { name: string; isStaying: boolean } | null
    /** what a member of the office may do; null for everyone else */
    rightsText: string | null
    studentNames: string[]
  }
  /** why the last attempt failed */
  refusal?: { title: string; text: string }
}

/** Who invites the person, and to what. */
export function InvitationHead({ invitation, refusal }: InvitationHeadProps) {
  const { schoolName, personName, asTeacher, asStaff, asSuccessor, rightsText, studentNames, giver } =
    invitation
  return (
    <>
      {refusal ? (
        <div role="alert">
          <Callout tone="red">
            <p>
              <b>{refusal.title}.</b> {refusal.text}
            </p>
          </Callout>
        </div>
      ) : null}
      <div>
        <p className="expression dim">{schoolName}</p>
        <h1>Welcome, {personName}</h1>
      </div>
      <p>
        {asTeacher
          ? `${schoolName} invites you to see your lessons and take attendance.`
          : rightsText !== null
            ? `${schoolName} invites you to its office. Your rights: ${rightsText}.`
            : asSuccessor
              ? `${schoolName} asks you to be its administrator, with the login you have. You can see and change everything then.`
              : asStaff
                ? `${schoolName} invites you to manage the school as an administrator.`
                : studentNames.length
                  ? `${schoolName} invites you to see lessons and invoices for ${joinNames(studentNames)}.`
                  : `${schoolName} invites you to see your lessons and invoices.`}
      </p>
      {giver ? (
        <p>
          The administrator account is {giver.name}’s until you accept. Then{" "}
          {giver.isStaying
            ? `${giver.name} stays in the office with every right except the plan, the school’s data, teachers and the team.`
            : `${giver.name}’s login at this school is locked.`}
        </p>
      ) : null}
    </>
  )
}

/** An invitation that no longer works: why, and whom to contact. */
export function ClosedInvitation({
  invitation,
}: {
  invitation: { state: "unknown" } | { state: ClosedState; schoolName: string; schoolEmail: string | null }
}) {
  const { title, text } = acceptRefusals[invitation.state]
  return (
    <div className="form">
      <div>
        {invitation.state === "unknown" ? null : <p className="expression dim">{invitation.schoolName}</p>}
        <h1>{title}</h1>
      </div>
      <p>{text}</p>
      {invitation.state === "unknown" || !invitation.schoolEmail ? null : (
        <p>
          Contact {invitation.schoolName}:{" "}
          <a href={`mailto:${invitation.schoolEmail}`}>{invitation.schoolEmail}</a>
        </p>
      )}
      <p>
        <a className="button" href={paths.login()}>
          Log in
        </a>
      </p>
    </div>
  )
}
