package dev.foliot.audit;

/** What a tool's report is worth beside what users waited. */
public enum AuditVerdict {
  /** Both differ by less than a quarter. */
  AGREES,
  /** Users waited longer than it said. */
  UNDERSTATES,
  /** It said more than users waited: its own cost is in its figures, or the way to the server. */
  OVERSTATES,
  /** It reported no percentile that could be compared. */
  NOT_SAID
}
