//! THE list of commands. A command is declared here once; the Tauri command, the HTTP route, the command-line call and the
//! TypeScript type of that name follow from it. The bodies stand in the files below, beside their input types.

mod characters;
mod conversations;
mod list;
mod models;
mod settings;
#[cfg(test)]
mod tests;
mod turns;

pub use characters::*;
pub use conversations::*;
pub use list::*;
pub use models::*;
pub use settings::*;
pub use turns::*;

/// Calls the macro named by `$callback` with the whole list, `name(Input) -> Output,` a line.
#[macro_export]
macro_rules! for_each_command {
    ($callback:ident) => {
        $callback! {
            list_characters(Nothing) -> Vec<CharacterSummary>,
            list_categories(Nothing) -> Vec<Category>,
            open_conversation(OpenConversation) -> ConversationView,
            new_conversation(NewConversation) -> ConversationView,
            list_conversations(ListConversations) -> Vec<ConversationSummary>,
            list_messages(ListMessages) -> MessagePage,
            send_message(SendMessage) -> TurnStarted,
            continue_reply(ContinueReply) -> TurnStarted,
            stop_reply(StopReply) -> Nothing,
            list_models(Nothing) -> ModelList,
            choose_model(ChooseModel) -> ModelList,
            save_connection(SaveConnection) -> ModelList,
            remove_connection(RemoveConnection) -> ModelList,
            get_settings(Nothing) -> Settings,
            change_settings(ChangeSettings) -> Settings,
            get_about(Nothing) -> About,
        }
    };
}
