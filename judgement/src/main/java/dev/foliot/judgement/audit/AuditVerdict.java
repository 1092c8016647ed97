package dev.foliot.judgement.audit;

/** The verdict on a tool's report, compared with the users' waiting times. */
public enum AuditVerdict {
  /** Both differ by less than a quarter. */
  AGREES,
  /** Users waited longer than reported. */
  UNDERSTATES,
  /**
   * The report exceeds the users' waiting times. It includes the tool's own delays, or those on the
   * way to the server.
   */
  OVERSTATES,
  /** It has no comparable percentile. */
  NOT_SAID
}
