import type { ConversationSummary } from '../../api/generated/ConversationSummary';

/** A conversation and what was branched off it. */
export interface Family {
  conversation: ConversationSummary;
  branches: Family[];
  /** It was branched off one that is not in the list. */
  alone: boolean;
}

/**
 * The conversations as trees: branches under their origin in the order of the places where they part, the families by what
 * happened in them last. None is left out, also when its origin is gone.
 */
export function familiesOf(conversations: readonly ConversationSummary[]): Family[] {
  const known = new Set(conversations.map(({ id }) => id));
  const placed = new Set<string>();

  const family = (conversation: ConversationSummary): Family => {
    placed.add(conversation.id);
    const origin = conversation.branched_from?.conversation_id;
    const branches = conversations
      .filter((other) => other.branched_from?.conversation_id === conversation.id && !placed.has(other.id))
      .sort((one, other) => place(one) - place(other) || one.updated_at - other.updated_at);
    return {
      conversation,
      branches: branches.map(family),
      alone: origin !== undefined && !known.has(origin),
    };
  };

  const origins = conversations.filter(({ branched_from }) => !known.has(branched_from?.conversation_id ?? ''));
  const families = origins.map(family);
  // Origins that name each other have none that comes first.
  for (const conversation of conversations) if (!placed.has(conversation.id)) families.push(family(conversation));
  return families.sort((one, other) => latest(other) - latest(one));
}

/** What a conversation is called in a list: its name, else its first words; empty for one in which nothing was said. */
export function titleOf({ name, title }: Pick<ConversationSummary, 'name' | 'title'>): string {
  return name || title;
}

function place({ branched_from }: ConversationSummary): number {
  return branched_from?.position ?? 0;
}

function latest({ conversation, branches }: Family): number {
  return Math.max(conversation.updated_at, ...branches.map(latest));
}
