//! One Tauri command for every command of the list, of the same name.

use app::Door;
use app::commands::dispatch;
use engine::view::ErrorView;
use serde_json::Value;
use tauri::State;

use crate::starting::Starting;

macro_rules! tauri_commands {
    ($($name:ident($input:ty) -> $output:ty,)*) => {
        $(
            #[tauri::command]
            async fn $name(starting: State<'_, Starting>, input: Value) -> Result<Value, ErrorView> {
                let app = starting.app().await;
                let output = dispatch(app, app.owner(), Door::Desktop, stringify!($name), input).await;
                output.map_err(|error| ErrorView::from(&error))
            }
        )*

        /// Handles the commands of the list.
        pub fn handler() -> impl Fn(tauri::ipc::Invoke<tauri::Wry>) -> bool + Send + Sync + 'static {
            tauri::generate_handler![$($name),*]
        }
    };
}

app::for_each_command!(tauri_commands);
