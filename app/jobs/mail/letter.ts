import { logoGround, usualAccent } from "~/models/accounts/school/logo"
import { escapeHtml } from "~/utils/escape-html"

export { greet } from "~/utils/greeting"

/** An email before it has a form: the same text becomes HTML and plain text. */
export type Letter = {
  subject: string
  greeting: string
  paragraphs: string[]
  /** Label and value, as rows. */
  facts?: [string, string][]
  /** What is said below the rows. */
  after?: string[]
  /** Lines that keep their breaks, under a title. */
  block?: { title: string; lines: string[] }
  button?: { label: string; url: string }
  /** Of a daily email: what is new, under titles. */
  sections?: { title: string; items: LetterItem[] }[]
  /** A picture that travels with the mail, and what it is for. */
  image?: { contentId: string; alt: string; note: string }
  /** Shown below the button. */
  closing?: string
  sender: string
  /** Who gets the reply, when that is not us. */
  replyTo?: string
}

/** One thing of a daily email, and where it leads. */
export type LetterItem = { title: string; lines: string[]; button?: { label: string; url: string } }

/** Closes every invitation. */
export const invitationClosing =
  "This link works once, for seven days. Didn’t expect this? You can ignore this email."

/** For mail apps that ask for a dark page; the others use the style of each element. */
const darkRules =
  "@media(prefers-color-scheme:dark){.paper{background:#14110d!important;color:#e9e5dc!important}.sheet{background:#1d1a16!important;border-color:#e9e5dc!important}.dim{color:#bcb5a9!important}.sheet td{border-color:#403b34!important}.key{background:#8bbbfb!important;color:#14110d!important}}"

/** A subject line cannot carry line breaks (header injection) and stays readable in a list. */
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, 180)

type Section = NonNullable<Letter["sections"]>[number]

const sectionText = ({ title, items }: Section): string =>
  [
    title.toUpperCase(),
    ...items.map(({ title: what, lines, button }) =>
      [what, ...lines, ...(button ? [`${button.label}: ${button.url}`] : [])].join("\n"),
    ),
  ].join("\n\n")

const sectionHtml = ({ title, items }: Section): string =>
  [
    `<h2 style="margin:24px 0 4px;font-size:16px">${escapeHtml(title)}</h2>`,
    ...items.map(({ title: what, lines, button }) => {
      const link = button
        ? `<br><a href="${escapeHtml(button.url)}" style="color:inherit">${escapeHtml(button.label)}</a>`
        : ""
      return `<p style="margin:0 0 14px"><b>${escapeHtml(oneLine(what))}</b><br>${lines.map(escapeHtml).join("<br>\n")}${link}</p>`
    }),
  ].join("\n")

export type WrittenLetter = { subject: string; html: string; text: string; replyTo?: string }

/** The face of the school whose letter it is: a color, and the logo that travels with the mail, in pixels. */
export type Face = { color: string; logo?: { contentId: string; width: number; height: number } }

export function writeLetter(letter: Letter, { color, logo }: Partial<Face> = {}): WrittenLetter {
  const { greeting, paragraphs, facts = [], after = [], block, image, button, closing, sender } = letter
  const { sections = [] } = letter
  const text = [
    greeting,
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join("\n"),
    ...after,
    block ? [`${block.title}:`, ...block.lines].join("\n") : "",
    ...sections.map(sectionText),
    button ? `${button.label}:\n${button.url}` : "",
    closing ?? "",
    sender,
  ]
    .filter(Boolean)
    .join("\n\n")
  const cell = "padding:6px 0;border-bottom:1px solid #d6d1c7"
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(oneLine(letter.subject))}</title><style>${darkRules}</style></head>
<body class="paper" style="margin:0;background:#f6f4ee;color:#221e1a;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="sheet" style="max-width:560px;background:#fdfcfa;border-top:6px solid ${color ?? "#221e1a"}"><tr><td style="padding:28px 28px 32px">
${logo ? `<p style="margin:0 0 16px"><img src="cid:${logo.contentId}" alt="" width="${logo.width}" height="${logo.height}" style="display:block;background:${logoGround};padding:4px"></p>\n` : ""}<p style="margin:0 0 16px;font:700 18px/1.2 Palatino,'Book Antiqua',serif">${escapeHtml(sender)}</p>
<p>${escapeHtml(greeting)}</p>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n")}
${
  facts.length
    ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${facts
        .map(
          ([label, value]) =>
            `<tr><td class="dim" style="${cell};color:#524c45">${escapeHtml(label)}</td><td align="right" style="${cell};padding-left:16px">${escapeHtml(value)}</td></tr>`,
        )
        .join("")}</table>`
    : ""
}
${after.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n")}
${block ? `<p style="margin:20px 0 4px;font-weight:600">${escapeHtml(block.title)}</p>\n<p style="margin:0 0 16px">${block.lines.map(escapeHtml).join("<br>\n")}</p>` : ""}
${sections.map(sectionHtml).join("\n")}
${image ? `<p style="margin:0 0 16px"><img src="cid:${image.contentId}" alt="${escapeHtml(image.alt)}" width="180" height="180" style="display:block;background:#fff"><span class="dim" style="font-size:14px;color:#524c45">${escapeHtml(image.note)}</span></p>` : ""}
${button ? `<p style="margin:24px 0"><a class="key" href="${escapeHtml(button.url)}" style="display:inline-block;padding:11px 18px;background:${color ?? usualAccent};color:#fdfcfa;font-weight:600;text-decoration:none;border-radius:3px">${escapeHtml(button.label)}</a></p>` : ""}
${closing ? `<p class="dim" style="color:#524c45">${escapeHtml(closing)}</p>` : ""}
</td></tr></table></td></tr></table>
</body></html>`
  const replyTo = letter.replyTo === undefined ? {} : { replyTo: letter.replyTo }
  return { subject: oneLine(letter.subject), html, text, ...replyTo }
}
