package dev.foliot.watch.requests;

import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where requests come from. One thread. */
public interface RequestSource extends AutoCloseable {
  /** Those that ended since this was asked last; of many, some. */
  List<AccessRequest> take();

  /** Whether there are more at once. */
  boolean hasMore();

  /** What went wrong since this was asked last; empty if nothing did. */
  Optional<String> problem();

  /** Whether requests can be read: otherwise none may mean many. */
  boolean isRead();

  /** Where it is, for people. */
  @Override
  String toString();

  @Override
  void close();

  /**
   * An access log, from its end on.
   *
   * @param format null to find it in the lines
   * @param option of the command line for that format, which a problem names
   * @throws FoliotException if the file cannot be read
   */
  static RequestSource log(Path file, @Nullable AccessFormat format, String option) {
    return new LogRequests(file, format, option);
  }

  /**
   * Spans by OTLP over HTTP, on 127.0.0.1.
   *
   * @param port 0 for any free one
   * @throws FoliotException if it cannot be listened on
   */
  static RequestSource otlp(int port) {
    return new OtlpRequests(port);
  }
}
