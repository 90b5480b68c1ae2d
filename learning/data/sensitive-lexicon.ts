/** Words that say who somebody is in health, body, orientation, belief, politics or descent: never learned from. */
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
    'politics political trump biden harris election elections abdominal vegan vegetarian feminist feminists feminism gender genders',
    'disorder disorders overweight skinny fat fatter sober sobriety drunk drinking alcohol drug drugs weed smoking smoker smokers',
    'agnostic asexual monogamous masculine feminine sexist sexism rape raped retarded slave slaves slavery nazi nazis stoned stoner',
    'lsd mdma shrooms bong heroin cocaine breast breasts boob boobs cock cum cunt pussy slut whore orgasm masturbate nude naked',
    'hormone hormones abuse abused abusive abuser trauma grief faith faiths spiritual spirituality bless blessed blessing worship',
    'american americans canadian canadians british english irish scottish welsh european europeans german germans',
    'french italian italians spanish portuguese dutch belgian swiss austrian swedish danish norwegian finnish polish czech greek',
    'turkish russian russians ukrainian israeli israelis iranian pakistani bangladeshi japanese korean koreans vietnamese thai',
    'filipino filipina indonesian malaysian australian australians brazilian brazilians cuban puerto nigerian kenyan egyptian',
    // First names: whose they are says nothing of a need either.
    'adam alan alex andrew andy anthony arthur ben brian chris christopher dan daniel dave david eric gary george greg howard',
    'jake james jason jean jennifer jerry jessica jim joe joel john johnny jon jonathan joseph josh justin karen keith ken kevin',
    'kyle larry laura lisa luke maria martin mary matt matthew michael michelle mike nick paul peter phil richard robert ron ryan',
    'sam sara sarah scott sean stephen steve steven susan thomas tim tom tommy tony tyler',
  ].flatMap((line) => line.split(' ')),
)

/** Whether a phrase reveals nothing of a person's sensitive traits. */
export function isNeutral(phrase: string): boolean {
  return !phrase.split(' ').some((word) => sensitive.has(word))
}
