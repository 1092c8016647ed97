package dev.foliot.store;

import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A verdict with its reasons.
 *
 * @param verdict the reliability of the result
 * @param reasons why it is not {@link Verdict#VALID}, or remarks on a valid one, as texts
 * @param reasonCodes the same as data, in the same order
 */
public record Validity(Verdict verdict, List<String> reasons, List<Reason> reasonCodes) {
  /** Copies the lists; texts come from the codes, if any exist. */
  public Validity {
    Objects.requireNonNull(verdict, "verdict");
    reasonCodes = Reasons.ofStored(reasons, reasonCodes);
    reasons = Reasons.texts(reasonCodes);
  }

  /** A verdict with reasons from a file without codes. */
  public Validity(Verdict verdict, List<String> reasons) {
    this(verdict, reasons, List.of());
  }

  /** A verdict with its reasons, the most important first. */
  public static Validity of(Verdict verdict, List<? extends Reason> reasons) {
    return new Validity(verdict, Reasons.texts(reasons), List.copyOf(reasons));
  }

  /** A verdict with one reason. */
  public static Validity of(Verdict verdict, Reason reason) {
    return of(verdict, List.of(reason));
  }

  /** A valid result. */
  public static Validity valid() {
    return of(Verdict.VALID, List.of());
  }

  /** Whether one of the reasons is of a kind. */
  public boolean has(Class<? extends Reason> kind) {
    return reasonCodes.stream().anyMatch(reason -> reason.is(kind));
  }

  /** The same verdict, with its reasons attributed to a part of the whole. */
  public Validity in(String part) {
    return of(verdict, Reasons.in(part, reasonCodes));
  }

  /** The reasons of other kinds. */
  public List<Reason> without(Class<? extends Reason> kind) {
    return reasonCodes.stream().filter(reason -> !reason.is(kind)).toList();
  }

  /**
   * The worst verdict of several, with all their reasons once, in order. {@link #in} names the
   * owner of a reason. It is valid for an empty collection.
   */
  public static Validity worst(Collection<Validity> several) {
    Verdict worst = Verdict.VALID;
    Map<String, Reason> reasons = new LinkedHashMap<>();
    for (Validity one : several) {
      worst = one.verdict().compareTo(worst) > 0 ? one.verdict() : worst;
      one.reasonCodes().forEach(reason -> reasons.putIfAbsent(reason.text(), reason));
    }
    return of(worst, new ArrayList<>(reasons.values()));
  }
}
