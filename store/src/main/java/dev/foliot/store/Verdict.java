package dev.foliot.store;

/** The reliability of a result. From best to worst. */
public enum Verdict {
  /** No reason speaks against it. */
  VALID,
  /** It was disturbed, as its reasons describe. */
  SUSPECT,
  /** Its numbers do not describe the system under test. */
  INVALID
}
