package dev.foliot.store.diagnosis;

import java.util.List;
import java.util.Objects;

/**
 * The additional part of a comparison of two diagnoses.
 *
 * @param a summary of A's findings
 * @param b summary of B's findings
 * @param differences the most significant first
 */
public record DiagnosisComparison(String a, String b, List<DiagnosisDifference> differences) {
  /** Keeps a copy. */
  public DiagnosisComparison {
    Objects.requireNonNull(a, "a");
    Objects.requireNonNull(b, "b");
    differences = List.copyOf(differences);
  }
}
