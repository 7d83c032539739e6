// A body that is no form (or no JSON) is the sender's mistake, whichever route reads it. The platform throws a
// TypeError or SyntaxError, which Remix would answer with 500; this makes it 400 for every route.

const original = { formData: Request.prototype.formData, json: Request.prototype.json }

const unreadable = () =>
  new Response(JSON.stringify({ message: "The body of this request cannot be read." }), {
    status: 400,
    headers: { "Content-Type": "application/json", "Cache-Control": "private, no-store" },
  })

/** Makes reading an unreadable body throw a 400 Response. Call it once, before any request. */
export function refuseBrokenBodies() {
  Request.prototype.formData = async function formData(this: Request) {
    return original.formData.call(this).catch((error: unknown) => refuse(this, error))
  }
  Request.prototype.json = async function json(this: Request) {
    return original.json.call(this).catch((error: unknown) => refuse(this, error))
  }
}

/** A body read twice is our mistake and stays an error. */
function refuse(request: Request, error: unknown): never {
  const wasReadBefore = error instanceof TypeError && /unusable|already been read|locked/i.test(error.message)
  throw request.signal.aborted || wasReadBefore ? error : unreadable()
}
