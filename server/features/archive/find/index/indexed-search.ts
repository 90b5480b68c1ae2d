import type { ArchiveSearchStore } from '../archive-search-store.ts'
import type { ArchiveIndex } from './archive-index.ts'

type Asked = Pick<ArchiveSearchStore, 'listCandidates' | 'listMeant' | 'listUnknownCommunities'>

/**
 * Reads candidates from the index. PostgreSQL answers while there is no index, or if the index cannot be
 * read.
 */
export function indexedSearch<S extends Asked>(store: S, index: ArchiveIndex, warn: Warn): S {
  const instead = async <T>(
    signal: AbortSignal,
    read: () => Promise<T | null>,
    ask: () => Promise<T>,
  ): Promise<T> => {
    try {
      const found = await read()
      if (found !== null) return found
    } catch (error) {
      signal.throwIfAborted()
      warn('The search index could not be read; PostgreSQL answers', error)
    }
    return ask()
  }
  return {
    ...store,
    listCandidates: (query, signal) =>
      instead(
        signal,
        () => index.listCandidates(query, signal),
        () => store.listCandidates(query, signal),
      ),
    listMeant: (query, signal) =>
      instead(
        signal,
        () => index.listMeant(query, signal),
        () => store.listMeant(query, signal),
      ),
    listUnknownCommunities: (names, signal) =>
      instead(
        signal,
        () => index.listUnknownCommunities(names),
        () => store.listUnknownCommunities(names, signal),
      ),
  }
}

type Warn = (message: string, cause: unknown) => void
