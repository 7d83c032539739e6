import type { ActionFunction, ServerBuild } from "@remix-run/node"
import { mostFields, readParts, TooManyFields } from "~/edge/sent-form.server"

// A body that is no form (or no JSON) is the sender's mistake, whichever route reads it. The platform throws a
// TypeError or SyntaxError, which Remix would answer with 500; this makes it 400 for every route.

type Routes = ServerBuild["routes"]

/** The build with every action's request answering 400 when its body can't be read. */
export function refuseBrokenBodies<Build extends ServerBuild>(build: Build): Build {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const action = route?.module.action
    return action ? [id, { ...route, module: { ...route.module, action: guarded(action) } }] : [id, route]
  })
  return { ...build, routes: Object.fromEntries(routes) as Routes }
}

const guarded =
  (action: ActionFunction): ActionFunction =>
  (call) =>
    action({ ...call, request: new ReadableRequest(call.request) })

/** A request that throws a Response of 400 for a body that can't be read. Its copies do too. */
export class ReadableRequest extends Request {
  override formData(): Promise<FormData> {
    const type = this.headers.get("Content-Type") ?? ""
    return this.orRefuse(async () => {
      if (plainForm.test(type)) return fieldsOf(await super.text())
      if (!formOfParts.test(type)) return super.formData()
      return readParts(new Uint8Array(await super.arrayBuffer()), type)
    })
  }

  override json(): Promise<unknown> {
    return this.orRefuse(() => super.json())
  }

  override clone(): ReadableRequest {
    return new ReadableRequest(super.clone())
  }

  private async orRefuse<Body>(read: () => Promise<Body>): Promise<Body> {
    // A body read twice is our mistake and stays an error.
    const wasReadBefore = this.bodyUsed || this.body?.locked
    try {
      return await read()
    } catch (error) {
      if (error instanceof TooManyFields) throw refused("This form has too many fields. Nothing was changed.")
      throw wasReadBefore || this.signal.aborted ? error : refused("We can’t read the body of this request.")
    }
  }
}

/** Of a list of types the last one counts, so a plain form may stand anywhere in it. */
const plainForm = /application\/x-www-form-urlencoded\s*(?:;|,|$)/i
const formOfParts = /multipart\/form-data/i

/** Counted before they are read: a megabyte of the shortest names would keep everyone else waiting. */
function fieldsOf(body: string): FormData {
  let end = -1
  for (let count = 0; count < mostFields; count += 1) {
    end = body.indexOf("&", end + 1)
    if (end < 0) break
  }
  if (end >= 0) throw new TooManyFields()
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(body)) form.append(name, value)
  return form
}

const refused = (message: string) =>
  Response.json({ message }, { status: 400, headers: { "Cache-Control": "private, no-store" } })
