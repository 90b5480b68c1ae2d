/** Words that say who somebody is in health, body, orientation, belief or descent: never learned from. */
const sensitive = new Set(
  [
    'adhd autism autistic aspergers ocd bipolar depression depressed depressive anxiety anxious panic ptsd suicide suicidal',
    'diabetes diabetic cancer tumor hiv aids epilepsy seizure seizures asthma arthritis migraine migraines disease diseases illness',
    'disabled disability disabilities handicap handicapped wheelchair blind deaf dyslexia dyslexic insomnia addict addicted addiction',
    'alcoholic alcoholism rehab pregnant pregnancy miscarriage abortion fertility menopause symptom symptoms diagnosis diagnosed',
    'surgery therapy therapist psychiatrist psychologist medication medications meds prescription insulin chemo a1c obese obesity',
    'anorexia bulimia herpes stds acne allergy allergies allergic infection injury injured chronic mental schizophrenia',
    'gay lesbian homosexual homosexuality bisexual hetero heterosexual queer trans transgender transsexual lgbt lgbtq sexuality',
    'sex sexual sexually virgin virginity fetish porn masturbation penis vagina',
    'religion religious christian christians christianity catholic catholics protestant mormon mormons jewish jew jews muslim muslims',
    'islam islamic hindu buddhist buddhism atheist atheists atheism god jesus christ bible church pastor priest mosque prayer pray',
    'black blacks african asian asians hispanic latino latina mexican mexicans indian indians chinese arab arabs caucasian white whites',
    'racial racist racism ethnic ethnicity minority minorities immigrant immigrants tribe nationality',
    'republican republicans democrat democrats liberal liberals conservative conservatives libertarian communist socialist obama romney',
    'politics political trump election abdominal',
  ].flatMap((line) => line.split(' ')),
)

/** Whether a phrase tells nothing of a person's sensitive traits. */
export function isNeutral(phrase: string): boolean {
  return !phrase.split(' ').some((word) => sensitive.has(word))
}
