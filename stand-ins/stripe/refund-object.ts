import type { Ledger } from './ledger.ts'
import { providerId } from './provider-id.ts'
import type { ChargeObject, DisputeObject, RefundObject } from './wire.ts'

const dayS = 24 * 60 * 60

type RefundFacts = {
  charge: ChargeObject
  amount: number
  reason: string | null
  metadata?: Record<string, string>
}

export function makeRefundObject(ledger: Ledger, facts: RefundFacts): RefundObject {
  return {
    id: providerId('re'),
    object: 'refund',
    amount: facts.amount,
    balance_transaction: null,
    charge: facts.charge.id,
    created: ledger.now(),
    currency: facts.charge.currency,
    customer: facts.charge.customer,
    customer_account: null,
    metadata: facts.metadata ?? {},
    payment_intent: facts.charge.payment_intent,
    payment_method: null,
    reason: facts.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}

/** A dispute the bank opened over the whole charge; it names the charge, never the customer. */
export function makeDisputeObject(ledger: Ledger, charge: ChargeObject, reason: string): DisputeObject {
  const created = ledger.now()
  return {
    id: providerId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: created + 7 * dayS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: ledger.livemode,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  }
}

const noEvidence: DisputeObject['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
