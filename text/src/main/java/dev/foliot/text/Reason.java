package dev.foliot.text;

import java.util.Objects;
import java.util.Optional;

/**
 * Why a result is limited, as data: a code with typed parameters.
 *
 * <p>A verdict's reason, a limit, a thing that is unavailable: each is a record of one of the
 * permitted interfaces. The record's name is its code, {@code LoadGeneratorLate} is {@code
 * LOAD_GENERATOR_LATE}, and its components are the parameters, with their units in their names.
 * Both are stored, so neither changes once it was released. Code decides by {@link #is}, never by
 * the text, which is made here and nowhere else.
 *
 * <p>Components are {@code long}, {@code int}, {@code double}, {@code boolean}, {@link String},
 * enums, other reasons, and lists of strings or reasons; strings may come from outside, and are
 * made safe in the text. Immutable.
 */
public sealed interface Reason
    permits LoadReason,
        StudyReason,
        RunReason,
        AuditReason,
        SystemReason,
        ProcessReason,
        ControlGroupReason,
        JvmReason,
        ServiceReason,
        ExaminationReason,
        SharingReason,
        SchedulerReason,
        MemoryReason,
        CountersReason,
        FleetReason,
        DemoReason,
        Reason.In,
        Reason.Recorded,
        Reason.Plain {

  /** What is wrong, in one line without a full stop, with its figures and units. */
  String text();

  /** What to do about it, in one line; empty where there is nothing to do. */
  default String remedy() {
    return "";
  }

  /** The text, and the remedy behind it where there is one. */
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
   * Whether this is a reason of a kind.
   *
   * @param kind a record, or an interface for all of its records
   */
  default boolean is(Class<? extends Reason> kind) {
    return Reasons.codes(kind).contains(code());
  }

  /**
   * A reason that holds for a part of the whole.
   *
   * @param part which, {@code fork 3}
   * @param reason why
   */
  record In(String part, Reason reason) implements Reason {
    /** Checks that nothing is missing. */
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
  }

  /**
   * A reason that another version stored, whose parameters are not known to this one.
   *
   * @param code as it was stored, or as the text says; empty if unknown
   * @param text as it was stored
   */
  record Recorded(String code, String text) implements Reason {
    /** Checks that nothing is missing. */
    public Recorded {
      Objects.requireNonNull(code, "code");
      Objects.requireNonNull(text, "text");
    }
  }

  /**
   * What another program or an exception says, which no code covers.
   *
   * @param text as it came, in one line
   */
  record Plain(String text) implements Reason {
    /** Checks that nothing is missing. */
    public Plain {
      Objects.requireNonNull(text, "text");
    }
  }
}
