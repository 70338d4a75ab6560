// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { DayOrMonth } from "./DayOrMonth";
import type { JobId } from "./JobId";
import type { OutsideFile } from "./OutsideFile";
import type { TableColumns } from "./TableColumns";

/**
 * Reads the export of a messenger into a new job, or again into the same one with answers to what was unclear.
 */
export type ReadMessages = { file?: OutsideFile, 
/**
 * Instead of a file: the job that read it before.
 */
job_id?: JobId, date_order?: DayOrMonth, columns?: TableColumns, };
