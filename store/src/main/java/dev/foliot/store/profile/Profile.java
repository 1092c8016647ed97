package dev.foliot.store.profile;

import dev.foliot.text.Reason;
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
  public static Profile none(Reason why) {
    return new Profile(ProfileRecord.none(why), List.of());
  }

  /**
   * The same, with why it is not by the better means; one that could not be taken says why itself.
   *
   * @param reason in a line, for people
   * @param why the same as data
   */
  public Profile because(String reason, Reason why) {
    return record.means() == null ? this : new Profile(record.because(reason, why), stacks);
  }
}
