import { Link } from "~/components/ui/link"
import type { WordedLetter } from "~/models/foundation/outbox/wording"
import { letterTexts } from "~/texts/foundation/letters"
import { paths } from "~/utils/paths"

type LettersPartProps = { letters: { letter: WordedLetter; subject: string; isOwn: boolean }[] }

/** The letters whose subject and opening text the school can word. */
export function LettersPart({ letters }: LettersPartProps) {
  return (
    <section className="section" aria-labelledby="letters-title" id="letters">
      <h2 id="letters-title">Texts of emails</h2>
      <p className="dim">
        Their subject and opening text are yours to change. Reminders of invoices have theirs under{" "}
        <Link to={`${paths.policies({ edit: "reminders" })}#reminders`}>Policies</Link>.
      </p>
      <ul className="rows">
        {letters.map(({ letter, subject, isOwn }) => (
          <li key={letter}>
            <span>
              {letterTexts[letter].label}
              <br />
              <span className="small dim">
                {isOwn ? "Your words" : "Standard"} · {subject}
              </span>
            </span>
            <Link to={paths.letterWording(letter)} aria-label={`Edit ${letterTexts[letter].label}`}>
              Edit
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
