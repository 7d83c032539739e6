// How often a lesson is, where a list says that it isn't every week.

/** Every second week, whichever. */
const everyOther =
  /\b(?:every (?:other|second|2nd|two|2) ?(?:weeks?)?|bi-?weekly|fortnightly|every fortnight|alternate|alternating)(?! \p{L}*month)\b\s*(?:on\b|weeks?\b)?|\b(?:14-?t[äa]g(?:ig|lich|l\.?)|alle (?:zwei|2) wochen|zweiw[öo]chentlich|jede zweite woche|(?:tous|toutes) les (?:15 jours|quinze jours|deux semaines|2 semaines)|(?:une|1) semaine sur (?:deux|2)|bimensuel(?:le)?|cada (?:dos|2) semanas|cada (?:15|quince) d[íi]as|quincenal|ogni (?:due|2) settimane|quindicinale|om de week|tweewekelijks|quinzenal|co (?:dwa|2) tygodnie|varannan vecka|hver anden uge|annenhver uke)(?!\p{L})/iu
/** Another rhythm, or one of two weeks that the list tells apart. */
const another =
  /\b(?:weeks? [ab12]|[ab] weeks?|(?:odd|even) weeks?|(?:un)?gerade (?:kw|wochen?)|(?:1st|first|2nd|second)\s*(?:&|and|\+|\/|,)\s*(?:3rd|third|4th|fourth)|(?:1st|2nd|3rd|4th|last) \p{L}+day of|monthly|once a month|monatlich|twice a month|2x ?(?:\/|per |a )month|every (?:three|3|four|4) weeks|mensuel|mensual)\b/iu

/** Whether a text says that a lesson is every other week, or in another rhythm than the weekly one. */
export function rhythmIn(text: string): "every-other" | "another" | null {
  if (text.length > 400) return null
  return another.test(text) ? "another" : everyOther.test(text) ? "every-other" : null
}

/** "Every other Tuesday 4:00" without what says how often. */
export const withoutRhythm = (text: string): string =>
  rhythmIn(text) === "every-other"
    ? text
        .replace(everyOther, " ")
        .replace(/\(\s*\)/, "")
        .trim()
    : text

/** Whether a heading is of how often lessons are. */
export const isOfRhythm = (heading: string): boolean =>
  /^(?:lesson |class )?(?:frequency|freq|recurrence|recurring|recurs|repeats?|how often|rhythm|rhythmus|turnus|h[äa]ufigkeit|intervall?|fr[ée]quence|frecuencia|frequenza|frequ[êe]ncia|frequentie|cz[ęe]stotliwo[śs][ćc]|hyppighed|hyppighet|frekvens)\b/iu.test(
    heading.trim(),
  )
