package dev.foliot.doctor;

import dev.foliot.linux.Reading;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be measured or done here, or cannot: tried, not guessed. Immutable.
 *
 * @param name of it
 * @param available whether the attempt succeeded
 * @param reason why it did not, null where it did
 * @param remedy what would help, null where nothing is to be done
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
