import { createRequire } from "node:module"

// For each document Remix writes what its loaders found a second time, as the stream that `RemixServer` would read, with a
// timer of five seconds. Ours holds the same as a literal (entry.server.tsx), and what nothing reads isn't written.

type Encode = (data: unknown, ...others: unknown[]) => ReadableStream<Uint8Array>
type SingleFetch = { encodeViaTurboStream: Encode }

const ofDocument = ["loaderData", "actionData", "errors"]

/** What Remix hands to a document's stream; the answer to a call names routes, or is one answer. */
const isOfDocument = (data: unknown): boolean =>
  typeof data === "object" &&
  data !== null &&
  Object.keys(data).length === ofDocument.length &&
  ofDocument.every((name) => Object.hasOwn(data, name))

/** Writes no stream for documents from now on, in this process. Not in development, where the page is sent with it. */
export function dropUnreadStreams() {
  const remix = createRequire(createRequire(import.meta.url).resolve("@remix-run/node"))
  const singleFetch: SingleFetch = remix("@remix-run/server-runtime/dist/single-fetch.js")
  const { encodeViaTurboStream } = singleFetch
  if (dropped.has(encodeViaTurboStream)) return
  const encode = (data: unknown, ...others: unknown[]) =>
    isOfDocument(data) ? undefined : encodeViaTurboStream(data, ...others)
  dropped.add(encode as Encode)
  singleFetch.encodeViaTurboStream = encode as Encode
}

const dropped = new WeakSet<Encode>()
