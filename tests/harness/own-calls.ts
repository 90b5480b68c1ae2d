import { expect } from 'vitest'
import type { OwnCollection, OwnMapping } from '#contract/own-material.ts'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { scoreCollection } from '#server/features/own/score-collection.ts'
import { wireOwn } from '#server/wiring/wire-own.ts'
import { workersHere } from '#server/wiring/wire-workers.ts'
import type { SignedUp } from './account-calls.ts'
import type { TestApp } from './test-app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Calls an endpoint of own material like the page. */
export function callOwn(
  { app }: Pick<TestApp, 'app'>,
  person: Pick<SignedUp, 'cookie'>,
  [method, path, payload]: [Method, string, object?],
) {
  const sent = payload === undefined ? {} : { payload }
  return app.inject({ method, url: `/api/own/${path}`, headers: { cookie: person.cookie }, ...sent })
}

/** Splits the text of a file into parts of any length, as the page does. */
export function partsOf(text: string, characters = 200_000): string[] {
  const parts = []
  for (let at = 0; at < text.length; at += characters) parts.push(text.slice(at, at + characters))
  return parts
}

/** Uploads a collection that waits for a mapping; returns its id. */
export async function sendFile(
  product: TestApp,
  person: SignedUp,
  { name, parts }: { name: string; parts: readonly string[] },
): Promise<string> {
  const created = await callOwn(product, person, ['POST', 'collections', { collectionName: name }])
  expect(created.statusCode, created.body).toBe(200)
  const { id } = created.json()
  for (const [part, text] of parts.entries()) {
    const sent = await callOwn(product, person, ['PUT', `collections/${id}/parts/${part}`, { text }])
    expect(sent.statusCode, sent.body).toBe(200)
  }
  return id
}

/** Scores pending files, like the background job. */
export async function scoreWaiting({ database }: TestApp, clock = () => new Date()): Promise<void> {
  const { db } = database
  const own = wireOwn({
    db,
    clock,
    archive: makeArchiveSearchStore(db),
    jobs: { wake: () => {} },
    workers: workersHere,
  })
  for (const { id } of await own.listToScore()) await scoreCollection(own, id, new AbortController().signal)
}

/** A scored collection of a text, with the guessed mapping by default. */
export async function bringMaterial(
  product: TestApp,
  person: SignedUp,
  { name, text, mapping }: { name: string; text: string; mapping?: Partial<OwnMapping> },
): Promise<OwnCollection> {
  const id = await sendFile(product, person, { name, parts: partsOf(text) })
  const preview = await callOwn(product, person, ['POST', `collections/${id}/preview`, {}])
  expect(preview.statusCode, preview.body).toBe(200)
  const payload = { mapping: { ...preview.json().mapping, ...mapping } }
  const mapped = await callOwn(product, person, ['PUT', `collections/${id}/mapping`, payload])
  expect(mapped.statusCode, mapped.body).toBe(200)
  await scoreWaiting(product)
  const { collections } = (await callOwn(product, person, ['GET', 'collections'])).json()
  return collections.find((one: OwnCollection) => one.id === id)
}
