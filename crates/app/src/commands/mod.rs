//! THE list of commands. A command is declared here once; the Tauri command, the HTTP route, the command-line call and the
//! TypeScript type of that name follow from it. The bodies stand in the files below, beside their input types.

mod characters;
mod conversations;
mod drafts;
mod files;
mod graph;
mod list;
mod making;
mod memory;
mod models;
mod own_characters;
mod personas;
mod search;
mod settings;
mod suggestions;
mod taking_back;
#[cfg(test)]
mod tests;
mod trash;
mod turns;

pub use characters::*;
pub use conversations::*;
pub use drafts::*;
pub use files::*;
pub use graph::*;
pub use list::*;
pub use making::*;
pub use memory::*;
pub use models::*;
pub use own_characters::*;
pub use personas::*;
pub use search::*;
pub use settings::*;
pub use suggestions::*;
pub use taking_back::*;
pub use trash::*;
pub use turns::*;

/// Calls the macro named by `$callback` with the whole list, `name(Input) -> Output,` a line.
#[macro_export]
macro_rules! for_each_command {
    ($callback:ident) => {
        $callback! {
            list_characters(Nothing) -> Vec<CharacterSummary>,
            list_categories(Nothing) -> Vec<Category>,
            get_character(OfCharacter) -> CharacterDetailView,
            update_character(UpdateCharacter) -> CharacterDetailView,
            copy_character(CopyCharacter) -> CharacterDetailView,
            delete_character(DeleteCharacter) -> Nothing,
            open_conversation(OpenConversation) -> ConversationView,
            new_conversation(NewConversation) -> ConversationView,
            list_conversations(ListConversations) -> Vec<ConversationSummary>,
            list_messages(ListMessages) -> MessagePage,
            send_message(SendMessage) -> TurnStarted,
            continue_reply(ContinueReply) -> TurnStarted,
            stop_reply(StopReply) -> Nothing,
            retry_reply(RetryReply) -> TurnStarted,
            edit_last_message(EditLastMessage) -> TakenBackMessage,
            undo_turn(UndoTurn) -> ConversationView,
            edit_message(EditMessage) -> ConversationView,
            delete_message(DeleteMessage) -> ConversationView,
            choose_alternate(ChooseAlternate) -> ConversationView,
            clear_conversation(ClearConversation) -> ConversationView,
            branch_conversation(BranchConversation) -> ConversationView,
            rename_conversation(RenameConversation) -> ConversationView,
            delete_conversation(DeleteConversation) -> Nothing,
            list_trash(Nothing) -> Vec<TrashItem>,
            restore_from_trash(RestoreFromTrash) -> ConversationView,
            restore_character(RestoreFromTrash) -> RestoredCharacterView,
            erase_from_trash(EraseFromTrash) -> Nothing,
            save_draft(SaveDraft) -> Nothing,
            list_personas(Nothing) -> Vec<Persona>,
            save_persona(SavePersona) -> Persona,
            remove_persona(RemovePersona) -> Nothing,
            apply_persona(ApplyPersona) -> ConversationView,
            set_conversation_language(SetConversationLanguage) -> ConversationView,
            get_memory(GetMemory) -> MemoryView,
            remember_fact(RememberFact) -> MemoryView,
            update_fact(UpdateFact) -> MemoryView,
            forget_fact(ForgetFact) -> MemoryView,
            pin_fact(PinFact) -> MemoryView,
            merge_facts(MergeFacts) -> MemoryView,
            give_fact_to_character(GiveFactToCharacter) -> MemoryView,
            change_relationship_axis(ChangeRelationshipAxis) -> MemoryView,
            reset_relationship_axis(ResetRelationshipAxis) -> MemoryView,
            get_prompt_record(GetPromptRecord) -> Option<PromptRecordView>,
            get_memory_graph(GetMemoryGraph) -> MemoryGraphView,
            get_memory_node(GetMemoryNode) -> MemoryDetailView,
            update_memory_node(UpdateMemoryNode) -> MemoryDetailView,
            forget_memory_node(ForgetMemoryNode) -> Nothing,
            import_memories(ImportMemories) -> MemoriesReport,
            export_memories(ExportMemories) -> ExportedFile,
            recall_memories(RecallMemories) -> RecallView,
            get_recall_settings(Nothing) -> RecallSettings,
            change_recall_settings(ChangeRecallSettings) -> RecallSettings,
            suggest_replies(SuggestReplies) -> Suggestions,
            search_messages(SearchMessages) -> SearchResults,
            export_conversation(ExportConversation) -> ExportedFile,
            export_transcript(ExportTranscript) -> ExportedFile,
            import_conversation(ImportConversation) -> ImportReport,
            export_library(ExportLibrary) -> ExportedFile,
            restore_library(RestoreLibrary) -> RestoreReport,
            read_book(ReadBook) -> BookView,
            plan_novel(PlanNovel) -> NovelPlanView,
            read_messages(ReadMessages) -> MessagesView,
            plan_messages(PlanMessages) -> MessagesPlanView,
            start_making(StartMaking) -> JobView,
            pause_job(OfJob) -> JobView,
            resume_job(OfJob) -> JobView,
            cancel_job(OfJob) -> Nothing,
            list_jobs(Nothing) -> Vec<JobView>,
            get_job(OfJob) -> JobView,
            get_making_draft(OfJob) -> MakingDraftView,
            change_making_draft(ChangeMakingDraft) -> MakingDraftView,
            save_made_character(SaveMadeCharacter) -> SavedCharacterView,
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
