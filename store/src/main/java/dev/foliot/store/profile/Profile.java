package dev.foliot.store.profile;

import java.util.List;
import java.util.Objects;

/**
 * What a fork's CPU time went into, by samples of its stacks. Immutable.
 *
 * @param record how it was taken
 * @param stacks no two alike; none where there is no profile
 */
public record Profile(ProfileRecord record, List<ProfileStack> stacks) {
  /** Keeps a copy. */
  public Profile {
    Objects.requireNonNull(record, "record");
    stacks = List.copyOf(stacks);
  }

  /** That of a fork that could not be profiled. */
  public static Profile none(String reason) {
    return new Profile(ProfileRecord.none(reason), List.of());
  }
}
