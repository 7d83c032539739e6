import { createHash } from "node:crypto"

/** Markup that is safe to send: every value interpolated by `html` has been escaped. */
export class Markup {
  constructor(readonly source: string) {}
}

type Piece = string | number | Markup | Markup[] | false | null | undefined

export function html(strings: TemplateStringsArray, ...pieces: Piece[]) {
  return new Markup(strings.reduce((out, part, index) => out + render(pieces[index - 1]) + part))
}

function render(piece: Piece): string {
  if (piece === false || piece === null || piece === undefined) return ""
  if (piece instanceof Markup) return piece.source
  if (Array.isArray(piece)) return piece.map(render).join("")
  return escapeHtml(String(piece))
}

function escapeHtml(text: string) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
}

/** Plain text with its web addresses made into links. */
export function linkified(text: string) {
  return new Markup(
    text
      .split(/(https?:\/\/[^\s<>"')\]]+)/)
      .map((part, index) =>
        index % 2 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
      )
      .join(""),
  )
}

const stylesheet = `
:root{color-scheme:light dark;--ink:#1b1f27;--dim:#555d6b;--paper:#f4f5f8;--card:#fff;--line:#c9ced8;--go:#0050a8;--go-ink:#fff;--bad:#a3161b}
@media(prefers-color-scheme:dark){:root{--ink:#eceff4;--dim:#a9b2c0;--paper:#14171c;--card:#1d2128;--line:#3c4452;--go:#8fc1ff;--go-ink:#0a1626;--bad:#ffa9a4}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header,main{max-width:60rem;margin:0 auto;padding:1rem}
header{display:flex;gap:1rem;align-items:baseline;flex-wrap:wrap}
header strong{font-size:1.15rem}
main.narrow{max-width:32rem}
section,.card{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1.25rem;margin:0 0 1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}
h2{font-size:1.1rem;margin:0 0 .75rem}
a{color:var(--go)}
dl{display:grid;grid-template-columns:auto 1fr;gap:.35rem 1rem;margin:0}
dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}
form{display:grid;gap:.6rem;margin:1.25rem 0 0}
td form{margin:0}
button,.button{font:inherit;min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--line);border-radius:.4rem;background:transparent;color:inherit;cursor:pointer;text-align:center;text-decoration:none;display:block}
button.go{background:var(--go);border-color:var(--go);color:var(--go-ink);font-weight:600}
textarea{font:inherit;width:100%;padding:.5rem;color:inherit;background:transparent;border:1px solid var(--line);border-radius:.4rem}
button:focus-visible,a:focus-visible,textarea:focus-visible{outline:3px solid var(--go);outline-offset:2px}
fieldset{border:1px dashed var(--line);border-radius:.4rem;display:grid;gap:.6rem;margin:.6rem 0 0;padding:.75rem}
legend,.dim{color:var(--dim);font-size:.9rem}
.notice{border-left:4px solid var(--bad);color:var(--bad);padding:.5rem .75rem;margin:0 0 1rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td.num,th.num{text-align:right}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}
iframe{width:100%;height:36rem;border:1px solid var(--line);border-radius:.4rem;background:#fff}
`

const styleHash = createHash("sha256").update(stylesheet).digest("base64")

/** Headers of every page: no scripts, our one stylesheet, forms that may lead back to the shop. */
export function pageHeaders(shopOrigin: string) {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    // form-action also governs the redirect that follows the post, hence the shop's origin.
    "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; img-src 'self' data:; form-action 'self' ${shopOrigin}; base-uri 'none'; frame-ancestors 'none'`,
  }
}

/** A whole page. `place` names the sandboxed service ("PayPal (sandbox)"), `narrow` is for the buyer's pages. */
export function page({
  place: field,
  title,
  narrow,
  body,
}: {
  place: string
  title: string
  narrow?: boolean
  body: Markup
}) {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · ${field}</title><style>${new Markup(stylesheet)}</style></head>
<body><header><strong>${field}</strong> <span class="dim">A sandbox for testing. No real money, no real email.</span></header>
<main${narrow ? new Markup(' class="narrow"') : ""}><h1>${title}</h1>
${body}</main></body>
</html>
`.source
}
