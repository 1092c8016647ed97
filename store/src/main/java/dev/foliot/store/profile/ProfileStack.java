package dev.foliot.store.profile;

import java.util.List;

/**
 * A stack of calls in samples.
 *
 * @param frames from the outermost call to the one that ran, at least one
 * @param samples number of samples with this stack, 1 or more
 * @param slices the number in each slice of the time, from its beginning on; none is negative, and
 *     together they are {@code samples}; those without any at the end are left out. Empty where the
 *     profile does not say when
 */
public record ProfileStack(List<String> frames, long samples, List<Long> slices) {
  /** Keeps copies and checks the numbers. */
  public ProfileStack {
    frames = List.copyOf(frames);
    slices = trimmed(slices);
    if (frames.isEmpty() || samples < 1) {
      throw new IllegalArgumentException(frames.size() + " frames, " + samples + " samples");
    }
    if (!slices.isEmpty()
        && (slices.stream().anyMatch(count -> count < 0)
            || slices.stream().mapToLong(count -> count).sum() != samples)) {
      throw new IllegalArgumentException(slices + " are not " + samples + " samples");
    }
  }

  private static List<Long> trimmed(List<Long> slices) {
    int end = slices.size();
    while (end > 0 && slices.get(end - 1) == 0) {
      end--;
    }
    return List.copyOf(slices.subList(0, end));
  }

  /** A stack of which nobody knows when it was seen. */
  public ProfileStack(List<String> frames, long samples) {
    this(frames, samples, List.of());
  }
}
