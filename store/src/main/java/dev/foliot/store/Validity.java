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
 * @param verdict how far the result can be relied upon
 * @param reasons why it is not {@link Verdict#VALID}, or what a reader should know although it is,
 *     as texts
 * @param reasonCodes the same as data, in the same order
 */
public record Validity(Verdict verdict, List<String> reasons, List<Reason> reasonCodes) {
  /** Keeps copies; the texts are those of the codes where there are some. */
  public Validity {
    Objects.requireNonNull(verdict, "verdict");
    reasonCodes = Reasons.ofStored(reasons, reasonCodes);
    reasons = Reasons.texts(reasonCodes);
  }

  /** A verdict whose reasons come from a file of a version without codes. */
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

  /** A result that nothing speaks against. */
  public static Validity valid() {
    return of(Verdict.VALID, List.of());
  }

  /** Whether one of the reasons is of a kind. */
  public boolean has(Class<? extends Reason> kind) {
    return reasonCodes.stream().anyMatch(reason -> reason.is(kind));
  }

  /** The same verdict, with the part of the whole named that its reasons hold for. */
  public Validity in(String part) {
    return of(verdict, Reasons.in(part, reasonCodes));
  }

  /** The reasons that are not of a kind. */
  public List<Reason> without(Class<? extends Reason> kind) {
    return reasonCodes.stream().filter(reason -> !reason.is(kind)).toList();
  }

  /**
   * The worst verdict of several, with the reasons of all, each once, in the order of their coming.
   * Whose reason it is, {@link #in} says. Without any, valid.
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
