// The document of the tests knows the dialog element but cannot show it.
import { vi } from 'vitest';

/** Gives dialogs the two methods that the tests' document lacks. */
export function letDialogsOpen(): void {
  HTMLDialogElement.prototype.showModal = vi.fn(function (this: HTMLDialogElement) {
    this.open = true;
  });
  HTMLDialogElement.prototype.close = vi.fn(function (this: HTMLDialogElement) {
    this.open = false;
  });
}
