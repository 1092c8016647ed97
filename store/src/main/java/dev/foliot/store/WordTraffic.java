package dev.foliot.store;

import java.util.Objects;

/**
 * Who writes a field of a class's structure, how often, and who reads beside it.
 *
 * @param rate how often it is written
 * @param writerThreads how many threads write; 0 where nobody could be watched
 * @param readerThreads how many threads that do not write read a field of the structure, the
 *     written one too, but for those that do so in turn with the writers
 */
public record WordTraffic(WriteRate rate, int writerThreads, int readerThreads) {
  /** Checks that nothing is missing. */
  public WordTraffic {
    Objects.requireNonNull(rate, "rate");
  }
}
