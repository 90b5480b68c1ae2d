import { writeFileSync } from 'node:fs'
import { readBackground } from '../bench/scoring-background.ts'
import { readLabelledPosts } from '../bench/scoring-labels.ts'
import { areaUnderCurve, spearman } from '../bench/scoring-measures.ts'
import { printReliability } from '../bench/scoring-report.ts'
import { nameModel } from '../bench/scoring-training.ts'
import { crossValidate, fitScale, learnFrom, randomFolds } from '../bench/scoring-validation.ts'

const posts = readLabelledPosts()
const grades = posts.map((post) => post.potential)
const positive = grades.map((grade) => grade >= 1.5)
const background = await readBackground()
const { values, thresholds } = crossValidate(posts, randomFolds(posts, 1), background)
console.log(
  `Out of fold: AUC ${areaUnderCurve(values, positive).toFixed(3)}, Spearman ${spearman(values, grades).toFixed(3)}`,
)
printReliability(values, grades)
const scale = fitScale(values, positive)
const learned = learnFrom(posts, background)
const base = (learned.score.bases[1] ?? 0) * scale.pointsPerUnit + scale.base
const model = nameModel(learned, { base, pointsPerUnit: scale.pointsPerUnit }, thresholds)
const path = new URL('../scoring/model/weights.json', import.meta.url)
writeFileSync(path, `${JSON.stringify(model)}\n`)
console.log(
  `Learned from ${posts.length} rated and ${background.extra.length} further posts: ${learned.wording.length} phrases, base ${base.toFixed(1)}.`,
)
