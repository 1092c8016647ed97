package dev.foliot.text;

import java.util.Objects;
import java.util.Optional;

/**
 * Why a result is limited, as data: a code with typed parameters.
 *
 * <p>Each reason of a verdict, limit or unavailable part is a record of a family, such as {@link
 * LoadReason}. The record's name is its code: {@code LoadGeneratorLate} has {@code
 * LOAD_GENERATOR_LATE}. Its components are the parameters, with units in their names. Both are
 * stored: they never change after a release. Code decides by {@link #is}, never by the text, which
 * only families produce.
 *
 * <p>A family is a sealed interface. It stands in the lowest module that gives its reasons, and
 * that module's {@link ReasonFamilies} names it.
 *
 * <p>Components are {@code long}, {@code int}, {@code double}, {@code boolean}, {@link String},
 * enums, other reasons, and lists of strings or reasons. Strings may come from outside; the text
 * makes them safe. Immutable.
 */
public interface Reason {

  /** The fault in one line without a full stop, with figures and units. */
  String text();

  /** The remedy in one line; empty without one. */
  default String remedy() {
    return "";
  }

  /** The text, followed by the remedy if it exists. */
  default String sentence() {
    return remedy().isEmpty() ? text() : text() + "; " + remedy();
  }

  /** The text without its figures: the same for all reasons of this kind. */
  default String headline() {
    return text();
  }

  /** The figure that differs between reasons of this kind; empty where the headline says all. */
  default Optional<Extent> extent() {
    return Optional.empty();
  }

  /** What follows from it for the user, in a few words; empty where nothing does. */
  default String advice() {
    return remedy();
  }

  /** The code, {@code STEAL}; empty where none is known. */
  default String code() {
    return Reasons.code(getClass());
  }

  /**
   * Whether this reason is of a kind.
   *
   * @param kind a record, or an interface for all of its records
   */
  default boolean is(Class<? extends Reason> kind) {
    return kind.isInstance(this);
  }

  /**
   * A reason that holds for a part of the whole.
   *
   * @param part the part, such as {@code fork 3}
   * @param reason the reason
   */
  record In(String part, Reason reason) implements Reason {
    /** Checks that no component is null. */
    public In {
      Objects.requireNonNull(part, "part");
      Objects.requireNonNull(reason, "reason");
    }

    @Override
    public String text() {
      return part + ": " + reason.text();
    }

    @Override
    public String remedy() {
      return reason.remedy();
    }

    @Override
    public String headline() {
      return reason.headline();
    }

    @Override
    public Optional<Extent> extent() {
      return reason.extent();
    }

    @Override
    public String advice() {
      return reason.advice();
    }

    @Override
    public String code() {
      return reason.code();
    }

    @Override
    public boolean is(Class<? extends Reason> kind) {
      return reason.is(kind);
    }
  }

  /**
   * A reason with parameters unknown here: of another version, or of a family that is not on the
   * class path.
   *
   * @param code as stored; empty if it is no code
   * @param text as stored
   */
  record Recorded(String code, String text) implements Reason {
    /** Checks that no component is null. */
    public Recorded {
      Objects.requireNonNull(code, "code");
      Objects.requireNonNull(text, "text");
    }

    @Override
    public boolean is(Class<? extends Reason> kind) {
      return Reasons.type(code).filter(kind::isAssignableFrom).isPresent();
    }
  }

  /**
   * A message from another program or an exception, without a code.
   *
   * @param text the original message, in one line
   */
  record Plain(String text) implements Reason {
    /** Checks that no component is null. */
    public Plain {
      Objects.requireNonNull(text, "text");
    }
  }
}
