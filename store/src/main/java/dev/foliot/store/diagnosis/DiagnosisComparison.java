package dev.foliot.store.diagnosis;

import java.util.List;
import java.util.Objects;

/**
 * What a comparison of two diagnoses has beside what every comparison has.
 *
 * @param a the findings of A in a few words
 * @param b the findings of B
 * @param differences the most telling first
 */
public record DiagnosisComparison(String a, String b, List<DiagnosisDifference> differences) {
  /** Keeps a copy. */
  public DiagnosisComparison {
    Objects.requireNonNull(a, "a");
    Objects.requireNonNull(b, "b");
    differences = List.copyOf(differences);
  }
}
