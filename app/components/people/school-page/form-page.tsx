import { CalloutText } from "~/components/ui/callout"
import { linkDays } from "~/models/people/inquiry/inquiry"
import { SchoolPageFrame } from "./school-page-frame"

/** Each line of a text that the school wrote as a paragraph. */
export const Paragraphs = ({ text }: { text: string }) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => <p key={line}>{line}</p>)

export const PreviewNote = () => (
  <CalloutText tone="amber">
    Preview: only you and your office see this page until you open it in Settings.
  </CalloutText>
)

type FormSentProps = {
  schoolName: string
  logoId: string | null
  /** The form’s own address. */
  again: string
  /** Whether a time was chosen that the link books. */
  booksTime?: boolean
}

/** What a form leads to: nothing has reached the school before the link in the email is used. */
export function FormSent({ schoolName, logoId, again, booksTime = false }: FormSentProps) {
  return (
    <SchoolPageFrame schoolName={schoolName} logoId={logoId}>
      <h1>Check your email</h1>
      {booksTime ? (
        <p>
          We sent you a link. Open it and press “Book this time”, and the trial lesson is yours, unless
          someone else booked it first. Until then the time isn’t held. The link works for {linkDays} days.
        </p>
      ) : (
        <p>
          We sent you a link. Open it and press “Confirm request”, and {schoolName} gets your request. The
          link works for {linkDays} days.
        </p>
      )}
      <p>
        Nothing there? Look in your spam folder, or <a href={again}>ask again</a>.
      </p>
    </SchoolPageFrame>
  )
}
