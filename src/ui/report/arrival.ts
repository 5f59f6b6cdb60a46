import { signal } from "@preact/signals";

/** A report is being led to by a key or a link elsewhere: the focus follows, once it is there. */
export const arriving = signal(false);
