package dev.foliot.doctor;

import dev.foliot.linux.Reading;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One examined property, with its grade. Immutable.
 *
 * @param area {@code cpu}, {@code time}, {@code memory}, {@code noise}, {@code rights}, {@code
 *     room}, {@code jdk} or {@code watch}
 * @param name of it in its area
 * @param status the grade
 * @param value text, a number or a boolean; null if unreadable
 * @param unit of a number, null for other values
 * @param meaning for a measurement; with {@link Status#UNKNOWN} why it is unreadable
 * @param remedy null if nothing is to do
 */
public record DoctorCheck(
    String area,
    String name,
    Status status,
    @Nullable Object value,
    @Nullable String unit,
    String meaning,
    @Nullable String remedy) {
  /** The effect on measurements, from the best to the worst. */
  public enum Status {
    /** Nothing to do. */
    OK,
    /** It is unreadable; reason and remedy are included. */
    UNKNOWN,
    /** Some measurements are impossible or less precise. */
    LIMITS,
    /** Measurements would mislead. */
    SPOILS
  }

  /** Checks that no part is missing. */
  public DoctorCheck {
    Objects.requireNonNull(area, "area");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(meaning, "meaning");
  }

  static DoctorCheck ok(String area, String name, Object value, String meaning) {
    return new DoctorCheck(area, name, Status.OK, value, null, meaning, null);
  }

  static DoctorCheck limits(String area, String name, Object value, String meaning, String remedy) {
    return new DoctorCheck(area, name, Status.LIMITS, value, null, meaning, remedy);
  }

  static DoctorCheck spoils(String area, String name, Object value, String meaning, String remedy) {
    return new DoctorCheck(area, name, Status.SPOILS, value, null, meaning, remedy);
  }

  static DoctorCheck unknown(String area, String name, String reason, String remedy) {
    return new DoctorCheck(area, name, Status.UNKNOWN, null, null, reason, remedy);
  }

  /** The grade of a reading, or of its absence. */
  static <T> DoctorCheck graded(
      String area, String name, Reading<T> reading, Function<T, DoctorCheck> grade) {
    return switch (reading) {
      case Reading.Value<T>(T value) -> grade.apply(value);
      case Reading.Unavailable<T> none -> unknown(area, name, none.reason(), none.remedy());
    };
  }

  DoctorCheck in(String unit) {
    return new DoctorCheck(area, name, status, value, value == null ? null : unit, meaning, remedy);
  }
}
