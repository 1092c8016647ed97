package plants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Plays plants at their times, on one thread, and writes when each was played. */
final class Spans {
  private final Plant.Schedule schedule;
  private final Path file;

  /**
   * @param file gets a line {@code PLANT FROM_MS TO_MS} for each
   */
  Spans(Plant.Schedule schedule, Path file) {
    this.schedule = schedule;
    this.file = file;
  }

  /** What a plant does at a time; returns when it is over. */
  interface Play {
    void during(Plant.Span span) throws Exception;
  }

  /** A plant, and what it does. */
  record Act(Plant plant, Play play) {}

  /** Plays them until the last is over. */
  void play(List<Act> acts) {
    Thread thread =
        new Thread(
            () -> {
              for (Plant plant : Plant.values()) {
                acts.stream().filter(act -> act.plant == plant).forEach(this::play);
              }
            },
            "job");
    thread.setDaemon(true);
    thread.start();
  }

  private void play(Act act) {
    for (Plant.Span span : schedule.spans(act.plant)) {
      try {
        until(span.fromMs());
        long fromMs = System.currentTimeMillis();
        act.play.during(span);
        String line = "%s %d %d%n".formatted(act.plant.code(), fromMs, System.currentTimeMillis());
        Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Sleeps until a moment. */
  static void until(long ms) throws InterruptedException {
    long leftMs = ms - System.currentTimeMillis();
    if (leftMs > 0) {
      Thread.sleep(leftMs);
    }
  }
}
