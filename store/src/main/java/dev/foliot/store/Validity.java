package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A verdict with its reasons. JSON has the texts of the reasons too.
 *
 * @param verdict the reliability of the result
 * @param reasonCodes why it is not {@link Verdict#VALID}, or remarks on a valid one
 */
@JsonPropertyOrder({"verdict", "reasons", "reason_codes"})
public record Validity(Verdict verdict, List<Reason> reasonCodes) {
  /** Keeps a copy and checks that the verdict is there. */
  public Validity {
    Objects.requireNonNull(verdict, "verdict");
    reasonCodes = List.copyOf(reasonCodes);
  }

  @JsonCreator
  static Validity stored(
      @JsonProperty("verdict") Verdict verdict,
      @JsonProperty("reasons") List<String> texts,
      @JsonProperty("reason_codes") List<Reason> codes) {
    return new Validity(verdict, Reasons.ofStored(texts, codes));
  }

  /** A verdict with its reasons, the most important first. */
  public static Validity of(Verdict verdict, List<? extends Reason> reasons) {
    return new Validity(verdict, List.copyOf(reasons));
  }

  /** A verdict with one reason. */
  public static Validity of(Verdict verdict, Reason reason) {
    return of(verdict, List.of(reason));
  }

  /** A valid result. */
  public static Validity valid() {
    return of(Verdict.VALID, List.of());
  }

  /** The reasons as texts. */
  @JsonProperty("reasons")
  public List<String> reasons() {
    return Reasons.texts(reasonCodes);
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
