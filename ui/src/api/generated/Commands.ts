// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { About } from "./About";
import type { Category } from "./Category";
import type { ChangeSettings } from "./ChangeSettings";
import type { CharacterSummary } from "./CharacterSummary";
import type { ChooseModel } from "./ChooseModel";
import type { ContinueReply } from "./ContinueReply";
import type { ConversationSummary } from "./ConversationSummary";
import type { ConversationView } from "./ConversationView";
import type { ListConversations } from "./ListConversations";
import type { ListMessages } from "./ListMessages";
import type { MessagePage } from "./MessagePage";
import type { ModelList } from "./ModelList";
import type { NewConversation } from "./NewConversation";
import type { Nothing } from "./Nothing";
import type { OpenConversation } from "./OpenConversation";
import type { RemoveConnection } from "./RemoveConnection";
import type { SaveConnection } from "./SaveConnection";
import type { SendMessage } from "./SendMessage";
import type { Settings } from "./Settings";
import type { StopReply } from "./StopReply";
import type { TurnStarted } from "./TurnStarted";

/** Every command: what goes in, what comes out. */
export type Commands = {
  list_characters: { input: Nothing; output: Array<CharacterSummary> };
  list_categories: { input: Nothing; output: Array<Category> };
  open_conversation: { input: OpenConversation; output: ConversationView };
  new_conversation: { input: NewConversation; output: ConversationView };
  list_conversations: { input: ListConversations; output: Array<ConversationSummary> };
  list_messages: { input: ListMessages; output: MessagePage };
  send_message: { input: SendMessage; output: TurnStarted };
  continue_reply: { input: ContinueReply; output: TurnStarted };
  stop_reply: { input: StopReply; output: Nothing };
  list_models: { input: Nothing; output: ModelList };
  choose_model: { input: ChooseModel; output: ModelList };
  save_connection: { input: SaveConnection; output: ModelList };
  remove_connection: { input: RemoveConnection; output: ModelList };
  get_settings: { input: Nothing; output: Settings };
  change_settings: { input: ChangeSettings; output: Settings };
  get_about: { input: Nothing; output: About };
};
