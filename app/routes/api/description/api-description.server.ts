import { OpenAPIRegistry, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi"
import { z } from "zod"
import { type Answer, type Call, refusals } from "./call.server"
import { signInCalls } from "./sign-in-calls.server"
import { subscriptionCalls } from "./subscription-calls.server"
import { supportCalls } from "./support-calls.server"
import { visitorCalls } from "./visitor-calls.server"

// The JSON API in OpenAPI 3.1, made from the schemas the calls themselves read with.

const calls = [...signInCalls, ...subscriptionCalls, ...supportCalls, ...visitorCalls]

let made: object | undefined

/** The whole description; created once. */
export function describeApi(): object {
  made ??= make()
  return made
}

function make(): object {
  const registry = new OpenAPIRegistry()
  const cookie = registry.registerComponent("securitySchemes", "signIn", {
    type: "apiKey",
    in: "cookie",
    name: "__Host-tutti",
    description: "The cookie set at login. Over plain HTTP its name is tutti.",
  })
  for (const call of calls)
    registry.registerPath({
      method: call.method,
      path: call.path,
      summary: call.summary,
      ...(call.signIn ? { security: [{ [cookie.name]: [] }], description: `For ${call.signIn}.` } : {}),
      request: { ...parametersOf(call), ...bodyOf(call) },
      responses: Object.fromEntries(
        Object.entries({ ...refusedBefore(call), ...call.answers }).map(([status, { description, body }]) => [
          status,
          { description, content: { "application/json": { schema: body } } },
        ]),
      ),
    })
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: "3.1.0",
    info: {
      title: "Tutti",
      version: "1",
      description:
        "Calls send the login cookie, ask for JSON and are never cached. Every refusal gives its reason as `message`. " +
        "Unsafe methods are accepted only from Tutti's own pages.",
    },
  })
}

/** The refusals that apply to every call of the method. */
const refusedBefore = ({ method }: Call): Record<number, Answer> =>
  refusals(405, ...(method === "get" ? [] : [403, 411, 413]))

const parametersOf = ({ parameters }: Call) =>
  parameters
    ? { params: z.object(Object.fromEntries(Object.keys(parameters).map((name) => [name, z.string()]))) }
    : {}

function bodyOf({ body, form }: Call) {
  if (form)
    return {
      body: {
        content: {
          "multipart/form-data": {
            schema: {
              type: "object" as const,
              properties: Object.fromEntries(
                Object.entries(form).map(([name, description]) => [
                  name,
                  { type: "string" as const, format: "binary", description },
                ]),
              ),
              required: Object.keys(form),
            },
          },
        },
      },
    }
  return body ? { body: { content: { "application/json": { schema: body } } } } : {}
}
