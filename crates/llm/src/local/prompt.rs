//! From messages to the model's tokens, through the chat template that its file carries.

use std::borrow::Cow;

use llama_cpp_2::model::{LlamaChatMessage, LlamaChatTemplate, LlamaModel};
use llama_cpp_2::token::LlamaToken;
use minijinja::{Environment, Error, ErrorKind, Value, context};

use super::reply_text::LeadingSpaces;
use super::weights::Weights;
use crate::chat::{ChatMessage, ChatRole};
use crate::error::ModelError;

/// What stands after the messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The mark that opens the assistant's next message.
    NewReply,
    /// Nothing: the last message, the assistant's, goes on where it ends.
    ContinueLast,
    /// Nothing: more messages will follow.
    MoreMessages,
}

/// A prompt as the model reads it.
pub struct Prompt {
    pub tokens: Vec<LlamaToken>,
    /// What to do with the reply's first spaces.
    pub leading_spaces: LeadingSpaces,
}

/// The template of a model's file, and what of its vocabulary a template needs.
pub struct PromptTemplate {
    native: LlamaChatTemplate,
    jinja: Option<String>,
    begin_mark: String,
    end_mark: String,
    /// The texts of all control tokens: written by a person they are text, not marks.
    control_marks: Vec<String>,
}

/// What a file without a template is read with.
const FALLBACK_TEMPLATE: &str = "chatml";

/// Shorter control tokens would hit ordinary text.
const SHORTEST_MARK: usize = 3;

impl PromptTemplate {
    pub fn of(model: &LlamaModel) -> Self {
        let own = model.chat_template(None).ok();
        let jinja = own.as_ref().and_then(|template| template.to_string().ok());
        let vocab = model.vocab();
        let text_of = |token| String::from_utf8(vocab.token_to_piece(token, true, None)).unwrap_or_default();
        Self {
            native: own.unwrap_or_else(fallback_template),
            jinja,
            begin_mark: text_if_known(vocab.bos(), &text_of),
            end_mark: text_if_known(vocab.eos(), &text_of),
            control_marks: vocab
                .tokens()
                .filter(|token| vocab.is_control(*token))
                .map(text_of)
                .filter(|mark| mark.len() >= SHORTEST_MARK)
                .collect(),
        }
    }

    /// A mark inside a message would end it and let its text speak as the system: it is broken up with a space.
    fn without_marks<'text>(&self, text: &'text str) -> Cow<'text, str> {
        let mut text = Cow::Borrowed(text);
        for mark in &self.control_marks {
            if text.contains(mark.as_str()) {
                let first = mark.chars().next().map_or(0, char::len_utf8);
                let broken = format!("{} {}", &mark[..first], &mark[first..]);
                text = Cow::Owned(text.replace(mark.as_str(), &broken));
            }
        }
        text
    }

    fn render(&self, model: &LlamaModel, messages: &[ChatMessage], ending: Ending) -> Result<String, ModelError> {
        let opens_reply = ending != Ending::MoreMessages;
        if let Some(text) = self.render_native(model, messages, opens_reply) {
            return Ok(text);
        }
        let jinja = self.jinja.as_deref().unwrap_or_default();
        self.render_jinja(jinja, messages, opens_reply)
            .or_else(|_| self.render_jinja(jinja, &in_strict_turns(messages), opens_reply))
            .map_err(|error| ModelError::Local {
                message: format!("its chat template could not be filled in ({error}); choose another model"),
            })
    }

    /// llama.cpp knows the common templates by sight; none for the others.
    fn render_native(&self, model: &LlamaModel, messages: &[ChatMessage], opens_reply: bool) -> Option<String> {
        let messages: Result<Vec<_>, _> = messages
            .iter()
            .map(|message| LlamaChatMessage::new(role_name(message.role).to_owned(), message.content.clone()))
            .collect();
        model
            .apply_chat_template(&self.native, &messages.ok()?, opens_reply)
            .ok()
    }

    fn render_jinja(&self, template: &str, messages: &[ChatMessage], opens_reply: bool) -> Result<String, Error> {
        let mut environment = Environment::new();
        environment.set_trim_blocks(true);
        environment.set_lstrip_blocks(true);
        environment.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
        environment.add_function("raise_exception", |message: String| -> Result<Value, Error> {
            Err(Error::new(ErrorKind::InvalidOperation, message))
        });
        environment.render_str(
            template,
            context! {
                messages => messages,
                add_generation_prompt => opens_reply,
                bos_token => self.begin_mark,
                eos_token => self.end_mark,
            },
        )
    }
}

/// The tokens of a prompt. Marks of the template in a message's text are read as text.
///
/// Fails with [`ModelError::Local`] when there is nothing to reply to or the template refuses the messages.
pub fn prompt_of(weights: &Weights, messages: &[ChatMessage], ending: Ending) -> Result<Prompt, ModelError> {
    let template = &weights.template;
    let mut messages: Vec<ChatMessage> = messages
        .iter()
        .map(|message| ChatMessage {
            role: message.role,
            content: template.without_marks(&message.content).into_owned(),
        })
        .collect();
    let continued = match (ending, messages.last()) {
        (Ending::ContinueLast, Some(last)) if last.role == ChatRole::Assistant => messages.pop(),
        _ => None,
    };
    let mut text = template.render(&weights.model, &messages, ending)?;
    let mut leading_spaces = LeadingSpaces::Keep;
    if let Some(continued) = continued {
        // Words carry the space before them: after a space that stands alone a model tends to write digits.
        let trimmed = continued.content.trim_end_matches(' ');
        if trimmed.len() < continued.content.len() {
            leading_spaces = LeadingSpaces::Drop;
        }
        text.push_str(trimmed);
    }
    let vocab = weights.model.vocab();
    let begins_itself = !template.begin_mark.is_empty() && text.starts_with(&template.begin_mark);
    let tokens = vocab.tokenize(text.as_bytes(), vocab.should_add_bos() && !begins_itself, true);
    if tokens.is_empty() {
        return Err(ModelError::Local {
            message: "there is nothing to reply to; write a message first".into(),
        });
    }
    Ok(Prompt { tokens, leading_spaces })
}

/// Some templates know no system role and insist on turns that alternate and begin with the user.
fn in_strict_turns(messages: &[ChatMessage]) -> Vec<ChatMessage> {
    let (system, others): (Vec<_>, Vec<_>) = messages
        .iter()
        .cloned()
        .partition(|message| message.role == ChatRole::System);
    let mut turns: Vec<ChatMessage> = Vec::new();
    let opening = system.into_iter().map(|message| ChatMessage {
        role: ChatRole::User,
        ..message
    });
    for message in opening.chain(others) {
        match turns.last_mut() {
            Some(last) if last.role == message.role => {
                last.content.push_str("\n\n");
                last.content.push_str(&message.content);
            }
            None if message.role == ChatRole::Assistant => {
                turns.push(ChatMessage {
                    role: ChatRole::User,
                    content: "Hello.".into(),
                });
                turns.push(message);
            }
            _ => turns.push(message),
        }
    }
    turns
}

fn role_name(role: ChatRole) -> &'static str {
    match role {
        ChatRole::System => "system",
        ChatRole::User => "user",
        ChatRole::Assistant => "assistant",
    }
}

fn text_if_known(token: LlamaToken, text_of: &impl Fn(LlamaToken) -> String) -> String {
    // Vocabularies without such a token answer -1.
    if token.0 < 0 { String::new() } else { text_of(token) }
}

fn fallback_template() -> LlamaChatTemplate {
    LlamaChatTemplate::new(FALLBACK_TEMPLATE).expect("the name has no zero byte")
}

#[cfg(test)]
mod tests;
