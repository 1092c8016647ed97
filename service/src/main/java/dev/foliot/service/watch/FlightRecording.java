package dev.foliot.service.watch;

import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.linux.Reading;
import dev.foliot.service.profile.ProfileWay;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A flight recording in another JVM: of the collector, of the scheduler of virtual threads and of
 * Foliot's pools, and nothing else. Where the JVM writes and this process reads is a folder of its
 * own that only this user may enter. One thread.
 */
final class FlightRecording implements AutoCloseable {
  private static final String SETTINGS =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <configuration version="2.0" label="Foliot" provider="Foliot">
        <event name="jdk.GarbageCollection"><setting name="enabled">true</setting>
          <setting name="threshold">0 ms</setting></event>
        <event name="jdk.GCPhasePause"><setting name="enabled">true</setting>
          <setting name="threshold">0 ms</setting></event>
        <event name="jdk.VirtualThreadPinned"><setting name="enabled">true</setting>
          <setting name="stackTrace">false</setting><setting name="threshold">1 ms</setting></event>
        <event name="jdk.VirtualThreadSubmitFailed"><setting name="enabled">true</setting></event>
        <event name="jdk.DirectBufferStatistics"><setting name="enabled">true</setting>
          <setting name="period">1 s</setting></event>
        <event name="foliot.PoolResize"><setting name="enabled">true</setting></event>
        <event name="foliot.PoolHang"><setting name="enabled">true</setting></event>
      </configuration>
      """;

  /** What a profile needs beside that. */
  private static final String SAMPLES =
      """
        <event name="jdk.ExecutionSample"><setting name="enabled">true</setting>
          <setting name="period">10 ms</setting></event>
        <event name="jdk.DataLoss"><setting name="enabled">true</setting></event>
      </configuration>
      """;

  private final Jcmd jcmd;
  private final Path folder;
  private final String name;
  private boolean running;

  private FlightRecording(Jcmd jcmd, Path folder) {
    this.jcmd = jcmd;
    this.folder = folder;
    name = "foliot-" + ProcessHandle.current().pid();
  }

  /**
   * Starts one.
   *
   * @param samples whether the stacks of running threads are sampled as well
   */
  static Reading<FlightRecording> start(Jcmd jcmd, boolean samples) throws InterruptedException {
    Path folder;
    try {
      folder = Files.createTempDirectory("foliot-watch-");
      Files.writeString(
          folder.resolve("settings.jfc"),
          samples ? SETTINGS.replace("</configuration>\n", SAMPLES) : SETTINGS);
    } catch (IOException e) {
      return Reading.unavailable(
          "no folder can be made for a flight recording: " + e.getMessage(), "free some space");
    }
    FlightRecording recording = new FlightRecording(jcmd, folder);
    if (!folder.toString().matches("[A-Za-z0-9_./+-]+")) {
      recording.close();
      return Reading.unavailable(
          "jcmd takes no path with blanks or signs such as " + folder, "set TMPDIR to a plain one");
    }
    // or else its parts stay behind where a JVM that is killed has left them
    Reading<String> _ =
        samples
            ? jcmd.ask(
                "JFR.configure", "repositorypath=" + folder, "stackdepth=" + ProfileWay.DEPTH)
            : jcmd.ask("JFR.configure", "repositorypath=" + folder);
    Reading<String> answer =
        jcmd.ask(
            "JFR.start",
            "name=" + recording.name,
            "settings=" + folder.resolve("settings.jfc"),
            "maxsize=64M");
    if (answer instanceof Reading.Value<String>(String text)
        && text.contains("Started recording")) {
      recording.running = true;
      return Reading.of(recording);
    }
    recording.close();
    return switch (answer) {
      case Reading.Unavailable<String> none -> none.retyped();
      case Reading.Value<String>(String text) ->
          Reading.unavailable(
              "the JVM starts no flight recording: "
                  + Shown.text(text.strip().toLowerCase(Locale.ROOT), 160),
              "it needs the module jdk.jfr and must run as this user");
    };
  }

  /** Ends the recording; the file that it becomes, which goes when this is closed. */
  Reading<Path> stop() throws InterruptedException {
    Path file = folder.resolve("recording.jfr");
    running = false;
    Reading<String> answer = jcmd.ask("JFR.stop", "name=" + name, "filename=" + file);
    if (answer instanceof Reading.Unavailable<String> none) {
      return none.retyped();
    }
    if (!Files.isRegularFile(file)) {
      return Reading.unavailable(
          "the JVM wrote no flight recording", "see whether it may write to " + folder.getParent());
    }
    return Reading.of(file);
  }

  /** Ends the recording, if nobody has, and removes the folder. */
  @Override
  public void close() {
    if (running) {
      running = false;
      try {
        Reading<String> _ = jcmd.ask("JFR.stop", "name=" + name);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path left : all.toList().reversed()) {
        Files.deleteIfExists(left);
      }
    } catch (IOException | UncheckedIOException e) {
      // a JVM that is about to end may still write; what is left counts nowhere
      return;
    }
  }
}
