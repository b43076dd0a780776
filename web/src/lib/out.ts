const NAME = 'periplus.out'

/** Whether links to the internet are followed without another question, as said in this tab. */
export function isOutAllowed(): boolean {
  return sessionStorage.getItem(NAME) === 'yes'
}

/** Follows links to the internet without a question from now on, in this tab. */
export function allowOut(): void {
  sessionStorage.setItem(NAME, 'yes')
}
