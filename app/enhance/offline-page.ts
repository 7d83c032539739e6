/** Its title as its page wrote it, in HTML. */
export type KeptCopy = { path: string; title: string /** when it was kept, in ms */; at: number }

/** The page for an address that isn't kept: what there is instead. A browser's addresses have no quotes or brackets in them. */
export function offlinePage(kept: KeptCopy[]): Response {
  const list = kept.map(({ path, title, at }) => {
    const time = new Date(at).toLocaleString([], {
      weekday: "short",
      hour: "numeric",
      minute: "numeric",
    })
    return `<li><a href="${path}">${title}</a> <small>Saved ${time}</small></li>`
  })
  const rest = kept.length
    ? `<h2>Saved on this device</h2><ul>${list.join("")}</ul>`
    : "<p>No pages are saved on this device. Log in online to save your next lessons.</p>"
  const body =
    "<main><h1>Tutti can’t be reached</h1><p>This page isn’t saved on this device. Saved attendance is sent later.</p>" +
    `<p><a class="button" href="">Try again</a></p>${rest}</main>`
  return new Response(
    '<!DOCTYPE html><html lang="en"><title>Tutti can’t be reached</title>' +
      `<meta name="viewport" content="width=device-width"><style>${styles}</style>${body}`,
    {
      status: 503,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
      },
    },
  )
}

const styles =
  ":root{color-scheme:light dark}body{max-width:36rem;margin:auto;padding:1rem;font:1rem/1.5 system-ui;" +
  "background:light-dark(#f6f4ee,#13110e);color:light-dark(#1c1a17,#f1ede4)}h1{font-family:serif}" +
  "a{color:inherit}ul{padding:0;list-style:none}li{border-top:1px solid #8886}li a,small{display:block;padding:1rem 0 0}" +
  ".button{padding:1rem;border:1px solid}"
