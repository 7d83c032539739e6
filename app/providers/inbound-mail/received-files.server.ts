import { z } from "zod"
import { env } from "~/utils/env.server"
import { isSignature } from "./received-mail"
import { filesOfTnef, readTnef } from "./tnef"

// Files that came with a mail which Resend received for us: listed with our key, downloaded from an address of Resend's.

const answerWithinMs = 20_000

const Listed = z.object({
  data: z.array(
    z.object({
      filename: z.string().nullish(),
      size: z.number().nullish(),
      download_url: z.string().nullish(),
    }),
  ),
})

type ReceivedFile = { name: string; size: number | null; url: string | null }

/** What came with a mail. Throws while the provider can't be reached. */
export async function listReceivedFiles(mailId: string): Promise<ReceivedFile[]> {
  const { RESEND_BASE_URL, RESEND_API_KEY } = env()
  const answer = await fetch(
    `${RESEND_BASE_URL}/emails/receiving/${encodeURIComponent(mailId)}/attachments`,
    {
      headers: { Authorization: `Bearer ${RESEND_API_KEY}` },
      signal: AbortSignal.timeout(answerWithinMs),
    },
  )
  if (answer.status === 404) return []
  if (!answer.ok) throw new Error(`The mail provider answered ${answer.status} for a mail's attachments.`)
  return Listed.parse(await answer.json())
    .data.map(({ filename, size, download_url }) => ({
      name: filename ?? "unnamed",
      size: size ?? null,
      url: download_url ?? null,
    }))
    .filter(({ name }) => !isSignature(name))
}

/** Only the provider's own hosts, and the one that we ask: what a message names must not lead us anywhere else. */
export function isProviders(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin } = new URL(address)
  if (origin === new URL(env().RESEND_BASE_URL).origin) return true
  return protocol === "https:" && /(^|\.)resend\.com$/.test(hostname)
}

/** The bytes, or undefined when they are gone, too many, or elsewhere. */
async function downloadReceivedFile(
  { url, size }: ReceivedFile,
  mostBytes: number,
): Promise<Uint8Array | undefined> {
  if (!url || !isProviders(url) || (size ?? 0) > mostBytes) return undefined
  const answer = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(answerWithinMs) })
  if (!answer.ok || !answer.body || Number(answer.headers.get("Content-Length") ?? 0) > mostBytes) {
    await answer.body?.cancel()
    return undefined
  }
  const parts: Uint8Array[] = []
  let length = 0
  const reader = answer.body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.byteLength
    if (length > mostBytes) {
      await reader.cancel()
      return undefined
    }
    parts.push(read.value)
  }
  return Buffer.concat(parts)
}

/**
 * What a file that came with a mail holds: itself, or of Outlook's `winmail.dat` the files in it. Without bytes it couldn't be
 * fetched or isn't there, and is named.
 */
export async function openReceivedFile(
  file: ReceivedFile,
  mostBytes: number,
): Promise<{ name: string; bytes: Uint8Array | undefined }[]> {
  const bytes = await downloadReceivedFile(file, mostBytes)
  const itself = { name: file.name, bytes }
  const wrapped = bytes && readTnef(bytes)
  return wrapped ? filesOfTnef(wrapped, itself) : [itself]
}
