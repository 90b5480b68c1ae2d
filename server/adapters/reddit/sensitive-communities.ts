/**
 * Communities of patients and of people in distress. Reddit's Responsible Builder Policy forbids to draw
 * conclusions about health and other sensitive traits, so nothing of them is shown or kept.
 */
const names = `
  addiction adhd adhdwomen alcoholism alcoholicsanonymous anorexianervosa anxiety anxietyhelp askdocs autism
  autisminwomen bipolar bipolar2 bpd bulimia cancer chronicillness chronicpain cptsd crohnsdisease depression
  depression_help depressed diabetes diabetes_t1 diabetes_t2 disability domesticviolence dpdr eatingdisorders
  edanonymous endometriosis epilepsy fibromyalgia griefsupport hiv hivaids infertility lupus mentalhealth
  mentalillness miscarriage multiplesclerosis narcissisticabuse nofap ocd opiates opiatesrecovery
  parkinsons pcos petloss ptsd rape rapecounseling redditorsinrecovery schizophrenia selfharm socialanxiety
  stopdrinking stopselfharm suicidewatch survivorsofabuse ttc_pcos
`
const sensitive = new Set(names.trim().split(/\s+/u))

export function isSensitive(community: string): boolean {
  return sensitive.has(community.toLowerCase())
}
