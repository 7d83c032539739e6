import { z } from "zod"
import type { Collection } from "../database"
import { notFound } from "./errors"
import { buyer } from "./payment"

/** What saved payment methods use of the state. */
export type VaultState = {
  setupTokens: Collection<SetupToken>
  savedMethods: Collection<SavedMethod>
  origin: string
}

/** How payments with a saved method turn out. */
export const instruments = ["accepted", "declined", "pending"] as const
export type Instrument = (typeof instruments)[number]

/** What a buyer is asked to agree to. It becomes a saved method once it is exchanged. */
export type SetupToken = {
  id: string
  status: "PAYER_ACTION_REQUIRED" | "APPROVED" | "VAULTED"
  customerId: string
  description: string | null
  brandName: string
  usageType: string
  returnUrl: string | null
  cancelUrl: string | null
  instrument: Instrument
}

/** A buyer's PayPal account that the shop may charge later. */
export type SavedMethod = {
  id: string
  setupTokenId: string
  customerId: string
  usageType: string
  instrument: Instrument
  /** The buyer or the shop ended it. */
  isDeleted: boolean
}

const CustomerId = z.string().regex(/^[0-9a-zA-Z_-]{1,22}$/)

export const SetupBody = z.object({
  customer: z.object({ id: CustomerId }).optional(),
  payment_source: z.object({
    paypal: z.object({
      description: z
        .string()
        .max(128)
        .regex(/^[a-zA-Z0-9_'\-., :;!?"]*$/)
        .optional(),
      usage_type: z.enum(["MERCHANT", "PLATFORM"]),
      permit_multiple_payment_tokens: z.boolean().optional(),
      experience_context: z.object({
        brand_name: z.string().min(1).max(300).optional(),
        shipping_preference: z.enum(["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"]).optional(),
        return_url: z.url(),
        cancel_url: z.url(),
      }),
    }),
  }),
})

export const ExchangeBody = z.object({
  payment_source: z.object({
    token: z.object({ id: z.string().min(1).max(255), type: z.literal("SETUP_TOKEN") }),
  }),
})

export function showSetupToken(state: VaultState, id: string): SetupToken {
  const token = state.setupTokens.find(id)
  if (!token) throw notFound()
  return token
}

export function showSavedMethod(state: VaultState, id: string): SavedMethod {
  const method = state.savedMethods.find(id)
  if (!method || method.isDeleted) throw notFound()
  return method
}

export function describeSetupToken(state: VaultState, token: SetupToken) {
  const href = `${state.origin}/paypal/v3/vault/setup-tokens/${token.id}`
  const self = { href, rel: "self", method: "GET" }
  return {
    id: token.id,
    customer: { id: token.customerId },
    status: token.status,
    payment_source: {
      paypal: {
        ...(token.description && { description: token.description }),
        usage_type: token.usageType,
        ...(token.status !== "PAYER_ACTION_REQUIRED" && describeBuyer()),
      },
    },
    links:
      token.status === "PAYER_ACTION_REQUIRED"
        ? [{ href: vaultApprovalUrl(state, token), rel: "approve", method: "GET" }, self]
        : [self, { href: `${state.origin}/paypal/v3/vault/payment-tokens`, rel: "confirm", method: "POST" }],
  }
}

export function describeSavedMethod(state: VaultState, method: SavedMethod) {
  const href = `${state.origin}/paypal/v3/vault/payment-tokens/${method.id}`
  return {
    id: method.id,
    customer: { id: method.customerId },
    payment_source: { paypal: { usage_type: method.usageType, ...describeBuyer() } },
    links: [
      { href, rel: "self", method: "GET" },
      { href, rel: "delete", method: "DELETE" },
    ],
  }
}

const describeBuyer = () => ({
  email_address: buyer.email,
  payer_id: buyer.payerId,
  account_id: buyer.payerId,
  name: { given_name: buyer.givenName, surname: buyer.surname },
})

const vaultApprovalUrl = (state: VaultState, token: SetupToken) =>
  `${state.origin}/paypal/agreements/approve?approval_session_id=${token.id}`
