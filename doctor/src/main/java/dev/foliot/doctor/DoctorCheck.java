package dev.foliot.doctor;

import dev.foliot.linux.Reading;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One thing that the doctor looked at, and its grade. Immutable.
 *
 * @param area what it belongs to: {@code cpu}, {@code time}, {@code memory}, {@code noise}, {@code
 *     rights}, {@code room} or {@code jdk}
 * @param name of it in its area
 * @param status the grade
 * @param value what was seen: text, a number or a truth; null when it could not be seen
 * @param unit of a number, null for other values
 * @param meaning what that means for a measurement; with {@link Status#UNKNOWN} why it could not be
 *     seen
 * @param remedy what to do about it, null where nothing is to be done
 */
public record DoctorCheck(
    String area,
    String name,
    Status status,
    @Nullable Object value,
    @Nullable String unit,
    String meaning,
    @Nullable String remedy) {
  /** What a check says of measuring here, from the best to the worst. */
  public enum Status {
    /** Nothing to do. */
    OK,
    /** It could not be examined; the reason and the remedy stand beside it. */
    UNKNOWN,
    /** Something cannot be measured, or less well than it could be. */
    LIMITS,
    /** Figures from here would mislead. */
    SPOILS
  }

  /** Checks that nothing is missing. */
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

  /** The grade of a reading, or that there is none. */
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
