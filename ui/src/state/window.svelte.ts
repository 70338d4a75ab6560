// What of the window is open: nothing of it is kept anywhere else.
import { createContext } from 'svelte';

export type SettingsPart = 'connections' | 'models' | 'appearance' | 'you' | 'data';

export class WindowState {
  /** Which of the stacked parts a narrow window shows. */
  view = $state<'rail' | 'page'>('page');
  /** Whether a wide window shows the rail. */
  railOpen = $state(true);
  /** The open part of the settings sheet; none while it is shut. */
  settingsPart = $state<SettingsPart | null>(null);
  /** Whether the program can be reached. */
  online = $state(true);
}

export const [getWindow, setWindow] = createContext<WindowState>();
