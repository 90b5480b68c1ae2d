import { type QueryKey, useQuery } from '@tanstack/react-query'
import { callEndpoint, type JsonEndpoint } from './api-client.ts'

type Options = { queryKey?: QueryKey; enabled?: boolean; refetchOnMount?: 'always' }

/** The data of an endpoint, cached under its path or another key. */
export function useEndpoint<E extends JsonEndpoint>(endpoint: E, options: Options = {}) {
  return useQuery({ queryKey: [endpoint.path], queryFn: () => callEndpoint(endpoint), ...options })
}
