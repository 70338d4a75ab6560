import type { ConversationView } from '../../api/generated/ConversationView';
import type { Settings } from '../../api/generated/Settings';
import { directionOf } from '../../i18n/languages';

/** The language and the direction of what is said in a conversation; none where it follows the page. */
export type Spoken = { lang: string | undefined; dir: 'ltr' | 'rtl' | undefined };

export function spokenIn(view: Pick<ConversationView, 'language'> | null, settings: Settings | null): Spoken {
  const tag = view?.language || settings?.reply_language || '';
  return tag === '' ? { lang: undefined, dir: undefined } : { lang: tag, dir: directionOf(tag) };
}
