import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';

/** Shows a dialog over everything else for as long as it is in the page. The focus starts on the element with `data-first` and
    goes back to where it was at the end. `onleave` is called when the reader leaves with Esc or by a click beside the dialog. */
export function modal(onleave: () => void): Attachment<HTMLDialogElement> {
  return (dialog) =>
    untrack(() => {
      const before = document.activeElement;
      dialog.showModal();
      dialog.querySelector<HTMLElement>('[data-first]')?.focus();

      const leave = (event: globalThis.Event) => {
        if (event.target !== dialog) return;
        // The one who opened it closes it; a dialog that closed itself would leave the two disagreeing.
        event.preventDefault();
        onleave();
      };
      const leaveBeside = (event: MouseEvent) => {
        if (event.target === dialog && isBeside(dialog, event)) onleave();
      };
      dialog.addEventListener('cancel', leave);
      dialog.addEventListener('close', leave);
      dialog.addEventListener('pointerdown', leaveBeside);

      return () => {
        dialog.removeEventListener('cancel', leave);
        dialog.removeEventListener('close', leave);
        dialog.removeEventListener('pointerdown', leaveBeside);
        dialog.close();
        if (before instanceof HTMLElement && before.isConnected) before.focus();
      };
    });
}

/** A click on the veil reaches the dialog too; only its place tells. */
function isBeside(dialog: HTMLDialogElement, event: MouseEvent): boolean {
  const box = dialog.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}
