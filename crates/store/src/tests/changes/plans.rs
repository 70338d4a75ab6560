//! What is read for a change does not grow with the conversation.
