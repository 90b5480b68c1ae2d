import { z } from 'zod'
import { expandLinks } from './expand-links.ts'
import type { Ledger } from './ledger.ts'
import { refusalOf } from './request-params.ts'

export type ProviderCall = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  answer(ledger: Ledger, form: object, id: string): object
}

const expanding = z.object({ expand: z.array(z.string()).optional() })

/** Joins a schema to what answers it, so that `run` sees only checked parameters. */
export function providerCall<Schema extends z.ZodType>(
  [method, url]: [ProviderCall['method'], string],
  schema: Schema,
  run: (ledger: Ledger, input: z.output<Schema>, id: string) => object,
): ProviderCall {
  return {
    method,
    url,
    answer(ledger, form, id) {
      const parsed = schema.safeParse(form)
      if (!parsed.success) throw refusalOf(parsed.error, form)
      const paths = expanding.safeParse(parsed.data).data?.expand ?? []
      return expandLinks(ledger, run(ledger, parsed.data, id), paths)
    },
  }
}
