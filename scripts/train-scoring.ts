import { writeFileSync } from 'node:fs'
import { readExtraPosts } from '../bench/scoring-extra-labels.ts'
import { readLabelledPosts } from '../bench/scoring-labels.ts'
import { modernPostsOf } from '../bench/scoring-modern-posts.ts'
import { nameModel } from '../bench/scoring-training.ts'
import { crossValidate, fitScale, learnFrom, randomFolds } from '../bench/scoring-validation.ts'

const posts = readLabelledPosts()
const extra = [...(await readExtraPosts()), ...modernPostsOf('train')]
const { values } = crossValidate(posts, randomFolds(posts, 1), extra)
const scale = fitScale(
  values,
  posts.map((post) => post.potential >= 1.5),
)
const learned = learnFrom(posts, extra)
const base = (learned.score.bases[1] ?? 0) * scale.pointsPerUnit + scale.base
const model = nameModel(learned, { base, pointsPerUnit: scale.pointsPerUnit })
const path = new URL('../scoring/model/weights.json', import.meta.url)
writeFileSync(path, `${JSON.stringify(model)}\n`)
console.log(
  `Learned from ${posts.length} rated and ${extra.length} further posts: ${learned.wording.length} phrases, base ${base.toFixed(1)}.`,
)
