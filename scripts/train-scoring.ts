import { writeFileSync } from 'node:fs'
import { readLabelledPosts } from '../bench/scoring-labels.ts'
import { learn, nameModel } from '../bench/scoring-training.ts'
import { crossValidate, fitScale, randomFolds } from '../bench/scoring-validation.ts'

const posts = readLabelledPosts()
const positive = posts.map((post) => post.potential >= 1.5)
const { values } = crossValidate(posts, randomFolds(posts, 1))
const scale = fitScale(values, positive)
const learned = learn(
  posts,
  posts.map(() => 1),
)
const base = (learned.score.bases[1] ?? 0) * scale.pointsPerUnit + scale.base
const model = nameModel(learned, { base, pointsPerUnit: scale.pointsPerUnit })
const path = new URL('../scoring/model/weights.json', import.meta.url)
writeFileSync(path, `${JSON.stringify(model, null, 1)}\n`)
console.log(`Learned from ${posts.length} posts: ${learned.wording.length} phrases, base ${base.toFixed(1)}.`)
