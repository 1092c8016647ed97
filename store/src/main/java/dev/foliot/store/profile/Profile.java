package dev.foliot.store.profile;

import dev.foliot.text.Reason;
import java.util.List;
import java.util.Objects;

/**
 * A fork's CPU time by samples of its stacks. Immutable.
 *
 * @param record the description of the profile
 * @param stacks distinct stacks; empty without a profile
 */
public record Profile(ProfileRecord record, List<ProfileStack> stacks) {
  /** Keeps a copy. */
  public Profile {
    Objects.requireNonNull(record, "record");
    stacks = List.copyOf(stacks);
  }

  /** The profile of a fork that could not be profiled. */
  public static Profile none(Reason why) {
    return new Profile(ProfileRecord.none(why), List.of());
  }

  /** Adds the reason for a lesser profiler; a failed profile keeps its own reason. */
  public Profile because(Reason why) {
    return record.means() == null ? this : new Profile(record.because(why), stacks);
  }
}
