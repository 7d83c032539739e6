import { readFileSync } from "node:fs"
import Ajv, { type ValidateFunction } from "ajv"
import addFormats from "ajv-formats"
import { expect } from "vitest"

// PayPal's own published OpenAPI files: what the sandbox and the app's client must both agree with.
const folder = new URL("../support/paypal-openapi/", import.meta.url)
const names = [
  "billing_subscriptions_v1",
  "catalogs_products_v1",
  "checkout_orders_v2",
  "notifications_webhooks_v1",
  "vault_payment_tokens_v3",
]

type Operation = {
  requestBody?: { $ref?: string; content?: { "application/json": { schema: object } } }
  responses: Record<string, { $ref?: string; content?: { "application/json"?: { schema: object } } }>
}
type Document = { paths: Record<string, Record<string, Operation>>; components: Record<string, unknown> }

// PayPal's private formats (ppaas_*) are unknown to ajv, which ignores them; its email pattern predates unicode mode.
const ajv = new Ajv({ strict: false, allErrors: true, logger: false, unicodeRegExp: false })
addFormats(ajv)
const documents = names.map((name) => {
  const document: Document = JSON.parse(
    readFileSync(new URL(`${name}.json`, folder), "utf8"),
    withoutEmptyChoice,
  )
  if (name === "vault_payment_tokens_v3") allowSetupTokens(document)
  ajv.addSchema(document, name)
  return { name, document }
})
const compiled = new Map<string, ValidateFunction>()

/** The files leave an empty list where any value is meant, which no value would fit. */
function withoutEmptyChoice(key: string, value: unknown) {
  return key === "enum" && Array.isArray(value) && value.length === 0 ? undefined : value
}

/**
 * The file of 2023 lists only BILLING_AGREEMENT as what is exchanged for a payment token. PayPal's current reference
 * (developer.paypal.com, token_id_request) lists SETUP_TOKEN.
 */
function allowSetupTokens({ components }: Document) {
  const schemas = components.schemas as { token_id_request: { properties: { type: { enum: string[] } } } }
  schemas.token_id_request.properties.type.enum.push("SETUP_TOKEN")
}

/** Fails unless the body fits what PayPal publishes for this call and status. An empty body must be published as empty. */
export function expectPublishedAnswer(method: string, path: string, status: number, body: unknown) {
  const { name, operation, template } = findOperation(method, path)
  const response = operation.responses[status] ?? operation.responses.default
  const responseKey = operation.responses[status] ? String(status) : "default"
  const pointer =
    response?.$ref?.slice(1) ?? `/paths/${escaped(template)}/${method.toLowerCase()}/responses/${responseKey}`
  const schema = response?.$ref ? {} : response?.content?.["application/json"]?.schema
  if (!schema) return expect(body, `${method} ${path} ${status} has no body`).toBeNull()
  expectFit(
    name,
    `${pointer}/content/application~1json/schema`,
    withPublishedIssues(status, body),
    `${method} ${path} ${status}`,
  )
}

/** Fails unless PayPal would accept the body for this call. */
export function expectPublishedRequest(method: string, path: string, body: unknown) {
  const { name, operation, template } = findOperation(method, path)
  if (!operation.requestBody) return
  const pointer =
    operation.requestBody.$ref?.slice(1) ?? `/paths/${escaped(template)}/${method.toLowerCase()}/requestBody`
  expectFit(name, `${pointer}/content/application~1json/schema`, body, `request of ${method} ${path}`)
}

/** The files publish a refusal's details under `issues`, the service sends `details`: look at them as the files name them. */
function withPublishedIssues(status: number, body: unknown) {
  const refusal = body as { details?: { location?: string }[] }
  return status === 404 || status === 422 ? { ...refusal, issues: refusal.details } : body
}

function findOperation(method: string, path: string) {
  const bare = path.split("?")[0] ?? path
  for (const { name, document } of documents) {
    for (const [template, operations] of Object.entries(document.paths)) {
      const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`)
      const operation = operations[method.toLowerCase()]
      if (pattern.test(bare) && operation) return { name, operation, template }
    }
  }
  throw new Error(`PayPal publishes no ${method} ${bare}`)
}

function expectFit(name: string, pointer: string, body: unknown, label: string) {
  const reference = `${name}#${pointer}`
  const validate = compiled.get(reference) ?? ajv.compile({ $ref: reference })
  compiled.set(reference, validate)
  validate(body)
  expect(validate.errors ?? [], `${label}: ${JSON.stringify(body)}`).toEqual([])
}

function escaped(template: string) {
  return encodeURI(template.replaceAll("~", "~0").replaceAll("/", "~1"))
}
