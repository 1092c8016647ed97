package dev.foliot.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A verdict with its reasons.
 *
 * @param verdict how far the result can be relied upon
 * @param reasons why it is not {@link Verdict#VALID}, or what a reader should know although it is
 */
public record Validity(Verdict verdict, List<String> reasons) {
  /** Keeps a copy. */
  public Validity {
    Objects.requireNonNull(verdict, "verdict");
    reasons = List.copyOf(reasons);
  }

  /** A result that nothing speaks against. */
  public static Validity valid() {
    return new Validity(Verdict.VALID, List.of());
  }

  /**
   * The worst verdict of several, with the reasons of all, each once, in the order of their coming.
   * Whose reason it is, is for the caller to write in front of it. Without any, valid.
   */
  public static Validity worst(Collection<Validity> several) {
    Verdict worst = Verdict.VALID;
    Set<String> reasons = new LinkedHashSet<>();
    for (Validity one : several) {
      worst = one.verdict().compareTo(worst) > 0 ? one.verdict() : worst;
      reasons.addAll(one.reasons());
    }
    return new Validity(worst, new ArrayList<>(reasons));
  }
}
