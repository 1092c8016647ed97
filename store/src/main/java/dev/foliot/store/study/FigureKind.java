package dev.foliot.store.study;

/** A kind of figure, by what harms it. */
public enum FigureKind {
  /** How long answers take. */
  RESPONSE_TIME,
  /** How much is done in a time. */
  THROUGHPUT,
  /** The CPU time that the work takes. */
  CPU,
  /** Memory, and the threads that take some of it. */
  MEMORY
}
