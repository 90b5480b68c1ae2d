const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for content and attribute values of HTML and XML. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/gu, (sign) => entities[sign] ?? sign)
