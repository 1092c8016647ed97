package dev.foliot.store;

/** How far a result can be relied upon. From best to worst. */
public enum Verdict {
  /** Nothing speaks against it. */
  VALID,
  /** Something disturbed it; its reasons say what. */
  SUSPECT,
  /** Its numbers say nothing about the system under test. */
  INVALID
}
