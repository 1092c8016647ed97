package dev.foliot.load;

import dev.foliot.bench.Schedule;
import dev.foliot.load.trace.AccessLogFile;
import dev.foliot.load.trace.HarFile;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests of the past that are played again at their times. Immutable; equal if read from the same
 * source for the same host.
 *
 * <p>An answer is as expected if its status is 200 to 299, or the recorded one.
 */
public final class Recording {
  private final Source source;
  private final String host;
  private final long[] timesNs;
  private final int[] requestOf;
  private final List<RequestTemplate> requests;
  private final RecordingKinds kinds;
  private final LeftOut leftOut;

  /** The form of a file. */
  public enum Format {
    /** An HTTP archive, as browsers save it. */
    HAR,
    /** The common or combined format of Apache and nginx. */
    ACCESS_LOG
  }

  /**
   * Where the requests come from.
   *
   * @param speedUp how much faster they are played, from 0.001 to 1000
   */
  public record Source(Path file, Format format, double speedUp) {
    private static final double LEAST = 0.001;
    private static final double MOST = 1_000;

    /** Checks the range. */
    public Source {
      if (!(speedUp >= LEAST && speedUp <= MOST)) {
        throw FoliotException.usage("a speed-up of " + speedUp + ": from 0.001 to 1000, as in 2");
      }
    }
  }

  /**
   * The requests of the file that are not played.
   *
   * @param otherHosts those to other hosts
   * @param unplayable those that cannot be sent, by their method, path or headers
   */
  public record LeftOut(int otherHosts, int unplayable) {}

  Recording(
      Source source,
      String host,
      long[] timesNs,
      int[] requestOf,
      List<RequestTemplate> requests,
      LeftOut leftOut) {
    this.source = source;
    this.host = host;
    this.timesNs = timesNs.clone();
    this.requestOf = requestOf.clone();
    this.requests = List.copyOf(requests);
    this.kinds = new RecordingKinds(requests, requestOf);
    this.leftOut = leftOut;
  }

  /**
   * Reads a file.
   *
   * @param target only requests to its host are played
   * @throws FoliotException if the file cannot be used, with its line and the remedy
   */
  public static Recording read(Source source, Target target) {
    RecordingBuilder builder = new RecordingBuilder(source, target.host());
    switch (source.format()) {
      case HAR -> HarFile.read(source.file(), builder);
      case ACCESS_LOG -> AccessLogFile.read(source.file(), builder);
    }
    return builder.recording();
  }

  /** Where it comes from. */
  public Source source() {
    return source;
  }

  /** The number of requests that are played. */
  public int size() {
    return timesNs.length;
  }

  /** From the first request to the last one, in nanoseconds. */
  public long lengthNs() {
    return timesNs[timesNs.length - 1];
  }

  /** The requests that are not played. */
  public LeftOut leftOut() {
    return leftOut;
  }

  /** A new schedule of the recorded times. */
  Schedule schedule() {
    return Schedule.trace(timesNs);
  }

  /** The different requests. */
  public List<RequestTemplate> requests() {
    return requests;
  }

  /**
   * The request that is played.
   *
   * @param number its place in time, from 0
   * @return its number in {@link #requests}
   */
  public int requestOf(long number) {
    return requestOf[(int) number];
  }

  /** The kind of a request, as a number in {@link LoadPlan#names}. */
  public int kindOf(int request) {
    return kinds.of(request);
  }

  /** The names of kinds. */
  List<String> names() {
    return kinds.names();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Recording one && source.equals(one.source) && host.equals(one.host);
  }

  @Override
  public int hashCode() {
    return source.hashCode();
  }

  @Override
  public String toString() {
    return size() + " requests of " + Shown.text(source.file().toString());
  }
}
