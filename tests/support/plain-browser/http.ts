import { randomUUID } from "node:crypto"
import { request as send } from "node:http"
import type { CookieJar } from "jsdom"

export type Sent = { url: string; method: string; body?: Buffer; type?: string }
export type Answer = {
  url: string
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  sent: Sent
}

/** One request as a browser makes it for a page, and its cookies kept. */
export function ask(jar: CookieJar, sent: Sent, from: string | undefined): Promise<Answer> {
  const site =
    from === undefined
      ? "none"
      : new URL(from).origin === new URL(sent.url).origin
        ? "same-origin"
        : "same-site"
  const cookie = jar.getCookieStringSync(sent.url)
  const headers = {
    accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "accept-language": "en-US",
    "sec-fetch-dest": "document",
    "sec-fetch-mode": "navigate",
    "sec-fetch-site": site,
    "user-agent":
      "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    ...(cookie && { cookie }),
    ...(from && { referer: site === "same-origin" ? from.split("#")[0] : `${new URL(from).origin}/` }),
    ...(sent.method !== "GET" && { origin: new URL(from ?? sent.url).origin }),
    ...(sent.type && { "content-type": sent.type }),
    ...(sent.body && { "content-length": sent.body.length }),
  }
  return new Promise((resolve, reject) => {
    const request = send(sent.url, { method: sent.method, headers }, (response) => {
      const bytes: Buffer[] = []
      response.on("data", (part: Buffer) => bytes.push(part))
      response.on("error", reject)
      response.on("end", () => {
        for (const set of response.headers["set-cookie"] ?? [])
          jar.setCookieSync(set, sent.url, { ignoreError: true })
        resolve({
          url: sent.url,
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(bytes),
          sent,
        })
      })
    })
    request.on("error", reject)
    request.end(sent.body)
  })
}

/** The request that a form makes, with the button that was pressed. */
export async function formRequest(form: HTMLFormElement, button: HTMLElement | null): Promise<Sent> {
  const { defaultView: window } = form.ownerDocument
  if (!window) throw new Error("The form's page is gone.")
  const asked = (name: string) => button?.getAttribute(`form${name}`) ?? form.getAttribute(name)
  const url = new URL(asked("action") || form.ownerDocument.URL, form.ownerDocument.baseURI)
  const method = (asked("method") ?? "get").toUpperCase()
  if (method !== "GET" && method !== "POST") throw new Error(`A form with method ${method} isn't sent.`)
  if (asked("target") && asked("target") !== "_self")
    throw new Error("A form that opens a window needs a browser.")
  // jsdom sends what is chosen also where it can't be chosen.
  const silent = [...form.querySelectorAll("select")].filter(
    ({ disabled, selectedOptions: [chosen] }) => !disabled && chosen?.disabled,
  )
  for (const select of silent) select.disabled = true
  const entries = [...new window.FormData(form, button)] as [string, FormDataEntryValue][]
  for (const select of silent) select.disabled = false
  const lines = (text: string) => text.replaceAll(/\r\n|\r|\n/g, "\r\n")
  const asText = (value: FormDataEntryValue) => (typeof value === "string" ? lines(value) : value.name)
  const pairs = entries.map(([name, value]) => [lines(name), asText(value)])
  const query = new URLSearchParams(pairs).toString()
  if (method === "GET") {
    url.search = query
    return { url: url.href, method }
  }
  if (asked("enctype") !== "multipart/form-data")
    return { url: url.href, method, body: Buffer.from(query), type: "application/x-www-form-urlencoded" }
  const boundary = `----plain${randomUUID()}`
  const parts: Buffer[] = []
  const quoted = (text: string) => lines(text).replaceAll("\r\n", "%0D%0A").replaceAll('"', "%22")
  for (const [name, value] of entries) {
    const isText = typeof value === "string"
    const file = isText
      ? ""
      : `; filename="${quoted(value.name)}"\r\nContent-Type: ${value.type || "application/octet-stream"}`
    parts.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n\r\n`),
    )
    parts.push(
      isText ? Buffer.from(lines(value)) : Buffer.from(await value.arrayBuffer()),
      Buffer.from("\r\n"),
    )
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return {
    url: url.href,
    method,
    body: Buffer.concat(parts),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}
