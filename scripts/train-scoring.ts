import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readFeatureOnlyPosts } from '#learning/data/feature-only-posts.ts'
import { type LabelledPost, missingData, refuseHeldOut } from '#learning/data/labelled-post.ts'
import { readLabelledPosts, readWrittenPosts } from '#learning/data/read-labelled-posts.ts'
import {
  rankingFigures,
  reliabilityRows,
  signalFigures,
  worthFigures,
} from '#learning/evaluate/render-figures.ts'
import type { Material } from '#learning/fit/learn-detectors.ts'
import { train } from '#learning/fit/train.ts'

const { values } = parseArgs({ options: { toy: { type: 'boolean' } } })

/**
 * Uses only the posts written for this project, which are enough to test training but not for a good model.
 */
function readToy() {
  const posts = [...readWrittenPosts('train'), ...readWrittenPosts('check')]
  return { posts, archive: posts, featureOnly: [] }
}

function readReal() {
  const featureOnly = readFeatureOnlyPosts()
  refuseHeldOut(featureOnly.map(({ id }) => id))
  return { ...readLabelledPosts(), featureOnly }
}

const started = Date.now()
const say = (line: string) => console.log(`${Math.round((Date.now() - started) / 1000)} s: ${line}`)
const missing = values.toy ? null : missingData()
if (missing === null) learn(values.toy ? readToy() : readReal())
else {
  console.error(missing)
  process.exitCode = 1
}

function learn(found: Pick<Material, 'posts' | 'archive' | 'featureOnly'>) {
  const about = `Learned from ${found.posts.length.toLocaleString('en-US')} labelled posts: see learning/README.md.`
  const { model, unseen, listing, goldF1 } = train({ ...found, about, say })
  const ofKind = (kind: LabelledPost['kind']) =>
    unseen.filter(({ post }) => post.kind === (values.toy ? 'written' : kind))
  const modern = ofKind('modern')
  const byChance = values.toy ? modern : modern.filter(({ post }) => post.byChance)
  const figures = {
    modern: { ...rankingFigures(byChance), ...worthFigures(byChance) },
    ranking: rankingFigures(ofKind('gold')),
    reliability: reliabilityRows(modern),
    goldF1: Math.round(goldF1 * 1000) / 1000,
    signals: signalFigures(listing, model.signals),
  }
  console.log(JSON.stringify(figures, null, 2))
  if (values.toy) return
  writeFileSync('scoring/model/weights.json', `${JSON.stringify(model)}\n`)
  writeFileSync('web/features/scoring/measured-figures.json', `${JSON.stringify(figures, null, 2)}\n`)
  say('wrote scoring/model/weights.json and web/features/scoring/measured-figures.json')
}
