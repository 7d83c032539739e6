import { Link } from "~/components/ui/link"
import type { LetterGroup, WordedLetter } from "~/models/foundation/outbox/wording"
import { groupTexts, letterTexts } from "~/texts/foundation/letters"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

type LettersPartProps = {
  groups: { group: LetterGroup; letters: { letter: WordedLetter; subject: string; isOwn: boolean }[] }[]
}

/** The letters whose subject and opening text the school can word, by what they are about. */
export function LettersPart({ groups }: LettersPartProps) {
  return (
    <section className="section" aria-labelledby="letters-title" id="letters">
      <h2 id="letters-title">Texts of emails</h2>
      <p className="dim">
        Their subject and opening text are yours to change. Reminders of invoices have theirs under{" "}
        <Link to={`${paths.policies({ edit: "reminders" })}#reminders`}>Policies</Link>.
      </p>
      {groups.map(({ group, letters }) => (
        <details className="disclosure" key={group}>
          <summary>
            {groupTexts[group]} <span className="small dim">{summaryOf(letters)}</span>
          </summary>
          <ul className="rows">
            {letters.map(({ letter, subject, isOwn }) => (
              <li key={letter}>
                <span>
                  {letterTexts[letter].label}
                  <br />
                  <span className="small dim">
                    {isOwn ? "Your words" : "Standard"} · {subject}
                  </span>
                </span>{" "}
                <Link to={paths.letterWording(letter)} aria-label={`Edit ${letterTexts[letter].label}`}>
                  Edit
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}

const summaryOf = (letters: readonly { isOwn: boolean }[]) => {
  const own = letters.filter(({ isOwn }) => isOwn).length
  return own > 0
    ? `${countOf(letters.length, "email")}, ${own} in your words`
    : countOf(letters.length, "email")
}
