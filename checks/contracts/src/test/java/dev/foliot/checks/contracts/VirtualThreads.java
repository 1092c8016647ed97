package dev.foliot.checks.contracts;

import static org.assertj.core.api.Assumptions.assumeThat;

/** Whether this JDK has virtual threads. */
final class VirtualThreads {
  private VirtualThreads() {}

  static void assumeThatThereAre() {
    assumeThat(Runtime.version().feature())
        .as("the JDK: virtual threads are there from 21 on")
        .isGreaterThanOrEqualTo(21);
  }
}
