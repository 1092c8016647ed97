package dev.foliot.watch.requests;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The requests of an access log that is followed. One thread. */
final class LogRequests implements RequestSource {
  private static final int MOST_FIRST = 5;
  private static final int MOST_UNREAD = 100;

  private final Path file;
  private final String option;
  private final LogFollower follower;
  private final List<String> first = new ArrayList<>();
  private @Nullable AccessFormat format;
  private Optional<String> problem = Optional.empty();
  private String unreadable = "";
  private int unread;

  /** See {@link RequestSource#log}. */
  LogRequests(Path file, @Nullable AccessFormat format, String option) {
    this.file = file;
    this.format = format;
    this.option = option;
    try {
      follower = new LogFollower(file);
    } catch (IOException e) {
      throw FoliotException.environment(
          "the access log " + file + " cannot be read (" + Shown.text(e.getMessage()) + ")");
    }
  }

  @Override
  public List<AccessRequest> take() {
    List<AccessRequest> all = new ArrayList<>();
    try {
      for (String line : follower.lines()) {
        take(line, all);
      }
      unreadable = "";
    } catch (IOException e) {
      String why = String.valueOf(e.getMessage());
      if (!why.equals(unreadable)) {
        unreadable = why;
        say(file + " cannot be read: " + Shown.text(why));
      }
    }
    long bytes = follower.takePassedOver();
    if (bytes > 0) {
      say(
          Numbers.bytes(bytes)
              + " of "
              + file
              + " were passed over: it grows faster than it is read");
    }
    return all;
  }

  private void say(String what) {
    problem = problem.or(() -> Optional.of(what));
  }

  private void take(String line, List<AccessRequest> all) {
    AccessFormat known = format;
    if (known == null) {
      find(line, all);
      return;
    }
    Optional<AccessRequest> request = known.parse(line);
    request.ifPresent(all::add);
    if (request.isPresent()) {
      unread = 0;
    } else if (++unread == MOST_UNREAD) {
      say(
          MOST_UNREAD
              + " lines in a row of "
              + file
              + " are not of the format "
              + known.label()
              + ", as '"
              + Shown.text(line, 120)
              + "'");
    }
  }

  private void find(String line, List<AccessRequest> all) {
    first.add(line);
    Optional<AccessFormat> found = AccessFormat.of(first);
    format = found.orElse(null);
    found.ifPresent(one -> first.forEach(before -> one.parse(before).ifPresent(all::add)));
    if (found.isEmpty() && first.size() == MOST_FIRST) {
      say(
          "the format of "
              + file
              + " is not known by its lines, as '"
              + Shown.text(first.getFirst(), 120)
              + "': give its format, as in "
              + option
              + " 'tomcat %h %l %u %t \"%r\" %s %b %D'");
    }
    if (first.size() > MOST_FIRST) {
      first.removeFirst();
    }
  }

  @Override
  public Optional<String> problem() {
    Optional<String> now = problem;
    problem = Optional.empty();
    return now;
  }

  @Override
  public boolean hasMore() {
    return follower.isBehind();
  }

  @Override
  public boolean isRead() {
    return format != null;
  }

  @Override
  public String toString() {
    return file.toString();
  }

  @Override
  public void close() {
    follower.close();
  }
}
