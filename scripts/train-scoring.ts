import { writeFileSync } from 'node:fs'
import { readBackground } from '../bench/scoring-background.ts'
import { readLabelledPosts } from '../bench/scoring-labels.ts'
import { areaUnderCurve, spearman } from '../bench/scoring-measures.ts'
import { encodeModel, nameModel } from '../bench/scoring-name-model.ts'
import { judged, printReliability } from '../bench/scoring-reliability.ts'
import { scoreBase } from '../bench/scoring-training.ts'
import { crossValidate, fitScale, learnFrom, randomFolds } from '../bench/scoring-validation.ts'

const posts = readLabelledPosts()
const grades = posts.map((post) => post.potential)
const background = await readBackground()
const { values, countedValues, thresholds } = crossValidate(
  posts,
  randomFolds(posts, background.counted),
  background,
)
const sets = [
  { name: 'rated posts', values, grades },
  {
    name: 'posts of 2025-2026',
    values: countedValues,
    grades: background.counted.map((post) => post.potential),
  },
]
const scale = fitScale(sets.map((set) => judged(set.values, set.grades)))
for (const set of sets) {
  const area = areaUnderCurve(set.values, judged(set.values, set.grades).positive)
  const rank = spearman(set.values, set.grades)
  console.log(`\nOut of fold, ${set.name}: AUC ${area.toFixed(3)}, Spearman ${rank.toFixed(3)}`)
  printReliability(`${set.name}, out of fold`, set.values, set.grades, scale)
}
const learned = learnFrom(posts, background)
const base = scoreBase(learned) * scale.pointsPerUnit + scale.base
const model = nameModel(learned, { base, pointsPerUnit: scale.pointsPerUnit }, thresholds)
const path = new URL('../scoring/model/weights.json', import.meta.url)
writeFileSync(path, encodeModel(model))
console.log(
  `Learned from ${posts.length} rated and ${background.extra.length + background.counted.length} further posts: ${Object.keys(model.phrases).length} phrases, base ${base.toFixed(1)}.`,
)
