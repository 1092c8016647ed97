package dev.foliot.store.profile;

import java.util.List;

/**
 * A stack of calls in samples.
 *
 * @param frames from the outermost call to the one that ran, at least one
 * @param samples number of samples with this stack, 1 or more
 */
public record ProfileStack(List<String> frames, long samples) {
  /** Keeps a copy and checks the numbers. */
  public ProfileStack {
    frames = List.copyOf(frames);
    if (frames.isEmpty() || samples < 1) {
      throw new IllegalArgumentException(frames.size() + " frames, " + samples + " samples");
    }
  }
}
