import { escapeHtml } from "~/utils/escape-html"
import { type EditInHand, editInHand } from "~/utils/form-in-hand.server"
import { isFormMark, onceName, settledPrefix, shownName, writeShown } from "~/utils/form-marks"
import { formsIn, type MarkupForm } from "~/utils/markup-forms"

// Writes into the forms of a document what they carry for themselves: an edit form what it shows, every other its token.

const markTag = (name: string) => `<input type="hidden" name="${name}"`
const [shownTag, onceTag] = [markTag(shownName), markTag(onceName)]
/** What the page itself says was shown when the form was opened, after the mark’s name. */
const opened = / data-shown="([^"]*)"/y

/**
 * The document with the marks of its forms.
 * @param page the address of the page, path and query
 * @param token of the forms that are carried out once; two documents in which nothing was written have the same one
 */
export function withFormMarks(html: string, page: string, token: () => string): string {
  const marked = html.includes(onceTag) ? html.replaceAll(onceTag, `${onceTag} value="${token()}"`) : html
  if (!marked.includes(shownTag)) return marked
  const inHand = editInHand()
  let written = ""
  let at = 0
  const forms = formsIn(marked, isFormMark).filter(({ mark }) => mark?.name === shownName)
  const sent = inHand?.find(forms)
  for (const form of forms) {
    if (!form.mark) continue
    const end = form.mark.at + shownTag.length
    opened.lastIndex = end
    const [, before] = opened.exec(marked) ?? []
    const shown = inHand && form === sent ? shownBy(inHand, marked) : writeShown(page, valuesOf(form))
    written += `${marked.slice(at, end)} value="${(form !== sent && before) || escapeHtml(shown)}"`
    at = end
  }
  return written + marked.slice(at)
}

/** An answer that offers no choice, such as a search's, leaves what both changed to the next one. */
const shownBy = ({ shown, shownNow }: EditInHand, html: string) =>
  html.includes(`name="${settledPrefix}`) ? (shownNow ?? shown) : shown

/** What is shown in each field; an empty one needn't be named. */
const valuesOf = ({ fields }: MarkupForm): [string, string][] =>
  [...fields.values()]
    .filter(({ kind }) => kind !== "hidden")
    .flatMap(({ name, values }) => values.filter(Boolean).map((value): [string, string] => [name, value]))
