/** Most UTF-16 units of a row's text. */
export const PREVIEW_UNITS = 200;
/** Most blocks drawn of one content; the rest is counted in a notice. */
export const MAX_BLOCKS = 500;
/** Most rows of one table of fields. */
export const MAX_FIELDS = 100;
/** Most UTF-16 units of a fact in the entry pane. */
export const FACT_UNITS = 300;
/** Most UTF-16 units of a line as the chapter's reader prints it. */
export const PRINT_UNITS = 400;
