import { Link } from "~/components/ui/button"
import { Callout, CalloutText } from "~/components/ui/callout"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

type ToAnswerProps = {
  waiting: { id: string; name: string; firstName: string }[]
  freedTimes: { id: string; firstName: string; when: string }[]
  /** How many families ask to swap a lesson time. */
  swapRequests: number
  /** How many students the school asks about for the next term. */
  toConfirm: number
  events: { id: string; title: string; when: string }[]
  /** How many answers to the school’s documents are missing. */
  consents: number
  /** How many documents are missing or expire. */
  documents: number
}

/** What waits for the family's answer, a line each. */
export function ToAnswer({
  waiting,
  freedTimes,
  swapRequests,
  toConfirm,
  events,
  consents,
  documents,
}: ToAnswerProps) {
  return (
    <>
      {waiting.length > 0 ? (
        <Callout>
          {waiting.map((entry) => (
            <p key={entry.id}>
              A spot in {entry.name} is on hold for {entry.firstName}.{" "}
              <Link to={paths.studentPlaces()}>Accept or decline</Link>
            </p>
          ))}
        </Callout>
      ) : null}
      {freedTimes.length > 0 ? (
        <Callout>
          {freedTimes.map(({ id, firstName, when }) => (
            <p key={id}>
              {firstName} can have a make-up lesson on {when}.{" "}
              <Link to={paths.studentFreedTimes()}>Accept or decline</Link>
            </p>
          ))}
        </Callout>
      ) : null}
      {swapRequests > 0 ? (
        <CalloutText>
          Another family asks to swap a lesson time with you.{" "}
          <Link to={paths.studentSwaps()}>Accept or decline</Link>
        </CalloutText>
      ) : null}
      {toConfirm > 0 ? (
        <CalloutText>
          The school asks who continues in the next term.{" "}
          <Link to={paths.studentNextTerm()}>Confirm or decline</Link>
        </CalloutText>
      ) : null}
      {consents > 0 ? (
        <CalloutText>
          The school asks for your consent. <Link to={paths.studentConsents()}>Read and answer</Link>
        </CalloutText>
      ) : null}
      {documents > 0 ? (
        <CalloutText>
          The school needs {countOf(documents, "document")} from you.{" "}
          <Link to={paths.familyDocuments()}>Hand {documents === 1 ? "it" : "them"} in</Link>
        </CalloutText>
      ) : null}
      {events.length > 0 ? (
        <Callout>
          {events.map(({ id, title, when }) => (
            <p key={id}>
              {title}, {when}: <Link to={paths.studentOccasion(id)}>say who takes part</Link>
            </p>
          ))}
        </Callout>
      ) : null}
    </>
  )
}
