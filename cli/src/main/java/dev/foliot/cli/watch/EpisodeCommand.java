package dev.foliot.cli.watch;

import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.Programs;
import dev.foliot.store.Json;
import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import dev.foliot.watch.WatchRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Starts the user's command for an episode, with the episode as JSON on its standard input; for one
 * episode in ten minutes. It waits a little for what the diagnosis says. Its methods are called by
 * the watching thread.
 */
final class EpisodeCommand implements WatchRun.Listener, AutoCloseable {
  private static final long WAIT_S = 15;
  private static final long END_S = 10;
  private static final long BETWEEN_MS = 600_000;
  private static final Duration LONGEST_RUN = Duration.ofMinutes(1);
  private static final int LONGEST = 200;

  private final List<String> command;
  private final Path folder;
  private final Duration longest;
  private final WatchRun.Listener says;
  private final ScheduledThreadPoolExecutor starting =
      new ScheduledThreadPoolExecutor(
          1, task -> Thread.ofPlatform().daemon().name("foliot-on-episode").unstarted(task));
  private final Map<String, Integer> newest = new HashMap<>();
  private @Nullable Waiting waiting;
  private long lastMs = Long.MIN_VALUE / 2;

  /** An episode that will be told. */
  private record Waiting(WatchRecord.Jvm jvm, Episode episode) {
    boolean isOf(WatchRecord.Jvm other, Episode later) {
      return jvm.folder().equals(other.folder()) && episode.number() == later.number();
    }
  }

  /**
   * A command.
   *
   * @param line its words, which spaces part; no shell reads them
   * @param folder of the run
   * @param says gets what goes wrong
   */
  EpisodeCommand(String line, Path folder, WatchRun.Listener says) {
    this(line, folder, LONGEST_RUN, says);
  }

  /** The same, whose program is ended after the longest time. */
  EpisodeCommand(String line, Path folder, Duration longest, WatchRun.Listener says) {
    this.command = words(line);
    this.folder = folder;
    this.longest = longest;
    starting.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    this.says = says;
  }

  private static List<String> words(String line) {
    return List.of(line.strip().split("\\s+", -1));
  }

  /**
   * Checks a line before anything begins.
   *
   * @throws FoliotException if it has no word, or its program is missing
   */
  static void check(String line) {
    String program = words(line).getFirst();
    if (program.isEmpty()) {
      throw FoliotException.usage("--on-episode: name a command, as in --on-episode ./notify.sh");
    }
    if (Programs.ofThisProcess().find(program).isEmpty()) {
      throw FoliotException.usage(
          "--on-episode: "
              + Shown.text(program)
              + " is no program that can be run (chmod +x makes one of a script)");
    }
  }

  @Override
  public synchronized void episode(WatchRecord.Jvm jvm, Episode episode) {
    Waiting one = waiting;
    if (one != null && one.isOf(jvm, episode)) {
      waiting = new Waiting(jvm, episode);
      if (episode.found() != null) {
        Waiting whole = waiting;
        waiting = null;
        starting.execute(() -> send(whole));
      }
    } else if (isNew(jvm, episode) && episode.startMs() - lastMs >= BETWEEN_MS) {
      lastMs = episode.startMs();
      waiting = new Waiting(jvm, episode);
      Future<?> _ = starting.schedule(this::sendWaiting, WAIT_S, TimeUnit.SECONDS);
    }
  }

  /** Whether it has just begun: others are told of again as they end. */
  private boolean isNew(WatchRecord.Jvm jvm, Episode episode) {
    int before = newest.getOrDefault(jvm.folder(), 0);
    newest.put(jvm.folder(), Math.max(before, episode.number()));
    return episode.number() > before;
  }

  @Override
  public void note(String text) {
    // no episode
  }

  private void sendWaiting() {
    Waiting one;
    synchronized (this) {
      one = waiting;
      waiting = null;
    }
    if (one != null) {
      send(one);
    }
  }

  private void send(Waiting one) {
    String problem = start(json(one.jvm(), one.episode(), folder));
    if (!problem.isEmpty()) {
      says.note("--on-episode: " + Shown.text(String.join(" ", command), LONGEST) + problem);
    }
  }

  private static String json(WatchRecord.Jvm jvm, Episode episode, Path folder) {
    Map<String, Object> event = EpisodeLines.json(jvm, episode);
    Map<String, Object> all = new LinkedHashMap<>(event);
    all.put("run", folder.getFileName().toString());
    all.put("folder", folder.resolve(jvm.folder()).toString());
    return Json.line(all) + "\n";
  }

  /** What went wrong; empty if nothing. */
  private String start(String json) {
    Path input = folder.resolve("on-episode.json");
    try {
      Files.writeString(input, json);
      ProcessBuilder program =
          new ProcessBuilder(command)
              .redirectInput(input.toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD);
      try (ChildProcess child =
          Launcher.groupsIfPossible(Programs.ofThisProcess()).start(program)) {
        if (!child.hasEndedWithin(longest.toNanos())) {
          child.kill();
          return " did not end within "
              + Numbers.span((double) longest.toSeconds())
              + ", and was ended";
        }
        int code = child.exitCode();
        return code == 0 ? "" : " ended with " + code;
      }
    } catch (IOException e) {
      return " cannot be started: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  /** Sends what waits, and gives it some seconds; then nothing is sent any more. */
  @Override
  public void close() {
    starting.execute(this::sendWaiting);
    starting.shutdown();
    try {
      boolean _ = starting.awaitTermination(END_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    starting.shutdownNow();
  }
}
