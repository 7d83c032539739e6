import type { RequestHandler } from "express"
import { z } from "zod"
import { internalError, invalidRequest, notFound, permissionDenied, refused } from "./errors"

const MockResponse = z.object({ mock_application_codes: z.union([z.string(), z.array(z.string())]) })

const descriptions: Record<string, string> = {
  DUPLICATE_INVOICE_ID:
    "Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.",
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: "You have exceeded the maximum number of payment attempts.",
  ORDER_ALREADY_CAPTURED: "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  PAYEE_BLOCKED_TRANSACTION:
    "The Fraud settings for this seller are such that this payment cannot be executed.",
  PAYER_CANNOT_PAY:
    "Payer cannot pay for this transaction. Please contact the payer to find other ways to pay for this transaction.",
  TRANSACTION_REFUSED: "The request was refused.",
}

/** PayPal's own negative testing: the header PayPal-Mock-Response makes a call answer with that error, and do nothing. */
export const answerMockedCodes: RequestHandler = (request, _response, next) => {
  const header = request.get("PayPal-Mock-Response")
  if (!header) return next()
  const code = codeIn(header)
  if (code === "INTERNAL_SERVER_ERROR") throw internalError()
  if (code === "INVALID_RESOURCE_ID" || code === "RESOURCE_NOT_FOUND") throw notFound()
  if (code === "PERMISSION_DENIED") throw permissionDenied()
  throw refused(code, descriptions[code] ?? "The request was refused.")
}

function codeIn(header: string) {
  try {
    const codes = MockResponse.parse(JSON.parse(header)).mock_application_codes
    const code = Array.isArray(codes) ? codes[0] : codes
    if (code) return code
  } catch {
    // Falls through to the refusal below: not JSON and not the right shape mean the same to the caller.
  }
  throw invalidRequest(
    "INVALID_PARAMETER_SYNTAX",
    "The value of a field does not conform to the expected format.",
    "PayPal-Mock-Response",
    header,
    "header",
  )
}
