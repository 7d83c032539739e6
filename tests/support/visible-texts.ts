import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { platformProvider } from "~/utils/payment-providers"
import { withProvider } from "~/utils/provider-markdown"
import { placeOf } from "./text-place"

// Every text a person can read, taken from the syntax trees of the app: what JSX shows, labels, messages, mails, help.

export type VisibleText = { file: string; line: number; text: string }

/** Files whose strings are for programs: word lists of the roster's reader, time zones, the script of a worker. */
const technicalFiles =
  /^app\/(edge\/content-security\.server|models\/accounts\/school\/(country|guess-school)\.server|models\/accounts\/user\/(new-password|too-common)|models\/exchange\/roster\/(roster-synonyms|roster-text)|models\/platform\/assistant\/question-words|utils\/workbook\.server)\.ts$/

/** Markdown that becomes a page. */
const readArticles = /^app\/models\/platform\/(help|legal)\/.*\.md$/

const styleClasses = new Set(
  readdirSync("app/styles", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".css"))
    .flatMap((path) => readFileSync(join("app/styles", path), "utf8").match(/(?<=\.)[a-z][\w-]*/g) ?? []),
)

/** A list of CSS classes, such as "button plain danger" or "row max-sm:hidden". */
const isClassList = (text: string): boolean =>
  text
    .trim()
    .split(/\s+/)
    .every((word) => styleClasses.has(word) || /^[a-z][a-z0-9]*[:-][\w[\]():./%{…}-]*$/.test(word))

/** Notations that hold words without being prose. */
const notations = [
  /^\s*[a-z0-9_./:#?&=@%{}…[\]()+*,;!'-]+\s*$/, // one small word: an id, a path, a unit
  /^[A-Z0-9_.:;=-]+$/, // a constant
  /^(https?:|\/|\.\/|~\/|data:|image\/|text\/|audio\/|application\/|\d;url=)/, // an address, a media type
  /^\s*(SELECT|INSERT|UPDATE|DELETE|PRAGMA|CREATE|WITH|BEGIN|COMMIT|ROLLBACK|DROP|VACUUM)\b/, // SQL
  /^\s*(select|delete from|insert into|update|pragma|vacuum)\b.*\b(from|set|where|into|values)\b/s,
  /^\w+ (asc|desc)\b/,
  /^X(-[A-Z][A-Za-z]+)+$|^[A-Z][a-z]+(-[A-Z][A-Za-z]+)+$/, // a header
  /^(private|public|no-store|no-cache)\b.*(no-store|no-cache|max-age)/, // a header's value
  /'(self|none|unsafe-inline|sha256-[^']*)'|^(default|connect|form|frame|script)-\w+/, // a content policy
  /^\S*[a-z\d}…][A-Z]\S*$/, // a name in camel case
  /^[A-Z][A-Za-z]+(\/[A-Z][A-Za-z_]+)+$/, // a time zone
  /^[a-z]{2}-[A-Z]{2}$/, // a locale
  /^[A-Z-]+[:;]\S*$|^(FREQ|INTERVAL)=/, // a line of a calendar file
  /^[\w-]*\[[^\]]*\]/, // a selector
  /^__?[A-Z]\w*-|^\w+=\S+,\w+=\S+$|=device-width/,
  /^[^\s|]+( [^\s|]+)*\|.*[^\s|]+$/s, // alternatives of a roster's headings
  /\{[^…{}]*:[^{}]*[;}]|:\d+px/, // a style sheet
  /Max-Age=|HttpOnly|SameSite=|^; Secure$|filename=|^\w+=\(\)|^"\w+"$/, // a header's value
  /@\w+ = /, // conditions of SQL
]

/** Names of a month or a weekday in several languages, which a roster may hold. */
const isWordTable = (text: string): boolean =>
  /^([a-z]+ ){2,}[a-z]+$/.test(text) && !/\b(the|an?|is|are|of|to|in|no)\b/.test(text)

/** Words that the notations would take for names. */
const products = /^(PayPal|YouTube|LinkedIn|MusicXML)$/

const isProse = (text: string): boolean =>
  /[A-Za-z]{2}/.test(text) &&
  (products.test(text) || !notations.some((notation) => notation.test(text))) &&
  !isClassList(text)

/** A text without the tags around it and the names of its gaps. */
const bare = (text: string): string =>
  text
    .replace(/<[^>]*>/g, " ")
    .replace(/&(nbsp|#160);/g, " ")
    .replace(/&(amp|lt|gt|quot);/g, "")
    .replace(/\s+/g, " ")
    .trim()

/** What stands in a text's gap: the provider's name, which is the same for everyone, else {…}. */
const gapText = (node: ts.Expression): string =>
  ts.isIdentifier(node) && node.text === "platformProvider" ? platformProvider : "{…}"

const templateText = (node: ts.TemplateExpression): string =>
  node.head.text + node.templateSpans.map((span) => gapText(span.expression) + span.literal.text).join("")

/** The words of an element, with {…} for what is filled in; an element inside is listed separately. */
function jsxText(children: ts.NodeArray<ts.JsxChild>): string {
  return children
    .map((child) => {
      if (ts.isJsxText(child)) return child.text
      if (!ts.isJsxExpression(child)) return "{…}"
      const inner = child.expression
      if (inner && ts.isStringLiteralLike(inner)) return inner.text
      if (inner && ts.isTemplateExpression(inner)) return templateText(inner)
      return inner ? gapText(inner) : ""
    })
    .join("")
}

function textsOf(file: string): VisibleText[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true)
  const found: VisibleText[] = []
  const isRosterReader = file.startsWith("app/models/exchange/roster/")
  const add = (position: number, text: string, isShown: boolean) => {
    const words = bare(text)
    if (isRosterReader && isWordTable(words)) return
    if (!(isShown ? /[A-Za-z]{2}/.test(words) : isProse(words))) return
    found.push({ file, line: source.getLineAndCharacterOfPosition(position).line + 1, text: words })
  }
  /** A list in a template that the code splits is read line by line. */
  const addLines = (list: ts.NoSubstitutionTemplateLiteral, isShown: boolean) => {
    const begin = source.getLineAndCharacterOfPosition(list.getStart()).line
    for (const [at, line] of list.getText().slice(1, -1).split("\n").entries())
      add(source.getPositionOfLineAndCharacter(begin + at, 0), line, isShown)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const first = node.children.find((child) => ts.isJsxText(child) && child.text.trim() !== "")
      if (first) add(first.pos + first.getFullText().search(/\S/), jsxText(node.children), true)
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const place = placeOf(node)
      const text = ts.isTemplateExpression(node) ? templateText(node) : node.text
      const isList =
        ts.isNoSubstitutionTemplateLiteral(node) &&
        /\S\n *\S/.test(text) &&
        !text.includes("<") &&
        isProse(text)
      if (place === "technical") return
      if (isList) addLines(node, place === "shown")
      else add(node.getStart(), text, place === "shown")
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The facts, headings and paragraphs of an article, each with the line on which it begins. */
function articleTexts(file: string): VisibleText[] {
  const found: VisibleText[] = []
  let isOpen = false
  for (const [at, raw] of readFileSync(file, "utf8").split("\n").entries()) {
    const isQuestions = /^(asks:|<!-- asks:)/.test(raw)
    const text = withProvider(raw)
      .replace(/^(title|summary): /, "")
      .replace(/\]\([^)]*\)/g, "]")
      .trim()
    const last = found.at(-1)
    if (text === "" || isQuestions || /^(topic|position): /.test(raw)) isOpen = false
    else if (isOpen && last && !/^([-*#|>]|\d+\.)/.test(text)) last.text += ` ${text}`
    else {
      found.push({ file, line: at + 1, text })
      isOpen = !/^(title|summary): |^#/.test(raw)
    }
  }
  return found.filter(({ text }) => /[A-Za-z]{2}/.test(text))
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .sort()

/** Every visible text of the app, in the order of its files. */
export function listVisibleTexts(): VisibleText[] {
  const files = filesBelow("app")
  const code = files.filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file) && !technicalFiles.test(file),
  )
  return [...code.flatMap(textsOf), ...files.filter((file) => readArticles.test(file)).flatMap(articleTexts)]
}
