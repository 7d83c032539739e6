import { RehearsalLetter } from "~/components/ui/rehearsal-letter"
import type { Decision } from "~/models/attendance/absence/absence"
import { countOf } from "~/utils/count-of"
import { greet } from "~/utils/greeting"
import { joinNames } from "~/utils/join-names"

export type Letters = {
  families: number
  groups: {
    kind: Decision
    count: number
    example?: { recipient: string; paragraphs: string[]; lessons: [string, string][] }
  }[]
  withoutEmail: string[]
}

const kindTexts: Record<Decision, string> = {
  substitute: "substitute only",
  move: "new time",
  cancel: "canceled",
}

/** What families will read, with an example for each group, and whom no email reaches. */
export function FamilyLetters({ letters: { families, groups, withoutEmail } }: { letters: Letters }) {
  if (families === 0 && withoutEmail.length === 0) return null
  return (
    <section aria-labelledby="letters-title">
      <h2 id="letters-title">
        <RehearsalLetter letter="C" /> Tell {countOf(families, "family", "families")}
      </h2>
      <p className="dim">
        One email per guardian, with every lesson of theirs. Families never see the reason. Substitutes and
        the teacher get one, too.
      </p>
      {withoutEmail.length ? (
        <p>
          <b>No email address:</b> {joinNames(withoutEmail)}. Call their families.
        </p>
      ) : null}
      <div className="letter-groups">
        {groups.map(({ kind, count, example }, index) => (
          <details key={kind} className="disclosure" open={index === 0}>
            <summary>
              <b>
                {countOf(count, "family", "families")}: {kindTexts[kind]}
              </b>
            </summary>
            {example ? (
              <blockquote className="letter-preview">
                <p>{greet(example.recipient)}</p>
                {example.paragraphs.slice(0, 1).map((text) => (
                  <p key={text}>{text}</p>
                ))}
                <ul>
                  {example.lessons.map(([when, text]) => (
                    <li key={`${when} ${text}`}>
                      <b>{when}</b> {text}
                    </li>
                  ))}
                </ul>
                {example.paragraphs.slice(1).map((text) => (
                  <p key={text}>{text}</p>
                ))}
              </blockquote>
            ) : null}
          </details>
        ))}
      </div>
    </section>
  )
}
