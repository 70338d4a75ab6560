//! The texts inside a JSON value.

use serde_json::Value;

/// Hands every text of a value, however deep, to `change`. The names of fields are not texts: they stay.
pub fn change_texts(value: &mut Value, change: &mut impl FnMut(&mut String)) {
    match value {
        Value::String(text) => change(text),
        Value::Array(items) => items.iter_mut().for_each(|item| change_texts(item, change)),
        Value::Object(fields) => fields.values_mut().for_each(|field| change_texts(field, change)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::change_texts;

    #[test]
    fn every_text_is_changed_and_nothing_else() {
        let mut value = json!({"a": ["x", 1, null, {"b": "y", "c": true}], "d": "z"});
        change_texts(&mut value, &mut |text| text.push('!'));
        assert_eq!(value, json!({"a": ["x!", 1, null, {"b": "y!", "c": true}], "d": "z!"}));
    }
}
