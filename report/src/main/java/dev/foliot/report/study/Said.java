package dev.foliot.report.study;

import java.util.List;

/**
 * What a study says of arms on one JDK.
 *
 * @param clause for the joint sentence; empty where nothing is known
 * @param answer sentence by sentence, the most important one first
 * @param evidence the figures that these rest on
 * @param gaps what it cannot say, each after "cannot say"
 */
record Said(String clause, List<String> answer, List<String> evidence, List<String> gaps) {
  /** Nothing, since no fork of these arms counts or none has the figure. */
  static Said nothing() {
    return new Said(
        "", List.of("nothing is known: no fork that counts has the figures"), List.of(), List.of());
  }
}
