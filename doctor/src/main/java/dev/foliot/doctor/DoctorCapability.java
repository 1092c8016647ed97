package dev.foliot.doctor;

import dev.foliot.linux.Reading;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A capability of this machine, tried and not guessed. Immutable.
 *
 * @param name of it
 * @param available whether the attempt succeeded
 * @param reason why it failed, otherwise null
 * @param remedy null if nothing is to do
 * @param neededBy the commands that use it
 */
public record DoctorCapability(
    String name,
    boolean available,
    @Nullable String reason,
    @Nullable String remedy,
    List<String> neededBy) {
  /** Copies the list. */
  public DoctorCapability {
    neededBy = List.copyOf(neededBy);
  }

  static DoctorCapability of(String name, Reading<?> attempt, String... neededBy) {
    return switch (attempt) {
      case Reading.Value<?>(Object value) ->
          new DoctorCapability(name, true, null, null, List.of(neededBy));
      case Reading.Unavailable<?> none ->
          new DoctorCapability(name, false, none.reason(), none.remedy(), List.of(neededBy));
    };
  }
}
